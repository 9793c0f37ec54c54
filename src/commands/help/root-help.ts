import {groupNames, operationsOf} from '../../api/catalogue.ts';
import {programOf, type Service} from '../../api/operation.ts';
import {version} from '../../base/version.ts';
import type {Builtin} from '../builtin.ts';
import {globalFlags, helpFlag, versionFlag} from '../flags.ts';
import {flagRows, section, twoColumns, wrapText} from './layout.ts';
import {topics} from './topics.ts';

const subjects: Readonly<Record<Service, string>> = {
  tracker: 'Jira Cloud',
  content: 'Confluence Cloud',
};

/** The output of `jr --help`: groups, built-in commands, global flags. */
export function rootHelp(
  service: Service,
  builtins: readonly Builtin[],
  width: number,
): readonly string[] {
  const program = programOf(service);
  const own = groupNames(service);
  const further = groupNames(service, {extras: true}).filter(group => !own.includes(group));
  const rows = (groups: readonly string[]) => groups.map(group => groupRow(service, group));
  const forms = builtins.map(({usage, summary}) => [usage[0] ?? '', summary] as const);
  return [
    ...wrapText(
      `${program} ${version}: ${subjects[service]} from the shell. Each operation sends one request and prints the response as JSON.`,
      width,
    ),
    '',
    'Usage:',
    `  ${program} <group> <operation> [flags]`,
    `  ${program}    open the terminal UI`,
    '',
    'Groups:',
    ...twoColumns(rows(own), width),
    '',
    'Groups not in the API description:',
    ...twoColumns(rows(further), width),
    '',
    'Other commands:',
    ...twoColumns(forms, width),
    '',
    'Global flags, before or after the operation:',
    ...twoColumns(flagRows([...globalFlags, helpFlag, versionFlag], program), width),
    '',
    'Topics:',
    ...twoColumns(
      topics.map(({name, summary}) => [`help ${name}`, summary]),
      width,
    ),
    ...section('Examples', examplesOf(service), 1000),
    '',
    ...wrapText(
      `${program} <group> --help lists the operations of a group, ${program} <group> <operation> --help shows one operation, ${program} help <words> searches the help.`,
      width,
    ),
  ];
}

function groupRow(service: Service, group: string): readonly [string, string] {
  const names = operationsOf(service, group, {extras: true}).map(({name}) => name);
  return [group, shortList(names)];
}

/** The first names of a list and their number. */
function shortList(names: readonly string[]): string {
  const shown = names.slice(0, 3).join(', ');
  return names.length > 3 ? `${shown} … (${names.length} operations)` : shown;
}

function examplesOf(service: Service): readonly string[] {
  return service === 'tracker'
    ? ["jr project get-all --jq '.[].key' --raw-output", 'jr version get --id 10000 --pretty']
    : [
        "cf blogposts get-blog-posts --jq '.results[].title'",
        'cf labels add --page-id 1 --label a --label b --dry-run',
      ];
}
