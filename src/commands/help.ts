import {findOperation, groupNames, operationsOf} from '../api/catalogue.ts';
import {programOf, type Service} from '../api/operation.ts';
import {nearestNames} from '../base/nearest.ts';
import type {Builtin} from './builtin.ts';
import {allBuiltins, findBuiltin, namesOfBuiltins} from './builtins.ts';
import {writeHelp} from './color.ts';
import type {CommandContext} from './context.ts';
import type {FlagRow} from './flags.ts';
import {exampleLinesOf} from './help/examples.ts';
import {flagRows, helpWidth, section, twoColumns, wrapText} from './help/layout.ts';
import {operationHelp} from './help/operation-help.ts';
import {rootHelp} from './help/root-help.ts';
import {searchHelp} from './help/search-help.ts';
import {topics} from './help/topics.ts';
import {namedOperation} from './invocation.ts';
import {type Scanned, wrongLine} from './scan.ts';
import {knowsEquivalent} from './unknown-command.ts';

/** `help search` searches the help; no group has this name. */
const searchWord = 'search';

/**
 * Print the help of the subject that the words name: the program, a group, an operation, a built-in
 * command or a topic; or the search results for the words after `search`.
 *
 * @param isSearched whether words that name nothing are searched for too
 * @returns the exit code
 * @throws Failure 'command_error' for words that name nothing
 */
export function printHelp(
  words: readonly string[],
  texts: Scanned['texts'],
  context: CommandContext,
  isSearched = false,
): number {
  const {host} = context;
  const width = helpWidth(host.stdout.columns);
  const lines = isSearched ? searchedLines(words, context, width) : undefined;
  writeHelp(lines ?? helpLines(words, context, width), texts, host);
  return 0;
}

function helpLines(
  [group, name, ...rest]: readonly string[],
  context: CommandContext,
  width: number,
): readonly string[] {
  const {service} = context;
  if (group === undefined || group === 'help')
    return rootHelp(service, allBuiltins(service), width);
  if (group === searchWord) return found([name ?? '', ...rest], context, width);
  const isGroup = groupNames(service, {extras: true}).includes(group);
  const builtin = findBuiltin(group, service);
  if (builtin && (!isGroup || name === undefined)) {
    const own = builtinHelp(service, builtin, width);
    return isGroup ? [...groupHelp(service, group, width), '', ...own] : own;
  }
  if (isGroup && name === undefined) return groupHelp(service, group, width);
  const topic = topics.find(one => one.name === group);
  if (topic) return topic.lines(service, width);
  const operation = namedOperation(group, name, context, namesOfBuiltins());
  return operationHelp(operation, width);
}

/**
 * The search results for words that name no subject; undefined if they name one, or if advice on
 * the first word is better.
 *
 * @throws Failure 'command_error' if nothing contains all words, or all but one
 */
function searchedLines(
  words: readonly string[],
  context: CommandContext,
  width: number,
): readonly string[] | undefined {
  const {service} = context;
  const [first = searchWord, second] = words;
  const isGroup = groupNames(service, {extras: true}).includes(first);
  const isNamed =
    [searchWord, 'help', ...topics.map(({name}) => name)].includes(first) ||
    (isGroup ? second === undefined : findBuiltin(first, service) !== undefined) ||
    findOperation(service, first, second ?? '') !== undefined;
  if (isNamed) return undefined;
  const all = wordsOf(words);
  const lines = searchHelp(all, service, allBuiltins(service), width);
  // Advice on a mistyped word is better than search results.
  const isAdvised = knowsEquivalent(service, first, second);
  if (lines.length > 0) return isAdvised && words.length === 1 ? undefined : lines;
  const near = nearestNames(first, groupNames(service, {extras: true}));
  if (isAdvised || isGroup || near.length > 0 || all.length < 2) return undefined;
  return linesWithoutOne(all, service, width) ?? found(all, context, width);
}

/** Search for all words but one; undefined without results. */
function linesWithoutOne(
  words: readonly string[],
  service: Service,
  width: number,
): readonly string[] | undefined {
  for (const [i, word] of [...words.entries()].reverse()) {
    const lines = searchHelp(words.toSpliced(i, 1), service, allBuiltins(service), width);
    if (lines.length > 0) return [`Nothing matches all words. Without "${word}":`, '', ...lines];
  }
  return undefined;
}

/** @throws Failure 'command_error' if nothing contains all words */
function found(
  words: readonly string[],
  {program, service}: CommandContext,
  width: number,
): readonly string[] {
  const all = wordsOf(words);
  const lines = all.length === 0 ? [] : searchHelp(all, service, allBuiltins(service), width);
  if (lines.length > 0) return lines;
  const message =
    all.length === 0 ? 'help search requires a search term.' : `No match for ${all.join(' and ')}.`;
  throw wrongLine(
    message,
    `${program} help search permission scheme finds entries with both words; ${program} --help lists the groups.`,
  );
}

function wordsOf(texts: readonly string[]): readonly string[] {
  return texts.flatMap(text => text.split(/\s+/)).filter(word => word !== '');
}

/** Whether a service has an operation, written as `group name`. */
function hasOperation(service: Service, title: string): boolean {
  const [group = '', name = ''] = title.split(' ');
  return findOperation(service, group, name) !== undefined;
}

/** Flags under a heading, those that work only with one thing under another. */
function flagSections(flags: readonly FlagRow[], width: number): readonly string[] {
  const limits = [...new Set(flags.map(({only}) => only))];
  return limits.flatMap(limit => [
    '',
    limit === undefined ? 'Flags:' : `Flags for ${limit}:`,
    ...twoColumns(flagRows(flags.filter(({only}) => only === limit)), width),
  ]);
}

/** The output of `jr raw --help` and other built-in commands. */
function builtinHelp(
  service: Service,
  builtin: Omit<Builtin, 'run'>,
  width: number,
): readonly string[] {
  const {name, summary, usage, flags, notes, takesGlobals} = builtin;
  const program = programOf(service);
  const own = flags.filter(({only}) => only === undefined || hasOperation(service, only));
  return [
    ...wrapText(`${program} ${name}: ${summary}`, width),
    '',
    'Usage:',
    ...usage.map(form => `  ${program} ${form}`),
    ...flagSections(own, width),
    ...section('Notes', notes, width),
    ...section('Examples', exampleLinesOf(builtin, service), 1000),
    ...(takesGlobals ? ['', `Global flags: ${program} --help.`] : []),
  ];
}

/** The output of `jr <group> --help`: the operations of a group. */
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
