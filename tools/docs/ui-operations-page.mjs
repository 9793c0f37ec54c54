import {code, table} from './markdown.mjs';

const services = {tracker: 'jr: the issue tracker', content: 'cf: the content service'};
const signs = {add: '`space` stages one to add', remove: '`space` stages one to take away'};

/**
 * Generate docs/ui-operations.md: for each write, its actions, matrices and form in the terminal
 * UI.
 */
export function uiOperationsPage({waysToWrite}) {
  const ways = waysToWrite();
  const led = ways.filter(({verbs, matrices}) => verbs.length + matrices.length > 0);
  const parts = [
    '# Every write of the terminal UI',
    'Generated from the screens and the catalogue by `npm run docs`. `x` lists the verbs for the object under the cursor or the selected ones; press a letter to choose. `a`, `e`, `D`, `m` and `M` also work directly on the list. Every operation has a form too: `:` and its command, or `X` and enter. A preview always precedes the request.',
    `Of ${ways.length} writes ${led.length} have a verb or a matrix; the others have their form.`,
  ];
  for (const [service, title] of Object.entries(services)) {
    const rows = ways
      .filter(({operation}) => operation.service === service)
      .map(way => [code(way.command), waysCell(way), way.operation.summary]);
    parts.push(`## ${title}`, table(['Operation and form', 'Verbs', 'Does'], rows));
  }
  parts.push('## Not available in the APIs', missing.map(text => `- ${text}`).join('\n'));
  return `${parts.join('\n\n')}\n`;
}

/**
 * Tasks that administrators look for and neither service supports; the UI says so in the relevant
 * place.
 */
const missing = [
  'Restore a blog post, a whiteboard or custom content from the trash: use the product. The list of trashed posts says so.',
  'Replace a deleted priority by another: the service has no such input (it does for resolutions and versions). The verb confirms the deletion by name.',
  'Grant content to a group by name: the content service identifies groups by id.',
  'Undo an update whose old value cannot be read, such as the issue security scheme of a project: the preview shows `cannot be undone`, or the fields that are not restored.',
];

function waysCell({verbs, matrices}) {
  // An action of several lists, such as projects and archived projects, is listed once.
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
