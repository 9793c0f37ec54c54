import {groupNames, operationsOf} from '../api/catalogue.ts';
import {programOf, type Service} from '../api/operation.ts';
import type {Builtin} from './builtin.ts';
import {allBuiltins, findBuiltin, namesOfBuiltins} from './builtins.ts';
import {writeHelp} from './color.ts';
import type {CommandContext} from './context.ts';
import {flagRows, helpWidth, section, twoColumns, wrapText} from './help/layout.ts';
import {operationHelp} from './help/operation-help.ts';
import {rootHelp} from './help/root-help.ts';
import {searchHelp} from './help/search-help.ts';
import {namedOperation} from './named-operation.ts';
import {type Scanned, wrongLine} from './scan.ts';

/** After `help` it asks where the words behind it are spoken of; no group has this name. */
const searchWord = 'search';

/**
 * Print the help of what the words name: everything, a group, an operation, a built-in command; or
 * what is found by the words after `search`.
 *
 * @returns the exit code
 * @throws Failure 'command_error' for words that name nothing
 */
export function printHelp(
  words: readonly string[],
  texts: Scanned['texts'],
  context: CommandContext,
): number {
  const {host} = context;
  writeHelp(helpLines(words, context, helpWidth(host.stdout.columns)), texts, host);
  return 0;
}

function helpLines(
  [group, name, ...rest]: readonly string[],
  context: CommandContext,
  width: number,
): readonly string[] {
  const {program, service} = context;
  if (group === undefined || group === 'help') return rootHelp(service, allBuiltins(), width);
  if (group === searchWord) return found([name ?? '', ...rest], context, width);
  const isGroup = groupNames(service, {extras: true}).includes(group);
  const builtin = findBuiltin(group);
  if (builtin && (!isGroup || name === undefined)) {
    const own = builtinHelp(program, builtin, width);
    return isGroup ? [...groupHelp(service, group, width), '', ...own] : own;
  }
  if (isGroup && name === undefined) return groupHelp(service, group, width);
  const operation = namedOperation(group, name, context, namesOfBuiltins());
  return operationHelp(operation, width);
}

/**
 * @throws Failure 'command_error' when nothing has all the words
 */
function found(
  words: readonly string[],
  {program, service}: CommandContext,
  width: number,
): readonly string[] {
  const all = words.flatMap(word => word.split(/\s+/)).filter(word => word !== '');
  const lines = all.length === 0 ? [] : searchHelp(all, service, allBuiltins(), width);
  if (lines.length > 0) return lines;
  const message =
    all.length === 0 ? 'help search requires a search term.' : `No match for ${all.join(' and ')}.`;
  throw wrongLine(
    message,
    `${program} help search permission scheme finds entries with both words; ${program} --help lists the groups.`,
  );
}

/** What `jr raw --help` and the like print. */
function builtinHelp(
  program: 'jr' | 'cf',
  builtin: Omit<Builtin, 'run'>,
  width: number,
): readonly string[] {
  const {name, summary, usage, flags, notes, examples, takesGlobals} = builtin;
  return [
    ...wrapText(`${program} ${name}: ${summary}`, width),
    '',
    'Usage:',
    ...usage.map(form => `  ${program} ${form}`),
    ...(flags.length > 0 ? ['', 'Flags:', ...twoColumns(flagRows(flags), width)] : []),
    ...section('Notes', notes, width),
    ...section(
      'Examples',
      examples.map(line => `${program} ${line}`),
      1000,
    ),
    ...(takesGlobals ? ['', `Global flags: ${program} --help.`] : []),
  ];
}

/** What `jr <group> --help` prints: the operations of a group. */
function groupHelp(service: Service, group: string, width: number): readonly string[] {
  const program = programOf(service);
  const operations = operationsOf(service, group, {extras: true});
  const rows = operations.map(({name, summary, deprecated, extra}) => {
    const marks = [deprecated ? 'deprecated' : '', extra ? 'not in the API description' : ''];
    const mark = marks.filter(Boolean).join(', ');
    return [name, mark === '' ? summary : `${summary} (${mark})`] as const;
  });
  return [
    'Usage:',
    `  ${program} ${group} <operation> [flags]`,
    '',
    'Operations:',
    ...twoColumns(rows, width),
    '',
    ...wrapText(
      `${program} ${group} <operation> --help shows one operation. Global flags: ${program} --help.`,
      width,
    ),
  ];
}
