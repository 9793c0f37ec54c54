import {findOperation, groupNames, operationsOf} from '../../api/catalogue.ts';
import {findInput, inputsOf, isBodyPath} from '../../api/inputs-of.ts';
import {findKind, findNameList, kindWord, namedKinds} from '../../api/naming/name-listing.ts';
import type {Operation} from '../../api/operation.ts';
import type {Builtin} from '../builtin.ts';
import {allBuiltins, findBuiltin, scanCommand} from '../builtins.ts';
import type {CommandContext} from '../context.ts';
import {globalRows, helpFlag, versionFlag} from '../flags.ts';
import {columnNames} from '../formatted.ts';
import {isGroupName} from '../invocation.ts';
import type {Scanned} from '../scan.ts';
import {isWatchable} from '../watchable.ts';
import {
  type CompletableFlag,
  type CompletionCandidate,
  flagOfInput,
  flagOfRow,
} from './completable.ts';
import {completeName, type NameSources, type TypedName} from './complete-names.ts';

/** Candidates for the typed word; `files`: the shell completes file names. */
export type Completion = readonly CompletionCandidate[] | 'files';

/** Data known only on this machine, read when needed. */
export interface CompletionSources extends NameSources {
  profiles(): Promise<readonly string[]>;
  presets(): Promise<readonly string[]>;
}

/**
 * Complete a line: groups, operations, flags, and known values.
 *
 * @param words words after the program's name; the last is incomplete and may be empty
 */
export async function completeWords(
  words: readonly string[],
  {service}: Pick<CommandContext, 'service'>,
  sources: CompletionSources,
): Promise<Completion> {
  const current = words.at(-1) ?? '';
  const before = words.slice(0, -1);
  if (before.includes('--')) return [];
  const line = readLine(before, current, service);
  const {flags, own = [], next = [], named, given = () => [], operation} = line;
  const previous = before.at(-1) ?? '';
  const awaiting = flags.find(
    ({name, short, takesValue}) =>
      takesValue && (previous === `--${name}` || (short !== undefined && previous === `-${short}`)),
  );
  const values = (flag: CompletableFlag, text: string, prefix: string) =>
    valuesOf(flag, text, prefix, sources, {service, given, operation});
  if (awaiting) return values(awaiting, current, '');
  const inline = /^--([^=]+)=([\s\S]*)$/.exec(current);
  if (inline) {
    const [, name, text = ''] = inline;
    const flag = flags.find(one => one.name === name);
    return flag ? values(flag, text, `--${name}=`) : [];
  }
  if (current.startsWith('-')) return startingWith(current, flagsLeft(flags, before));
  if (named !== undefined) {
    return completeName({...named, service, text: current, given}, sources);
  }
  const found = startingWith(current, next);
  // If no word is expected, offer the command's own flags.
  return found.length > 0 || current !== '' ? found : flagsLeft(own, before);
}

/** The meaning of the preceding words. */
interface ReadLine {
  readonly flags: readonly CompletableFlag[];
  /** Those of the command itself. */
  readonly own?: readonly CompletableFlag[];
  /** Words that can follow. */
  readonly next?: readonly CompletionCandidate[];
  /** The entity the word names, if it is a name. */
  readonly named?: Pick<TypedName, 'kind' | 'by'>;
  /** Values given for inputs that identify an entity of a kind. */
  readonly given?: TypedName['given'];
  /** The operation whose response is requested. */
  readonly operation?: Operation | undefined;
}

/** The values on a line that identify an entity of a kind. */
function givenOf({texts}: Scanned, operation: Operation): TypedName['given'] {
  return kind => {
    const inputs = inputsOf(operation).filter(({names}) => names === kind);
    return inputs.flatMap(({name}) => texts.get(name) ?? []);
  };
}

/** The typed flags for nested members of the body. */
function deeperFlags(typed: readonly string[], operation: Operation): readonly CompletableFlag[] {
  const names = typed.flatMap(word => /^--([^=]+)/.exec(word)?.[1] ?? []).filter(isBodyPath);
  return names.flatMap(name => findInput(operation, name) ?? []).map(flagOfInput);
}

function readLine(
  before: readonly string[],
  current: string,
  service: CommandContext['service'],
): ReadLine {
  const typed = [...before, current];
  const everywhere = [...globalRows, helpFlag];
  const line = scanCommand(before, service);
  const {words} = line;
  const [first, second] = words;
  if (first === undefined) {
    const help = {value: 'help', help: 'explain a command'};
    const next = [...operationWords([], service, everyOperation, true), help];
    return {flags: [...everywhere, versionFlag].map(flagOfRow), next};
  }
  if (first === 'help') {
    const further = second === undefined ? [searchCandidate] : [];
    const named = operationWords(words.slice(1), service, everyOperation, true);
    return {flags: [], next: [...named, ...further]};
  }
  const isGroup = isGroupName(first, service);
  const builtin = findBuiltin(first, service);
  if (isGroup && !(builtin && second === undefined)) {
    const operation = second === undefined ? undefined : findOperation(service, first, second);
    const own = inputFlags(operation);
    const next = second === undefined ? operationWords([first], service, everyOperation) : [];
    const flags = [...own, ...everywhere.map(flagOfRow)];
    if (operation === undefined) return {flags, own, next};
    const all = [...flags, ...deeperFlags(typed, operation)];
    return {flags: all, own, next, given: givenOf(line, operation), operation};
  }
  if (builtin === undefined) return {flags: []};
  const read = readBuiltin(builtin, line, service);
  return isGroup ? {...read, next: operationWords([first], service, everyOperation)} : read;
}

const searchCandidate = {value: 'search', help: 'search the help'};

function readBuiltin(
  builtin: Builtin,
  line: Scanned,
  service: CommandContext['service'],
): ReadLine {
  const rows = [...builtin.flags, ...(builtin.takesGlobals ? globalRows : []), helpFlag];
  const words = line.words.slice(1);
  const [group = '', name = ''] = words;
  const {words: wanted} = builtin;
  const operation = wanted === 'lists' ? findOperation(service, group, name) : undefined;
  const own = [...inputFlags(operation), ...builtin.flags.map(flagOfRow)];
  const flags = [...inputFlags(operation), ...rows.map(flagOfRow)];
  if (wanted === undefined) return {flags, own};
  if (wanted === 'names') {
    return {
      own,
      ...nameWords(line, words, service),
      flags: withParents(flags, group, service),
    };
  }
  if (wanted !== 'operations' && wanted !== 'lists') {
    const first = typeof wanted === 'function' ? wanted(service) : wanted;
    return {flags, own, next: words.length === 0 ? first.map(value => ({value})) : []};
  }
  const isWanted = wanted === 'lists' ? isWatchable : everyOperation;
  const next = operationWords(words, service, isWanted);
  return {flags, own, next, ...(operation && {given: givenOf(line, operation)})};
}

/** The flags of `id`; the parent may be given by name. */
function withParents(
  flags: readonly CompletableFlag[],
  word: string,
  service: CommandContext['service'],
): readonly CompletableFlag[] {
  const kind = findKind(service, word);
  const {names, by} = (kind && findNameList(service, kind)?.within) ?? {};
  if (names === undefined) return flags;
  const naming = {names, by: by === 'idOrKey' ? ('key' as const) : ('id' as const)};
  return flags.map(flag => (flag.name === 'in' ? {...flag, naming} : flag));
}

/** The words of `id`: a kind, then a name. */
function nameWords(
  {texts}: Scanned,
  [word, ...rest]: readonly string[],
  service: CommandContext['service'],
): Pick<ReadLine, 'next' | 'named' | 'given'> {
  const within = texts.get('in') ?? [];
  const given = () => within;
  if (word === undefined) {
    return {next: namedKinds(service).map(kind => ({value: kindWord(kind)})), given};
  }
  const kind = rest.length === 0 ? findKind(service, word) : undefined;
  return {next: [], given, ...(kind && {named: {kind, by: 'words'}})};
}

/** The groups, or the operations of a group, that are of a kind. */
function operationWords(
  [group, ...rest]: readonly string[],
  service: CommandContext['service'],
  isWanted: (operation: Operation) => boolean,
  withBuiltins = false,
): readonly CompletionCandidate[] {
  const wantedOf = (of: string) => operationsOf(service, of, {extras: true}).filter(isWanted);
  if (rest.length > 0) return [];
  if (group !== undefined) {
    return wantedOf(group).map(({name, summary}) => ({value: name, help: summary}));
  }
  const groups = groupNames(service, {extras: true}).filter(name => wantedOf(name).length > 0);
  const further = (withBuiltins ? allBuiltins(service) : []).filter(
    ({name}) => !groups.includes(name),
  );
  return [
    ...groups.map(value => ({value, help: `${wantedOf(value).length} operations`})),
    ...further.map(({name, summary}) => ({value: name, help: summary})),
  ];
}

const everyOperation = (): boolean => true;

function inputFlags(operation: Operation | undefined): readonly CompletableFlag[] {
  const all = operation === undefined ? [] : inputsOf(operation);
  const inputs = all.filter(({unavailable}) => unavailable === undefined);
  const {expiring} = operation ?? {};
  const flags: readonly CompletableFlag[] = [
    ...inputs.map(flagOfInput),
    ...(expiring ? [flagOfRow({name: expiring.flag, type: 'string', help: expiring.help})] : []),
  ];
  return [...flags.filter(flag => flag.isRequired), ...flags.filter(flag => !flag.isRequired)];
}

/** Flags that can still be given. */
function flagsLeft(
  flags: readonly CompletableFlag[],
  before: readonly string[],
): readonly CompletionCandidate[] {
  const given = new Set(before.map(word => /^--([^=]+)/.exec(word)?.[1]));
  return flags
    .filter(({name, isList}) => isList || !given.has(name))
    .map(({name, help, isRequired}) => ({
      value: `--${name}`,
      help: isRequired ? `(required) ${help}` : help,
    }));
}

/** Complete the value of a flag; for a list, after the last comma. */
async function valuesOf(
  {values, suggests, isList, naming}: CompletableFlag,
  text: string,
  prefix: string,
  sources: CompletionSources,
  line: Pick<TypedName, 'service' | 'given'> & Pick<ReadLine, 'operation'>,
): Promise<Completion> {
  if (suggests === 'files') return 'files';
  if (suggests === 'body') return text.startsWith('@') ? 'files' : [];
  const isColumns = suggests === 'columns';
  const kept = isList || isColumns ? text.slice(0, text.lastIndexOf(',') + 1) : '';
  const used = new Set(kept.split(','));
  if (naming?.names !== undefined && values.length === 0) {
    const {names: kind, by = 'id'} = naming;
    const {service, given} = line;
    const typed = {service, given, kind, by, text: text.slice(kept.length)};
    const found = await completeName(typed, sources);
    return found
      .map(({value, ...rest}) => ({...rest, value: isList ? value.replaceAll(',', '\\,') : value}))
      .filter(({value}) => !used.has(value))
      .map(({value, ...rest}) => ({...rest, value: prefix + kept + value}));
  }
  const known =
    suggests === undefined
      ? values
      : isColumns
        ? columnNames(line.operation)
        : await sources[suggests]();
  return startingWith(
    prefix + text,
    known.filter(value => !used.has(value)).map(value => ({value: prefix + kept + value})),
  );
}

function startingWith(
  start: string,
  candidates: readonly CompletionCandidate[],
): readonly CompletionCandidate[] {
  return candidates.filter(({value}) => value.startsWith(start));
}
