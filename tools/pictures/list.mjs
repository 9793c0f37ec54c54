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
    text: 'Each feature with its number of items. Beside them, what needs attention (`n` moves from one to the next, `enter` opens it), the failed deliveries of the last day, the next releases and the last writes. `:` opens anything.',
    keys: ['see:peak'],
    see: 'Next releases',
  },
  {
    name: 'projects',
    title: 'Lists',
    text: 'Every list has filters (`/`), sorting (`s`), selection (`space`), horizontal scrolling (`h` `l`), a column chooser (`W`), export (`E`) and refresh (`r`, `R`). The line above the keys is the command that returns the same data; `Y` copies it.',
    keys: [...projects, 'space', 'space'],
    see: 'selected',
  },
  {
    name: 'filter',
    title: 'Filter',
    text: 'A row must match all words; `|` means or, `!` not, `~` fuzzy, `/…/` a regular expression; `column:word` and `column>3` match one column. Matches are highlighted, and the count shows how many rows are hidden.',
    keys: [...projects, '/', 'classic !lena', 'enter'],
    see: 'shown',
  },
  {
    name: 'preview',
    title: 'Preview',
    text: '`p` shows the details of the row under the cursor beside its list.',
    keys: [...projects, 'j', 'p'],
    see: 'ITSD',
  },
  {
    name: 'versions',
    title: 'Release board',
    text: 'The versions of a project with the progress of their issues, counted for the visible rows. `enter` leads to related work, custom fields and unresolved issues.',
    keys: [...projects, 'enter', 'see:Overview', '2'],
    see: '%',
  },
  {
    name: 'permission-matrix',
    title: 'Permission matrix',
    text: 'Who has which permission in a scheme. Other tabs show where the scheme is used and its problems.',
    keys: [...goTo('perm'), 'see:NAME', 'enter', 'see:Grants', '2'],
    see: '●',
  },
  {
    name: 'notification-matrix',
    title: 'Notification matrix',
    text: 'Who is notified of which event; events without a recipient come first.',
    keys: [...goTo('notif'), 'see:NAME', 'enter', 'see:Events', '2'],
    see: '●',
  },
  {
    name: 'monitor',
    title: 'Failed webhooks, live',
    text: 'Failed deliveries by URL as they arrive, with counts for 15 minutes to 72 hours; other tabs list the records and chart them over time. The monitor continues behind every other screen, and the header counts new failures.',
    keys: [...goTo('failed'), 'see:polled'],
    see: 'TREND',
  },
  {
    name: 'webhooks',
    title: 'Webhooks that expire',
    text: 'Registered webhooks by remaining days; `x` refreshes the selected ones after a preview.',
    keys: [...goTo('wh'), 'see:LEFT', 'space', 'space'],
    see: 'selected',
  },
  {
    name: 'blog-post',
    title: 'Blog posts',
    text: 'The text of a post: headings, lists, tables, code, links, macros by name. Tabs contain versions (`=` compares two), comments, likes, labels, attachments, properties and permissions.',
    keys: [...goTo('blog'), 'see:CREATED', 'j', 'j', 'enter', 'see:Post', 'ctrl+d'],
    see: 'lines',
  },
  {
    name: 'raw',
    title: 'Raw, and jq',
    text: '`y` shows the response as the server sent it, then as YAML, then one field per line; `J` filters it with jq while you type.',
    keys: [...projects, 'y', 'see:{', 'J', 'lead'],
    see: 'displayName',
  },
  {
    name: 'operations',
    title: 'Every operation',
    text: 'All operations of both services, including those without a screen of their own.',
    keys: ['X', 'see:COMMAND', '/', 'version', 'enter'],
    see: 'shown',
  },
  {
    name: 'form',
    title: 'Forms',
    text: 'A form built from the record of the operation: it explains each input, reports problems while you type, and offers objects by name. `F2` shows the request.',
    keys: ['X', 'see:COMMAND', '/', '"jr statuses search"', 'enter', 'enter', 'tab', 'ctrl+o'],
    see: 'candidates',
  },
  {
    name: 'palette',
    title: 'Palette',
    text: '`:` finds screens, objects by name, key or id, operations, profiles and settings; recent choices come first.',
    keys: [':', 've'],
    see: 'versions',
  },
  {
    name: 'help',
    title: 'Help',
    text: '`?` lists the keys of the current screen, with the reason where one is unavailable. Type to search; `enter` runs the selected key.',
    keys: [...projects, '?'],
    see: 'describe',
  },
  {
    name: 'log',
    title: 'Command log',
    text: '`L` lists the requests of the session, each with the equivalent command; `enter` shows request and response, with secrets masked.',
    keys: [...projects, 'L', 'see:COMMAND'],
    see: 'jr',
  },
  {
    name: 'theme-light',
    title: 'Light',
    text: '`--theme light`. [ui.md](ui.md) describes how a theme is chosen.',
    keys: projects,
    see: 'HPAY',
    args: ['--theme', 'light'],
    paper: 'light',
  },
  {
    name: 'theme-high-contrast',
    title: 'High contrast',
    text: '`--theme high-contrast`: no dim text, important text in bold.',
    keys: projects,
    see: 'HPAY',
    args: ['--theme', 'high-contrast'],
  },
  {
    name: 'theme-colour-blind',
    title: 'Colour-blind safe',
    text: '`--theme colour-blind`: blue and orange.',
    keys: projects,
    see: 'HPAY',
    args: ['--theme', 'colour-blind'],
  },
  {
    name: 'mono',
    title: 'Without colour',
    text: '`NO_COLOR`: bold and inverse text, and a sign at the row under the cursor.',
    keys: projects,
    see: 'HPAY',
    args: ['--theme', 'mono'],
  },
  {
    name: 'ascii',
    title: 'ASCII',
    text: '`--ascii`: bars and signs drawn with ASCII characters.',
    keys: [...projects, 'enter', 'see:Overview', '2'],
    see: '%',
    args: ['--ascii'],
  },
];
