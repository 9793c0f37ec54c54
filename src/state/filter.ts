import fuzzysort from 'fuzzysort';

/** A filter made from what the user typed, or what is wrong with it. */
export type Filter = {readonly match: (texts: FilterTexts) => boolean} | {readonly problem: string};

/** What a filter looks at: each column's text in lower case, by column id. */
export type FilterTexts = Readonly<Record<string, string>>;

/** Whether a text of one column fits. */
type Test = (text: string) => boolean;

interface Term {
  readonly not: boolean;
  readonly column: string | undefined;
  readonly test: Test;
}

type Made<T> = T | {readonly problem: string};

/**
 * Make a filter. Words separated by spaces must all be found in a row; `|` separates alternatives;
 * `!word` must not be found; `"two words"` is one term; `~word` matches its letters in order;
 * `/re/` is a regular expression; `column:word` looks in one column; `column>3` and `column<3`
 * compare its number or date. Case does not matter. A wrong filter says what to do.
 *
 * @param columns ids of the list's columns
 */
export function makeFilter(text: string, columns: readonly string[]): Filter {
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
  if (used.length === 0) return {match: () => true};
  return {match: texts => used.some(terms => terms.every(term => matches(term, texts)))};
}

function makeTerm(token: string, columns: readonly string[]): Made<Term> {
  const not = token.startsWith('!');
  const rest = not ? token.slice(1) : token;
  if (rest === '') return {problem: 'after ! comes what must not be found, as in !archived'};
  const [, name = '', sign = '', value = ''] = /^([A-Za-z]+)([:<>])(.*)$/s.exec(rest) ?? [];
  const column = columns.find(c => c.toLowerCase() === name.toLowerCase());
  // A text with a colon that names no column (https://…) is searched for as it is.
  const test = column === undefined ? makeTest(rest) : makeColumnTest(sign, value);
  return 'problem' in test ? test : {not, column, test: test.test};
}

function makeColumnTest(sign: string, value: string): Made<{test: Test}> {
  if (sign === ':') return makeTest(value);
  const limit = comparable(value.replaceAll('"', ''));
  if (limit === undefined) {
    return {problem: `after ${sign} comes a number or a date, as in ${sign}3 or ${sign}2026-01-31`};
  }
  return {
    test: text => {
      const found = comparable(text);
      if (found === undefined) return false;
      return sign === '>' ? found > limit : found < limit;
    },
  };
}

function makeTest(text: string): Made<{test: Test}> {
  const expression = /^\/(.+)\/$/s.exec(text)?.[1];
  if (expression !== undefined) return makeExpression(expression);
  if (text.split('"').length % 2 === 0) return {problem: 'close the quotes: "two words"'};
  const wanted = text.replaceAll('"', '').toLowerCase();
  if (!wanted.startsWith('~')) return {test: found => found.includes(wanted)};
  const letters = wanted.slice(1);
  if (letters === '') return {problem: 'after ~ come letters to find in order, as in ~wbshp'};
  return {test: found => fuzzysort.single(letters, found) !== null};
}

function makeExpression(source: string): Made<{test: Test}> {
  try {
    const expression = new RegExp(source, 'iu');
    return {test: found => expression.test(found)};
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^.*: /s, '') : 'not valid';
    return {problem: `the expression /${source}/ is wrong: ${reason.toLowerCase()}`};
  }
}

/** `2026-11-21 14:03` as milliseconds, `62%`, `12d` or `1,200` as the number they begin with. */
function comparable(text: string): number | undefined {
  if (/^\d{4}-\d\d(?:-\d\d)?/.test(text)) {
    const ms = Date.parse(text.replace(' ', 'T'));
    return Number.isNaN(ms) ? undefined : ms;
  }
  const digits = /^-?[\d,]*\.?\d+/.exec(text.trim())?.[0];
  return digits === undefined ? undefined : Number(digits.replaceAll(',', ''));
}

function matches(term: Term, texts: FilterTexts): boolean {
  const found =
    term.column === undefined
      ? Object.values(texts).some(term.test)
      : term.test(texts[term.column] ?? '');
  return found !== term.not;
}
