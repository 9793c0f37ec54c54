import {Failure} from '../base/failure.ts';
import {nearestNames} from '../base/nearest.ts';
import {adviceForFlag} from './flag-synonyms.ts';
import {type FlagRow, globalRows} from './flags.ts';

/** The properties of a flag that scanning needs. */
export type FlagShape = Pick<FlagRow, 'name' | 'short' | 'type' | 'values'>;

/** The flags that a line may have. */
export interface KnownFlags {
  find(name: string): FlagShape | undefined;
  /** The long name of a short one; itself if unknown. */
  longOf(letter: string): string;
  readonly names: readonly string[];
}

/**
 * @param rows for equal names, the later one is used
 * @param findMore finds a flag that is not in the rows
 */
export function knownFlags(
  rows: readonly FlagShape[],
  findMore: (name: string) => FlagShape | undefined = () => undefined,
): KnownFlags {
  const byName = new Map(rows.map(row => [row.name, row]));
  const shorts = new Map(rows.flatMap(({name, short}) => (short ? [[short, name]] : [])));
  return {
    find: name => byName.get(name) ?? findMore(name),
    longOf: letter => shorts.get(letter) ?? letter,
    names: [...byName.keys()],
  };
}

/** A command line, split into words and flags. */
export interface Scanned {
  readonly words: readonly string[];
  /** Flag name → texts as typed, in order; a flag without value is `true`. */
  readonly texts: ReadonlyMap<string, readonly string[]>;
  /** Unknown flags as typed, each with the number of words before it. */
  readonly unknown: readonly {readonly flag: string; readonly after: number}[];
  /** Problems of the flags, as sentences. */
  readonly problems: readonly string[];
  /** Whether --help or -h is a word of its own; in `-child-position` it is only a letter. */
  readonly asksHelp: boolean;
}

/**
 * Split a command line: `--flag value`, `--flag=value`, `-p value`; booleans take a value only
 * after `=`, and a value that starts with a dash must follow `=` unless it is one of the flag's own
 * values (contract 1 and 2.1). After `--` everything is a word.
 *
 * @param flagsAfter returns the flags known after these words, called at the start and after each
 * word; undefined for no change. The last ones apply to the whole line.
 */
export function scanLine(
  argv: readonly string[],
  flagsAfter: (words: readonly string[]) => KnownFlags | undefined,
): Scanned {
  const words: string[] = [];
  const options: {readonly token: OptionToken; readonly after: number}[] = [];
  let flags = flagsAfter(words) ?? knownFlags([]);
  for (const token of readTokens(joinPairs(argv, flags), () => flags)) {
    if (token.kind === 'option') {
      options.push({token, after: words.length});
      continue;
    }
    words.push(token.value);
    flags = flagsAfter(words) ?? flags;
  }
  const texts = new Map<string, string[]>();
  const problems = options.flatMap(({token}) => {
    const row = flags.find(token.name);
    if (row === undefined) return [unknownFlag(token.rawName, flags.names)];
    texts.set(row.name, [...(texts.get(row.name) ?? []), textOf(row, token)]);
    return problemOfValue(row, token) ?? [];
  });
  const unknown = options
    .filter(({token}) => flags.find(token.name) === undefined)
    .map(({token, after}) => ({flag: token.rawName, after}));
  const asksHelp = options.some(({token}) => isHelp(token, argv));
  return {words, texts, unknown, problems, asksHelp};
}

/** Split a line whose flags do not depend on its words. */
export function scan(argv: readonly string[], flags: KnownFlags): Scanned {
  return scanLine(argv, () => flags);
}

/**
 * Reject a line with invalid flags.
 *
 * @param hint usage of the command
 * @throws Failure 'command_error' with all problems
 */
export function refuseWrongFlags({problems}: Scanned, hint: string): void {
  if (problems.length > 0) throw wrongLine(problems.join(' '), hint);
}

/** A failure for an invalid line, with its usage. */
export function wrongLine(message: string, hint: string): Failure {
  return new Failure('command_error', message, {hint, attempts: 0});
}

/**
 * Whether --help was given as a flag, or as the value of a flag of the command; in `--jq -h` the
 * value of --jq is missing.
 */
function isHelp(
  {name, rawName, value, inlineValue}: OptionToken,
  argv: readonly string[],
): boolean {
  const isGlobal = globalRows.some(row => row.name === name);
  const word = value === undefined ? rawName : value;
  const isWord = inlineValue !== true && argv.includes(word) && !(isGlobal && word === value);
  return isWord && (word === '--help' || word === '-h');
}

/**
 * Join the two words after a flag that takes a name and a value: `--arg n 5` becomes `--arg=n=5`.
 * The value may be any text, as in jq.
 */
function joinPairs(argv: readonly string[], flags: KnownFlags): string[] {
  const joined: string[] = [];
  let at = 0;
  while (at < argv.length) {
    const word = argv[at] ?? '';
    if (word === '--') return [...joined, ...argv.slice(at)];
    const [name, value] = argv.slice(at + 1, at + 3);
    const isPairFlag = word.startsWith('--') && flags.find(word.slice(2))?.type === 'pair';
    const isPair = isPairFlag && name !== undefined && value !== undefined;
    // A name that contains `=` is the whole pair already.
    if (isPair && !name.includes('=')) {
      joined.push(`${word}=${name}=${value}`);
      at += 3;
    } else {
      joined.push(word);
      at++;
    }
  }
  return joined;
}

function problemOfValue(row: FlagShape, {rawName, value, inlineValue}: OptionToken) {
  if (row.type === 'boolean') return undefined;
  if (value === undefined) return `${rawName} needs a value.`;
  // A lone dash is standard input.
  if (inlineValue || value === '-' || !value.startsWith('-')) return undefined;
  if (row.values?.includes(value)) return undefined;
  return `${rawName} needs a value. Write a value that starts with a dash as --${row.name}=${value}.`;
}

function textOf(row: FlagShape, {rawName, value, inlineValue}: OptionToken): string {
  if (row.type === 'boolean') return inlineValue ? (value ?? '') : 'true';
  // -p=work means the same as -p work.
  const isShort = !rawName.startsWith('--');
  return isShort && inlineValue ? (value ?? '').replace(/^=/, '') : (value ?? '');
}

function unknownFlag(rawName: string, names: readonly string[]): string {
  const near = nearestNames(rawName.replace(/^-+/, ''), names).map(name => `--${name}`);
  const advice = near.length > 0 ? `Did you mean ${near.join(' or ')}?` : adviceForFlag(rawName);
  const offer = advice === undefined ? '' : ` ${advice}`;
  return `Unknown flag ${rawName}.${offer}`;
}

/** A flag with its value. */
interface OptionToken {
  readonly kind: 'option';
  /** Without dashes; the long name of a known short one. */
  readonly name: string;
  readonly rawName: string;
  /** For booleans, only set after `=`. */
  readonly value: string | undefined;
  /** Whether the value is in the same word. */
  readonly inlineValue: boolean | undefined;
}

/** A token of a command line. */
type Token = OptionToken | {readonly kind: 'positional'; readonly value: string};

/**
 * Tokenize a command line like `parseArgs` of `node:util` without `strict`, which
 * test/commands/tokens.test.ts compares; loading that module takes longer than parsing here.
 *
 * @param flags returns the flags known at this token
 */
export function* readTokens(argv: readonly string[], flags: () => KnownFlags): Generator<Token> {
  const rest = [...argv];
  const isValued = (name: string): boolean => (flags().find(name)?.type ?? 'boolean') !== 'boolean';
  const longOf = (letter: string): string => flags().longOf(letter);
  /** `-qp5` as `-q` and `-p5`. */
  const apart = (group: string): string[] => {
    const at = group.split('').findIndex((letter, i) => i > 0 && isValued(longOf(letter)));
    const end = at === -1 ? group.length : at;
    const alone = group
      .slice(1, end)
      .split('')
      .map(letter => `-${letter}`);
    return at === -1 ? alone : [...alone, `-${group.slice(at)}`];
  };
  const option = (name: string, rawName: string, inline: string | undefined): OptionToken => {
    const value = inline ?? (isValued(name) ? rest.shift() : undefined);
    const inlineValue = value === undefined ? undefined : inline !== undefined;
    return {kind: 'option', name, rawName, value, inlineValue};
  };
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === '--') {
      for (const value of rest) yield {kind: 'positional', value};
      return;
    }
    const letter = word.charAt(1);
    if (!word.startsWith('-') || word === '-') yield {kind: 'positional', value: word};
    else if (letter === '-') {
      const sign = word.includes('=', 3) ? word.indexOf('=') : word.length;
      const inline = sign < word.length ? word.slice(sign + 1) : undefined;
      yield option(word.slice(2, sign), word.slice(0, sign), inline);
    } else if (word.length === 2) yield option(longOf(letter), word, undefined);
    else if (isValued(longOf(letter))) yield option(longOf(letter), `-${letter}`, word.slice(2));
    else rest.unshift(...apart(word));
  }
}
