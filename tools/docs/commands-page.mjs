import {exitCodeTable} from './exit-codes.mjs';
import {code, table} from './markdown.mjs';

const programs = {tracker: 'jr', content: 'cf'};
const titles = {
  tracker: 'the issue tracker',
  content: 'the content service',
};

/** Generate docs/commands.md: every operation of both commands, from the catalogue. */
export function commandsPage(sources, flags) {
  const {operations, groupNames, inputsOf} = sources;
  const parts = [
    '# Commands',
    'Generated from the catalogue by `npm run docs`. `jr schema` and `cf schema` print the same data as JSON, with all rules and limits; `--help` after an operation explains its flags. Body fields are flags too: [bodies.md](bodies.md).',
    'Required flags are bold. An operation marked + is not in the API documents; the terminal UI needs it. All pages of a list are merged unless `--no-paginate` is given. `jr watch` before an operation polls a list; for `jr watch webhook get-failed`, see [watch.md](watch.md).',
    '## Global flags',
    flags,
    '## Errors and exit codes',
    'On an error stdout is empty, stderr has one JSON line (`error_type`, `message`, `hint`, `request` …), and the exit code identifies the kind of error. `jr help exit-codes` prints this table.',
    exitCodeTable(sources),
    ...outputParts,
    ...namesParts(sources),
  ];
  for (const service of ['tracker', 'content']) {
    parts.push(`## ${programs[service]}: ${titles[service]}`);
    for (const group of groupNames(service, {extras: true})) {
      const rows = operations
        .filter(operation => operation.service === service && operation.group === group)
        .map(operation => operationRow(operation, inputsOf(operation)));
      parts.push(
        `### ${programs[service]} ${group}`,
        table(['Operation', 'Does', 'Request', 'Flags'], rows),
      );
    }
  }
  return `${parts.join('\n\n')}\n`;
}

const outputParts = [
  '## Tables, spreadsheets, lines and YAML',
  'JSON is the default. `--output` (`-o`) writes the list or object of a response, or the result of `--jq`, in another format: `table` fits the terminal and is complete elsewhere; `csv` and `tsv` are quoted according to RFC 4180, start with a header line and escape spreadsheet formulas; `jsonl` is one item per line; `yaml` contains the same items as YAML. All formats except tables are written page by page: if a later page fails, the earlier pages have been written, and the error has `"partial": true`. The formats also apply to the results of `jr batch`, to the events of `jr watch` (except tables), and to commands that produce their own output.',
  "The columns are those of the terminal UI's lists, or else the members of the items. `--columns key,name,lead.displayName,/id` selects and orders them by id, title, member or JSON pointer; completion offers them. A name similar to a known one is an error that suggests it; any other unknown name is an empty cell.",
  '```sh\njr project search --expand lead,insight -o table\njr project search --expand lead -o csv --columns key,name,lead.displayName > projects.csv\njr webhook get-failed -o jsonl > failed.jsonl\n```',
];

/** List the kinds that `id` finds, from its table. */
function namesParts({findNameList, kindWord, namedKinds}) {
  const rows = Object.entries(programs).flatMap(([service, program]) =>
    namedKinds(service).map(kind => {
      const {source, within} = findNameList(service, kind);
      const {key, names, list} = source;
      const inside = within?.names ?? within?.name;
      return [
        code(`${program} id ${kindWord(kind)}`),
        names.map(pointer => pointer.slice(1)).join(', '),
        key === source.id ? 'key' : source.id.slice(1),
        inside === undefined
          ? ''
          : `${inside}${within.required && !source.everywhere ? ' (required)' : ''}`,
        code(`${program} ${list}`),
      ];
    }),
  );
  return [
    '## Names instead of ids',
    '`jr id KIND NAME` prints the id of the object with that name, for `$(jr id project HPAY)`. It matches whole names: exact first, then case-insensitive. It exits with 3 and the nearest names if there is no match, and with 6 and the ids in `candidates` if there are several. `--in` names the parent by id, key or name; a required parent may also be a prefix: `jr id version HPAY/2.4.0`. The filter of `--jq` receives the object as listed. Completion offers the same names.',
    table(['Command', 'Known by', 'Prints', '`--in`', 'Listed by'], rows),
  ];
}

function operationRow(operation, inputs) {
  const notes = [
    operation.summary,
    operation.deprecated ? `(deprecated: ${operation.deprecated.note})` : '',
    operation.irreversible ? '(cannot be undone)' : '',
  ];
  return [
    `${code(operation.name)}${operation.extra ? ' +' : ''}`,
    notes.filter(Boolean).join(' '),
    code(`${operation.method} ${operation.path}`),
    inputs.map(inputText).join(' '),
  ];
}

function inputText(input) {
  if (input.unavailable || input.deprecated) return `~~--${input.name}~~`;
  const name = code(`--${input.name}`);
  return input.required ? `**${name}**` : name;
}
