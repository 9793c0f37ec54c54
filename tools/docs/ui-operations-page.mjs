import {code, table} from './markdown.mjs';

const services = {tracker: 'jr: the issue tracker', content: 'cf: the content service'};
const signs = {add: '`space` stages one to add', remove: '`space` stages one to take away'};

/** docs/ui-operations.md: of each write the verbs, matrices and the form that do it in the terminal UI. */
export function uiOperationsPage({waysToWrite}) {
  const ways = waysToWrite();
  const led = ways.filter(({verbs, matrices}) => verbs.length + matrices.length > 0);
  const parts = [
    '# Every write of the terminal UI',
    'Made from the screens and the catalogue by `npm run docs`. `x` lists the verbs of the object under the cursor, or of the marked ones, and the letter chooses one there; `a`, `e`, `D`, `m` and `M` work on the list itself. Every operation has a form as well: `:` and its command, or `X` and enter. Whichever way one takes, a preview comes before anything is sent.',
    `Of ${ways.length} writes ${led.length} have a verb or a place in a matrix of their own; the others have their form.`,
  ];
  for (const [service, title] of Object.entries(services)) {
    const rows = ways
      .filter(({operation}) => operation.service === service)
      .map(way => [code(way.command), waysCell(way), way.operation.summary]);
    parts.push(`## ${title}`, table(['Operation and form', 'Verbs', 'Does'], rows));
  }
  parts.push('## What no operation does', missing.map(text => `- ${text}`).join('\n'));
  return `${parts.join('\n\n')}\n`;
}

/** What an administrator looks for and neither service has an operation for; the UI says so where it is looked for. */
const missing = [
  'Bring a blog post, a whiteboard or custom content back from the trash: that is done in the product. The list of trashed posts says so.',
  'Put another priority in the place of one that is deleted: the service takes none (a resolution or a version it does). The verb deletes it by its name.',
  'Say who is in a group, or give content to a group by its name: groups of the content service go by their id. What `:who` cannot tell for that reason it names.',
  'Put back an update whose old value no read tells, such as the issue security scheme of a project: the preview says `cannot be undone`, or what stays.',
];

function waysCell({verbs, matrices}) {
  // The same verb of several lists, such as of projects and of archived ones, is said once.
  const alike = new Map();
  for (const {place, verb} of verbs) {
    const keys = verb.key === undefined ? code('x') : `${code('x')} ${code(verb.key)}`;
    const said = `${verb.words} (${keys})`;
    alike.set(said, (alike.get(said) ?? new Set()).add(place.title));
  }
  return [
    ...[...alike].map(([said, lists]) => `${[...lists].join(', ')} › ${said}`),
    ...matrices.map(({title, change}) => `${title} › Matrix (${signs[change]})`),
  ].join('; ');
}
