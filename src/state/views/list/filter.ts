import fuzzysort from 'fuzzysort';
import {findOccurrences, type TextRange} from '../../show/line-shape.ts';
import {makeExpression} from './expression.ts';

/** A parsed filter, or its problem. */
export type Filter =
  | {
      readonly match: (texts: FilterTexts) => boolean;
      /** The matches in a cell, in order: start and end in code units. */
      readonly find: (column: string, text: string) => readonly TextRange[];
    }
  | {readonly problem: string};

/** The texts a filter searches: each column's text in lower case, by column id. */
export type FilterTexts = Readonly<Record<string, string>>;

/** Whether the text of a column matches. */
type Test = (text: string, ofWords: boolean) => boolean;

interface Term {
  readonly not: boolean;
  readonly column: string | undefined;
  readonly test: Test;
  /** The matches in a text that passed; absent for comparisons. */
  readonly find?: (text: string, ofWords: boolean) => readonly TextRange[];
}

type Made<T> = T | {readonly problem: string};

/**
 * Parse a filter. Words separated by spaces must all be found in a row; `|` separates alternatives;
 * `!word` must not be found; `"two words"` is one term; `~word` matches its letters in order;
 * `/re/` is a regular expression; `column:word` searches one column; `column>3` and `column<3`
 * compare its number or date. Case is ignored. An invalid filter reports what to do.
 *
 * @param columns ids of the list's columns
 * @param ofWords columns in which a term matches only at the start of a word
 */
export function makeFilter(
  text: string,
  columns: readonly string[],
  ofWords: readonly string[] = [],
): Filter {
  const alternatives: Term[][] = [[]];
  const tokens = text.match(/\||!?(?:[A-Za-z]+:)?\/(?:[^\\/]|\\.)+\/|(?:[^\s"|]|"[^"]*"?)+/g) ?? [];
  for (const token of tokens) {
    if (token === '|') {
      alternatives.push([]);
      continue;
    }
    const term = makeTerm(token, columns);
    if ('problem' in term) return term;
    alternatives.at(-1)?.push(term);
  }
  const used = alternatives.filter(terms => terms.length > 0);
  if (used.length === 0) return {match: () => true, find: () => []};
  return {
    match: texts => used.some(terms => terms.every(term => matches(term, texts, ofWords))),
    find: (column, text) => {
      const found = used
        .flat()
        .filter(term => !term.not && (term.column ?? column) === column)
        .flatMap(term => term.find?.(text, ofWords.includes(column)) ?? []);
      return withoutOverlap(found);
    },
  };
}

function withoutOverlap(found: readonly TextRange[]): readonly TextRange[] {
  const kept: TextRange[] = [];
  for (const [start, end] of [...found].sort((a, b) => a[0] - b[0])) {
    const from = Math.max(start, kept.at(-1)?.[1] ?? 0);
    if (end > from) kept.push([from, end]);
  }
  return kept;
}

/** Whether a filter's matches are a subset of another's: plain words with letters appended. */
export function narrowsFilter(before: string, after: string): boolean {
  const plain = /^[\p{L}\p{N} _.-]+$/u;
  return after.startsWith(before) && plain.test(before) && plain.test(after);
}

function makeTerm(token: string, columns: readonly string[]): Made<Term> {
  const not = token.startsWith('!');
  const rest = not ? token.slice(1) : token;
  if (rest === '') return {problem: '! needs a word to exclude, as in !archived'};
  const [, name = '', sign = '', value = ''] = /^([A-Za-z]+)([:<>])(.*)$/s.exec(rest) ?? [];
  const column = columns.find(c => c.toLowerCase() === name.toLowerCase());
  // A term with a colon but no column name (https://…) is searched literally.
  const test = column === undefined ? makeTest(rest) : makeColumnTest(sign, value);
  return 'problem' in test ? test : {not, column, ...test};
}

function makeColumnTest(sign: string, value: string): Made<Pick<Term, 'test' | 'find'>> {
  if (sign === ':') return makeTest(value);
  const limit = comparable(value.replaceAll('"', ''));
  if (limit === undefined) {
    return {problem: `${sign} needs a number or a date, as in ${sign}3 or ${sign}2026-01-31`};
  }
  return {
    test: text => {
      const found = comparable(text);
      if (found === undefined) return false;
      return sign === '>' ? found > limit : found < limit;
    },
  };
}

function makeTest(text: string): Made<Pick<Term, 'test' | 'find'>> {
  const expression = /^\/(.+)\/$/s.exec(text)?.[1];
  if (expression !== undefined) return makeExpression(expression);
  if (text.split('"').length % 2 === 0) return {problem: 'close the quotes: "two words"'};
  const wanted = text.replaceAll('"', '').toLowerCase();
  if (!wanted.startsWith('~'))
    return {
      test: (found, ofWords) =>
        ofWords ? findOccurrences(wanted, found).some(beginsWord(found)) : found.includes(wanted),
      find: (found, ofWords) =>
        findOccurrences(wanted, found).filter(place => !ofWords || beginsWord(found)(place)),
    };
  const letters = wanted.slice(1);
  if (letters === '') return {problem: '~ needs letters to find in order, as in ~wbshp'};
  return {test: found => fuzzysort.single(letters, found) !== null};
}

const beginsWord =
  (text: string) =>
  ([start]: TextRange): boolean =>
    start === 0 || !/[\p{L}\p{N}]/u.test(text[start - 1] ?? '');

/** `2026-11-21 14:03` as milliseconds; `62%`, `12d` or `1,200` as their leading number. */
function comparable(text: string): number | undefined {
  const exact = /^\d{4}-\d\d(?:-\d\d(?:[ T]\d\d:\d\d[\w:.+-]*)?)?/i.exec(text)?.[0];
  if (exact !== undefined) {
    const ms = Date.parse(exact.replace(' ', 'T'));
    return Number.isNaN(ms) ? undefined : ms;
  }
  const days = daysOf(text);
  if (days !== undefined) return days;
  const digits = /^-?[\d,]*\.?\d+/.exec(text.trim())?.[0];
  return digits === undefined ? undefined : Number(digits.replaceAll(',', ''));
}

const unitDays = {m: 1 / 1440, h: 1 / 24, d: 1, mo: 30, y: 365} as const;

/** A remaining or elapsed time in days, from the text of a cell: `2d !`, `5h`, `expired !`. */
function daysOf(text: string): number | undefined {
  const bare = text.replace(/^[\u2588\u2593\u2591]+/, '').trim();
  if (bare.startsWith('expired')) return -1;
  const [, number, unit] = /^(\d+)(mo|m|h|d|y)(?: !)?$/.exec(bare) ?? [];
  if (number === undefined || unit === undefined) return undefined;
  return Number(number) * unitDays[unit as keyof typeof unitDays];
}

function matches(term: Term, texts: FilterTexts, ofWords: readonly string[]): boolean {
  const passes = ([column, text]: readonly [string, string]): boolean =>
    term.test(text, ofWords.includes(column));
  const found =
    term.column === undefined
      ? Object.entries(texts).some(passes)
      : passes([term.column, texts[term.column] ?? '']);
  return found !== term.not;
}
