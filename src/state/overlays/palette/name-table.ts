import fuzzysort from 'fuzzysort';
import {memoizeFor} from '../../../base/memoize-for.ts';
import {lowestScore, type MatchLevel} from './rank.ts';
import {matchWordStarts} from './suggestion.ts';

/**
 * The names of many entities in one text, so that a search needs no object for each: fifty thousand
 * take a few milliseconds.
 */
interface NameTable {
  /** A line for each entity, `\tname\tkey\tid\t`, in lower case. */
  readonly text: string;
  /** Start offsets of the lines. */
  readonly starts: Uint32Array;
  /** The letters of each line (`lettersIn`), to reject most lines without reading them. */
  readonly letters: Uint32Array;
}

/** Limit of characters of a name. */
const longestName = 1000;

/** A matching entity. */
export interface NameHit {
  /** Its line, from `nameLine`. */
  readonly line: string;
  readonly level: MatchLevel;
}

/** The names of a line. */
export const namesIn = (line: string): readonly string[] => line.split('\t').slice(0, -1);

/** The data for opening the entity of a line, as JSON text. */
export const itemIn = (line: string): string => line.slice(line.lastIndexOf('\t') + 1);

/**
 * Make the line of an entity: its names, with tabs and line breaks removed, and its item on one
 * line.
 */
export function nameLine(names: readonly string[], item: string): string {
  const plain = names
    .map(name => name.slice(0, longestName).replace(/\s+/g, ' ').trim())
    .filter(Boolean);
  return [...new Set(plain), item].join('\t');
}

const tableOf = memoizeFor((lines: readonly string[]): NameTable => {
  const names = lines.map(line => `\t${line.slice(0, line.lastIndexOf('\t') + 1)}\n`);
  const text = names.join('').normalize('NFC').toLowerCase();
  const starts = new Uint32Array(lines.length + 1);
  for (let at = 1, from = 0; at <= lines.length; at++) {
    from = text.indexOf('\n', from) + 1;
    starts[at] = from;
  }
  const letters = starts.map((from, at) => lettersIn(text, from, starts[at + 1]));
  return {text, starts, letters};
});

const [firstLetter, letterCount, otherBits] = [97, 26, 6] as const;

/** The letters of a range of a text as bits: one each for a to z, six shared by all others. */
function lettersIn(text: string, from: number, to = from): number {
  let letters = 0;
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at);
    const letter = code - firstLetter;
    const isLetter = letter >= 0 && letter < letterCount;
    letters |= 1 << (isLetter ? letter : letterCount + (code % otherBits));
  }
  return letters;
}

/** Limit of lines compared letter by letter. */
const maxSimilar = 100;

/**
 * Find entities by name, the best level first, in the order of the lines.
 *
 * @param most limit of hits; similar names are searched only if the better levels have none
 */
export function findNames(
  typed: string,
  lines: readonly string[],
  most: number,
): readonly NameHit[] {
  const wanted = typed.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase();
  if (wanted === '' || lines.length === 0) return [];
  const table = tableOf(lines);
  const found = new Map<number, MatchLevel>();
  const add = (level: MatchLevel, hits: Iterable<number>): void => {
    for (const at of hits) {
      if (found.size >= most) return;
      if (!found.has(at)) found.set(at, level);
    }
  };
  const {exact, begins, words} = linesOfText(wanted, table, most);
  add('exact', exact);
  add('begins', begins);
  add('words', words);
  add('words', linesOfWords(wanted, table));
  if (found.size === 0 && wanted.length > 2) add('fuzzy', similarLines(wanted, lines, table));
  return [...found].map(([at, level]) => ({line: lines[at] ?? '', level}));
}

const partOfWord = /[\p{L}\p{N}.]/u;

/**
 * Indexes of the lines with a name that equals the text, starts with it, or has a word that does.
 */
function linesOfText(wanted: string, {text, starts}: NameTable, most: number) {
  const [exact, begins, words]: [number[], number[], number[]] = [[], [], []];
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1)) {
    const before = text[at - 1] ?? '';
    const level = before !== '\t' ? words : text[at + wanted.length] === '\t' ? exact : begins;
    if (level.length >= most || (level === words && partOfWord.test(before))) continue;
    level.push(lineAt(starts, at));
    if (exact.length >= most) break;
  }
  return {exact, begins, words};
}

/** Indexes of the lines whose words start with the given words, in order. */
function* linesOfWords(wanted: string, {text, starts}: NameTable): Generator<number> {
  const words = wanted.split(/[^\p{L}\p{N}.]+/u).filter(Boolean);
  const [longest] = words.toSorted((one, other) => other.length - one.length);
  if (longest === undefined || words.length === 1) return;
  const fits = matchWordStarts(wanted);
  for (let at = text.indexOf(longest); at !== -1; ) {
    const line = lineAt(starts, at);
    const names = text.slice(starts[line], starts[line + 1]);
    if (words.every(word => names.includes(word)) && fits(names)) yield line;
    at = text.indexOf(longest, starts[line + 1]);
  }
}

/** Lines with a similar name, the most similar first. */
function similarLines(
  wanted: string,
  lines: readonly string[],
  {text, starts, letters}: NameTable,
): readonly number[] {
  const words = wanted.split(' ');
  const needed = lettersIn(words.join(''), 0, wanted.length);
  const alike: {readonly at: number; readonly score: number}[] = [];
  for (let at = 0; at < lines.length && alike.length < maxSimilar; at++) {
    if ((needed & ~(letters[at] ?? 0)) !== 0) continue;
    const [from = 0, to = 0] = [starts[at], starts[at + 1]];
    if (!words.every(word => hasInOrder(text, from, to, word))) continue;
    const scores = namesIn(lines[at] ?? '').map(name => fuzzysort.single(wanted, name)?.score ?? 0);
    const score = Math.max(...scores);
    if (score >= lowestScore) alike.push({at, score});
  }
  return alike.sort((one, other) => other.score - one.score).map(({at}) => at);
}

/** Whether a range of a text contains the letters of a word in order. */
function hasInOrder(text: string, from: number, to: number, word: string): boolean {
  let next = 0;
  let letter = word.charCodeAt(0);
  for (let at = from; at < to; at++) {
    if (text.charCodeAt(at) !== letter) continue;
    next += 1;
    if (next === word.length) return true;
    letter = word.charCodeAt(next);
  }
  return false;
}

/** The line that contains an offset of the text. */
function lineAt(starts: Uint32Array, at: number): number {
  let [low, high] = [0, starts.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= at) low = middle;
    else high = middle;
  }
  return low;
}
