import {code, table} from './markdown.mjs';

const programs = {tracker: 'jr', content: 'cf'};
const titles = {
  tracker: 'the issue tracker',
  content: 'the content service',
};

/** docs/commands.md: every operation of both commands, from the catalogue. */
export function commandsPage(sources, flags) {
  const {operations, groupNames, inputsOf} = sources;
  const parts = [
    '# Commands',
    'Made from the catalogue by `npm run docs`. `jr schema` and `cf schema` print the same as JSON, with every rule and limit; `--help` after an operation explains its flags. The fields of a body are flags too: [bodies.md](bodies.md).',
    'Required flags are bold. An operation marked + is not in the API documents but has been added because the terminal UI needs it. A list comes with its pages merged unless `--no-paginate` is given. `jr watch` before an operation follows a list; `jr watch webhook get-failed` has a page of its own: [watch.md](watch.md).',
    '## Global flags',
    flags,
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
  'JSON stays the default. `--output` (`-o`) writes the list of an answer, its one object, or what `--jq` gives as something else: `table` fits the terminal and is uncut where there is none; `csv` and `tsv` are quoted as RFC 4180 says, begin with a line of titles and hold nothing that a spreadsheet would run; `jsonl` is one item a line; `yaml` the same items as YAML. All but tables are written page by page, however long the list: when a later page fails, what was read is written, and the failure says `"partial": true`. `jr batch` writes its results so, `jr watch` its events (not as a table), and so do the commands that make their answer themselves.',
  "The columns are those of the terminal UI's lists; where there are none, what an item has. `--columns key,name,lead.displayName,/id` chooses and orders them by id, title, member or JSON pointer; completion offers them. A name near one that is there is refused with it; what leads nowhere otherwise is an empty cell.",
  '```sh\njr project search --expand lead,insight -o table\njr project search --expand lead -o csv --columns key,name,lead.displayName > projects.csv\njr webhook get-failed -o jsonl > failed.jsonl\n```',
];

/** What `id` finds, from its table. */
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
        inside === undefined ? '' : `${inside}${within.required ? ' (required)' : ''}`,
        code(`${program} ${list}`),
      ];
    }),
  );
  return [
    '## Names instead of ids',
    '`jr id KIND NAME` prints the id of the one thing of that name, for `$(jr id project HPAY)`: exactly that name, else that name in another case, never a part of one. Nothing of that name is exit code 3 with the nearest names, several are 6 with their ids in `candidates`. `--in` says what it lies in, by id, key or name; where it is required it may stand before a slash: `jr id version HPAY/2.4.0`. With `--jq` the filter gets the thing as it was listed. Completion offers the same things.',
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
