import {Failure} from '../base/failure.ts';
import {nearestNames} from '../base/nearest.ts';
import {type FlagShape, type OptionToken, tokensOf} from './tokens.ts';

/** A command line taken apart. */
export interface Scanned {
  /** What is no flag, in order. */
  readonly words: readonly string[];
  /** Flag name → texts as typed, in order; a flag without value is `true`. */
  readonly texts: ReadonlyMap<string, readonly string[]>;
}

/**
 * Take a command line apart: `--flag value`, `--flag=value`, `-p value`; flags that are true or
 * false take a value only after `=`, and a value that starts with a dash comes after `=` (client-
 * contract 1 and 2.1). After `--` everything is a word.
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
    throw new Failure('command_error', message, {hint, attempts: 0});
  }
  return {words, texts};
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
  return `${rawName} needs a value; one that starts with a dash is written --${row.name}=${value}.`;
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
  return `There is no flag ${rawName}.${offer}`;
}
