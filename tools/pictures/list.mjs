/** Return the keys that open a screen with the palette. */
const goTo = words => [':', words, 'enter'];

/** The projects screen, loaded. */
const projects = ['enter', 'see:HPAY'];

/**
 * The pictures of docs/screens.md: a heading, a description, keys from the home screen, texts to
 * wait for (`see:…`), and a text that must be visible at the end.
 */
export const pictures = [
  {
    name: 'home',
    title: 'Home',
    text: 'Every family with its count; beside them what needs attention by name (`n` goes from one to the next, `enter` there), failed deliveries of a day as they happen, the next releases, the last writes. `:` goes anywhere.',
    keys: ['see:peak'],
    see: 'Next releases',
  },
  {
    name: 'projects',
    title: 'Lists',
    text: 'Every list filters (`/`), sorts (`s`), marks (`space`), scrolls its columns (`h` `l`), chooses them (`W`), exports (`E`) and is read again (`r`, `R`). The line above the keys is the one-shot command that gives the same; `Y` copies it.',
    keys: [...projects, 'space', 'space'],
    see: 'selected',
  },
  {
    name: 'filter',
    title: 'Filter',
    text: 'Words must all be there; `|` is or, `!` not, `~` fuzzy, `/…/` a regular expression, `column:word` and `column>3` look at one column. What was found stands out, and the count says what is hidden.',
    keys: [...projects, '/', 'classic !lena', 'enter'],
    see: 'shown',
  },
  {
    name: 'preview',
    title: 'Preview',
    text: '`p` shows the row under the cursor in full beside its list.',
    keys: [...projects, 'j', 'p'],
    see: 'ITSD',
  },
  {
    name: 'versions',
    title: 'Release board',
    text: 'Versions of a project with the progress of their issues, counted for the rows on the screen. `enter` leads to related work, custom fields and what is unresolved.',
    keys: [...projects, 'enter', 'see:Overview', '2'],
    see: '%',
  },
  {
    name: 'permission-matrix',
    title: 'Permission matrix',
    text: 'Who holds what in a permission scheme; further tabs say where the scheme is used and what is odd about it.',
    keys: [...goTo('perm'), 'see:NAME', 'enter', 'see:Grants', '2'],
    see: '●',
  },
  {
    name: 'notification-matrix',
    title: 'Notification matrix',
    text: 'Who is told of which event; events nobody is told of come first.',
    keys: [...goTo('notif'), 'see:NAME', 'enter', 'see:Events', '2'],
    see: '●',
  },
  {
    name: 'monitor',
    title: 'Failed webhooks, live',
    text: 'Failed deliveries by URL as they happen, with counts over 15 minutes to 72 hours; further tabs list the records and draw them over time. It goes on beside every other screen: the header counts what is new.',
    keys: [...goTo('failed'), 'see:polled'],
    see: 'TREND',
  },
  {
    name: 'webhooks',
    title: 'Webhooks that expire',
    text: 'Registered webhooks by the days they have left; `x` refreshes those that are marked, after a preview.',
    keys: [...goTo('wh'), 'see:LEFT', 'space', 'space'],
    see: 'selected',
  },
  {
    name: 'blog-post',
    title: 'Blog posts',
    text: 'The content as text: headings, lists, tables, code, links, macros by name. Its tabs hold versions (`=` tells two apart), comments, likes, labels, attachments, properties and permissions.',
    keys: [...goTo('blog'), 'see:CREATED', 'j', 'j', 'enter', 'see:Post', 'ctrl+d'],
    see: 'lines',
  },
  {
    name: 'raw',
    title: 'Raw, and jq',
    text: '`y` shows an answer as the server sent it, again as YAML, again as one line per field; `J` runs a jq filter over it while it is typed.',
    keys: [...projects, 'y', 'see:{', 'J', 'lead'],
    see: 'displayName',
  },
  {
    name: 'operations',
    title: 'Every operation',
    text: 'Whatever has no screen of its own is here: every operation of both services.',
    keys: ['X', 'see:COMMAND', '/', 'version', 'enter'],
    see: 'shown',
  },
  {
    name: 'form',
    title: 'Forms',
    text: 'A form made from the operation’s record: what each input takes, what is wrong while it is typed, ids picked from the list of what they name. `F2` shows the request.',
    keys: ['X', 'see:COMMAND', '/', '"jr statuses search"', 'enter', 'enter', 'tab', 'ctrl+o'],
    see: 'candidates',
  },
  {
    name: 'palette',
    title: 'Palette',
    text: '`:` finds screens, projects, versions, users and other things by name, key or id, operations, profiles and settings; what was chosen lately comes first.',
    keys: [':', 've'],
    see: 'versions',
  },
  {
    name: 'help',
    title: 'Help',
    text: '`?` lists the keys that work here, and why one does not; typing narrows it, `enter` runs the line.',
    keys: [...projects, '?'],
    see: 'describe',
  },
  {
    name: 'log',
    title: 'Command log',
    text: '`L` lists every request of the session with the command that makes the same; `enter` shows request and response, secrets starred out.',
    keys: [...projects, 'L', 'see:COMMAND'],
    see: 'jr',
  },
  {
    name: 'theme-light',
    title: 'Light',
    text: '`--theme light`; [ui.md](ui.md) tells how a theme is chosen.',
    keys: projects,
    see: 'HPAY',
    args: ['--theme', 'light'],
    paper: 'light',
  },
  {
    name: 'theme-high-contrast',
    title: 'High contrast',
    text: '`--theme high-contrast`: nothing dim, what matters bold.',
    keys: projects,
    see: 'HPAY',
    args: ['--theme', 'high-contrast'],
  },
  {
    name: 'theme-colour-blind',
    title: 'Colour-blind safe',
    text: '`--theme colour-blind`: blue against orange.',
    keys: projects,
    see: 'HPAY',
    args: ['--theme', 'colour-blind'],
  },
  {
    name: 'mono',
    title: 'Without colour',
    text: '`NO_COLOR`: weight, inverse video and a sign at the row under the cursor.',
    keys: projects,
    see: 'HPAY',
    args: ['--theme', 'mono'],
  },
  {
    name: 'ascii',
    title: 'ASCII',
    text: '`--ascii`: bars and signs of characters that every terminal has.',
    keys: [...projects, 'enter', 'see:Overview', '2'],
    see: '%',
    args: ['--ascii'],
  },
];
