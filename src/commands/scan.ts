import {Failure} from '../base/failure.ts';
import {nearestNames} from '../base/nearest.ts';
import type {FlagRow} from './flags.ts';

/** What of a flag matters for taking a line apart. */
export type FlagShape = Pick<FlagRow, 'name' | 'short' | 'type' | 'values'>;

/** A command line taken apart. */
export interface Scanned {
  /** What is no flag, in order. */
  readonly words: readonly string[];
  /** Flag name → texts as typed, in order; a flag without value is `true`. */
  readonly texts: ReadonlyMap<string, readonly string[]>;
}

/**
 * Take a command line apart: `--flag value`, `--flag=value`, `-p value`; flags that are true or
 * false take a value only after `=`, and a value that starts with a dash comes after `=` unless it is
 * one of the flag's own values (contract 1 and 2.1). After `--` everything is a word.
 *
 * @param hint how the command is used, for the failure
 * @throws Failure 'command_error' for unknown flags, with the nearest names, and missing values
 */
export function scanFlags(
  argv: readonly string[],
  rows: readonly FlagShape[],
  hint: string,
): Scanned {
  const {words, texts, problems} = takeApart(argv, rows);
  if (problems.length > 0) {
    const message = problems.map(problem => problem()).join(' ');
    throw wrongLine(message, hint);
  }
  return {words, texts};
}

/** A line that cannot be understood: what is wrong with it, and how it is written. */
export function wrongLine(message: string, hint: string): Failure {
  return new Failure('command_error', message, {hint, attempts: 0});
}

/** The texts of the flags that are known, of a line that may be wrong in any way. */
export function scanKnownFlags(
  argv: readonly string[],
  rows: readonly FlagShape[],
): Scanned['texts'] {
  return takeApart(argv, rows).texts;
}

function takeApart(
  argv: readonly string[],
  rows: readonly FlagShape[],
): Scanned & {readonly problems: readonly (() => string)[]} {
  const byName = new Map(rows.map(row => [row.name, row]));
  const words: string[] = [];
  const texts = new Map<string, string[]>();
  const problems: (() => string)[] = [];
  for (const token of tokensOf(joinPairs(argv, rows), rows)) {
    if (token.kind === 'positional') words.push(token.value);
    if (token.kind !== 'option') continue;
    const row = byName.get(token.name);
    if (row === undefined) {
      problems.push(() => unknownFlag(token.rawName, [...byName.keys()]));
      continue;
    }
    const problem = problemOfValue(row, token);
    if (problem !== undefined) problems.push(() => problem);
    texts.set(row.name, [...(texts.get(row.name) ?? []), textOf(row, token)]);
  }
  return {words, texts, problems};
}

/** The words of a line whose flags are not all known yet, each with the unknown flags before it. */
export function scanWords(
  argv: readonly string[],
  rows: readonly FlagShape[],
): readonly {readonly word: string; readonly strangers: readonly string[]}[] {
  const known = new Set(rows.map(row => row.name));
  const strangers: string[] = [];
  return tokensOf(joinPairs(argv, rows), rows).flatMap(token => {
    if (token.kind === 'option' && !known.has(token.name)) strangers.push(token.rawName);
    return token.kind === 'positional' ? [{word: token.value, strangers: [...strangers]}] : [];
  });
}

/**
 * The two words after a flag that takes a name and a value as one: `--arg n 5` is `--arg=n=5`. The
 * value may be anything, as for jq itself.
 */
function joinPairs(argv: readonly string[], rows: readonly FlagShape[]): string[] {
  const flags = new Set(rows.flatMap(({name, type}) => (type === 'pair' ? [`--${name}`] : [])));
  const joined: string[] = [];
  let at = 0;
  while (at < argv.length) {
    const word = argv[at] ?? '';
    if (word === '--') return [...joined, ...argv.slice(at)];
    const [name, value] = argv.slice(at + 1, at + 3);
    const isPair = flags.has(word) && name !== undefined && value !== undefined;
    // A name that holds the sign is the whole pair already.
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
  const offer = near.length > 0 ? ` Did you mean ${near.join(' or ')}?` : '';
  return `Unknown flag ${rawName}.${offer}`;
}

/** A flag with what was typed after it. */
interface OptionToken {
  readonly kind: 'option';
  /** Without dashes; the long name of a short one that is known. */
  readonly name: string;
  readonly rawName: string;
  /** A flag that is true or false has one only after `=`. */
  readonly value: string | undefined;
  /** Whether the value stands in the same word. */
  readonly inlineValue: boolean | undefined;
}

/** One piece of a command line. */
type Token = OptionToken | {readonly kind: 'positional'; readonly value: string};

/**
 * The pieces of a command line as `parseArgs` of `node:util` tells them without `strict`, which
 * test/commands/tokens.test.ts compares; loading that takes longer than a whole line does here.
 */
export function tokensOf(argv: readonly string[], rows: readonly FlagShape[]): readonly Token[] {
  const valued = new Set(rows.flatMap(({name, type}) => (type === 'boolean' ? [] : [name])));
  const shorts = new Map(rows.flatMap(({name, short}) => (short ? [[short, name]] : [])));
  const longOf = (letter: string): string => shorts.get(letter) ?? letter;
  const rest = [...argv];
  const tokens: Token[] = [];
  /** `-qp5` as `-q` and `-p5`. */
  const apart = (group: string): string[] => {
    const at = group.split('').findIndex((letter, i) => i > 0 && valued.has(longOf(letter)));
    const end = at === -1 ? group.length : at;
    const alone = group
      .slice(1, end)
      .split('')
      .map(letter => `-${letter}`);
    return at === -1 ? alone : [...alone, `-${group.slice(at)}`];
  };
  const option = (name: string, rawName: string, inline: string | undefined): void => {
    const value = inline ?? (valued.has(name) ? rest.shift() : undefined);
    const inlineValue = value === undefined ? undefined : inline !== undefined;
    tokens.push({kind: 'option', name, rawName, value, inlineValue});
  };
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === '--') {
      for (const value of rest) tokens.push({kind: 'positional', value});
      break;
    }
    const letter = word.charAt(1);
    if (!word.startsWith('-') || word === '-') tokens.push({kind: 'positional', value: word});
    else if (letter === '-') {
      const sign = word.includes('=', 3) ? word.indexOf('=') : word.length;
      const inline = sign < word.length ? word.slice(sign + 1) : undefined;
      option(word.slice(2, sign), word.slice(0, sign), inline);
    } else if (word.length === 2) option(longOf(letter), word, undefined);
    else if (valued.has(longOf(letter))) option(longOf(letter), `-${letter}`, word.slice(2));
    else rest.unshift(...apart(word));
  }
  return tokens;
}
