import {findOperation, groupNames, operationsOf} from '../../api/catalogue.ts';
import {inputsOf} from '../../api/inputs-of.ts';
import type {Operation} from '../../api/operation.ts';
import type {Builtin} from '../builtin.ts';
import {builtins} from '../builtins.ts';
import type {CommandContext} from '../context.ts';
import {globalRows, helpFlag, versionFlag} from '../flags.ts';
import {scanWords} from '../scan.ts';
import {isWatchable} from '../watch-line.ts';
import {type CompletableFlag, flagOfInput, flagOfRow} from './completable.ts';

/** One way to go on: the whole word, and what it is. */
export interface Candidate {
  readonly value: string;
  readonly help?: string;
}

/** How the word being typed can go on; `files`: by the names of files, which the shell knows best. */
export type Completion = readonly Candidate[] | 'files';

/** What is only known on this machine; asked for when it is needed. */
export interface CompletionSources {
  profiles(): Promise<readonly string[]>;
  presets(): Promise<readonly string[]>;
}

/**
 * How a line can go on: groups, operations, flags, and values as far as they are known.
 *
 * @param words what follows the program's name; the last is being typed, maybe empty
 */
export async function completeWords(
  words: readonly string[],
  {service}: Pick<CommandContext, 'service'>,
  sources: CompletionSources,
): Promise<Completion> {
  const current = words.at(-1) ?? '';
  const before = words.slice(0, -1);
  if (before.includes('--')) return [];
  const line = readLine(before, service);
  const previous = before.at(-1) ?? '';
  const awaiting = line.flags.find(
    ({name, short, takesValue}) =>
      takesValue && (previous === `--${name}` || (short !== undefined && previous === `-${short}`)),
  );
  if (awaiting) return valuesOf(awaiting, current, '', sources);
  const inline = /^--([^=]+)=([\s\S]*)$/.exec(current);
  if (inline) {
    const [, name, text = ''] = inline;
    const flag = line.flags.find(one => one.name === name);
    return flag ? valuesOf(flag, text, `--${name}=`, sources) : [];
  }
  if (current.startsWith('-')) return startingWith(current, flagsLeft(line.flags, before));
  const found = startingWith(current, line.next);
  // Where no word is due, the flags of the command itself are what is left to say.
  return found.length > 0 || current !== '' ? found : flagsLeft(line.own, before);
}

/** What the words before the one being typed say. */
interface ReadLine {
  readonly flags: readonly CompletableFlag[];
  /** Those that belong to the command alone. */
  readonly own: readonly CompletableFlag[];
  /** Words that can come next. */
  readonly next: readonly Candidate[];
}

function readLine(before: readonly string[], service: CommandContext['service']): ReadLine {
  const everywhere = [...globalRows, helpFlag];
  const words = scanWords(before, everywhere).map(({word}) => word);
  const [first, second] = words;
  if (first === undefined) {
    return {flags: rowFlags([...everywhere, versionFlag]), own: [], next: firstWords(service)};
  }
  if (first === 'help') {
    return {
      flags: [],
      own: [],
      next: operationWords(words.slice(1), service, everyOperation, true),
    };
  }
  const isGroup = groupNames(service, {extras: true}).includes(first);
  const builtin = builtins.find(({name}) => name === first);
  if (isGroup && !(builtin && second === undefined)) {
    const operation = second === undefined ? undefined : findOperation(service, first, second);
    const own = inputFlags(operation);
    const next = second === undefined ? operationWords([first], service, everyOperation) : [];
    return {flags: [...own, ...rowFlags(everywhere)], own, next};
  }
  if (builtin === undefined) return {flags: [], own: [], next: []};
  const read = readBuiltin(builtin, before, service);
  return isGroup ? {...read, next: operationWords([first], service, everyOperation)} : read;
}

function readBuiltin(
  builtin: Builtin,
  before: readonly string[],
  service: CommandContext['service'],
): ReadLine {
  const rows = [...builtin.flags, ...(builtin.takesGlobals ? globalRows : []), helpFlag];
  const words = scanWords(before, rows)
    .map(({word}) => word)
    .slice(1);
  const [group = '', name = ''] = words;
  const {words: wanted} = builtin;
  const operation = wanted === 'lists' ? findOperation(service, group, name) : undefined;
  const own = [...inputFlags(operation), ...rowFlags(builtin.flags)];
  const flags = [...inputFlags(operation), ...rowFlags(rows)];
  if (wanted === undefined) return {flags, own, next: []};
  if (wanted !== 'operations' && wanted !== 'lists') {
    return {flags, own, next: words.length === 0 ? wanted.map(value => ({value})) : []};
  }
  const isWanted = wanted === 'lists' ? isWatchable : everyOperation;
  return {flags, own, next: operationWords(words, service, isWanted)};
}

/** The groups, or the operations of a group, that lead to an operation of a kind. */
function operationWords(
  [group, ...rest]: readonly string[],
  service: CommandContext['service'],
  isWanted: (operation: Operation) => boolean,
  withBuiltins = false,
): readonly Candidate[] {
  const wantedOf = (of: string) => operationsOf(service, of, {extras: true}).filter(isWanted);
  if (rest.length > 0) return [];
  if (group !== undefined) {
    return wantedOf(group).map(({name, summary}) => ({value: name, help: summary}));
  }
  const groups = groupNames(service, {extras: true}).filter(name => wantedOf(name).length > 0);
  const further = withBuiltins ? builtinWords() : [];
  return [
    ...groups.map(value => ({value, help: `${wantedOf(value).length} operations`})),
    ...further.filter(({value}) => !groups.includes(value)),
  ];
}

function firstWords(service: CommandContext['service']): readonly Candidate[] {
  const help = {value: 'help', help: 'explain a command'};
  return [...operationWords([], service, everyOperation, true), help];
}

function builtinWords(): readonly Candidate[] {
  return builtins.map(({name, summary}) => ({value: name, help: summary}));
}

const everyOperation = (): boolean => true;

function inputFlags(operation: Operation | undefined): readonly CompletableFlag[] {
  const all = operation === undefined ? [] : inputsOf(operation);
  const inputs = all.filter(({unavailable}) => unavailable === undefined);
  const flags = inputs.map(flagOfInput);
  return [...flags.filter(flag => flag.isRequired), ...flags.filter(flag => !flag.isRequired)];
}

function rowFlags(rows: readonly Parameters<typeof flagOfRow>[0][]): readonly CompletableFlag[] {
  return rows.map(flagOfRow);
}

/** Flags that can still be given. */
function flagsLeft(
  flags: readonly CompletableFlag[],
  before: readonly string[],
): readonly Candidate[] {
  const given = new Set(before.map(word => /^--([^=]+)/.exec(word)?.[1]));
  return flags
    .filter(({name, isList}) => isList || !given.has(name))
    .map(({name, help, isRequired}) => ({
      value: `--${name}`,
      help: isRequired ? `(required) ${help}` : help,
    }));
}

/** The values of a flag; those of a list go on after the last comma. */
async function valuesOf(
  {values, suggests, isList}: CompletableFlag,
  text: string,
  prefix: string,
  sources: CompletionSources,
): Promise<Completion> {
  if (suggests === 'files') return 'files';
  if (suggests === 'body') return text.startsWith('@') ? 'files' : [];
  const known = suggests === undefined ? values : await sources[suggests]();
  const kept = isList ? text.slice(0, text.lastIndexOf(',') + 1) : '';
  const used = new Set(kept.split(','));
  return startingWith(
    prefix + text,
    known.filter(value => !used.has(value)).map(value => ({value: prefix + kept + value})),
  );
}

function startingWith(start: string, candidates: readonly Candidate[]): readonly Candidate[] {
  return candidates.filter(({value}) => value.startsWith(start));
}
