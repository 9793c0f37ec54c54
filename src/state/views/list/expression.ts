/** Limit of characters that are searched, by the number of open-ended parts of the expression. */
const mostCharacters = [Number.POSITIVE_INFINITY, 5_000, 300, 100];
/** Limit of optional parts, each of which can double the number of attempts. */
const mostChoices = 12;

/** An expression that terminates quickly on every text. */
export interface Expression {
  readonly test: (text: string) => boolean;
  /** The matches, in order: start and end in code units. */
  readonly find: (text: string) => readonly (readonly [number, number])[];
}

/**
 * Make a regular expression with bounded run time: JavaScript tries every way to match, and a
 * server could send the worst text. Parts of variable length cannot be repeated, at most three
 * parts are open-ended, and only the beginning of a long text is searched: 5,000 characters with
 * one such part, 300 with two, 100 with three.
 */
export function makeExpression(source: string): Expression | {readonly problem: string} {
  try {
    const once = new RegExp(source, 'iu');
    const everywhere = new RegExp(source, 'giu');
    const cost = costOf(source);
    if (typeof cost === 'string') return {problem: `the expression /${source}/ ${cost}`};
    const most = mostCharacters[cost] ?? 0;
    return {
      test: text => once.test(text.slice(0, most)),
      find: text =>
        [...text.slice(0, most).matchAll(everywhere)].map(m => [m.index, m.index + m[0].length]),
    };
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^.*: /s, '') : 'not valid';
    return {problem: `invalid expression /${source}/: ${reason.toLowerCase()}`};
  }
}

const repeated =
  'may run forever: a repeated group must contain no | and no repetition; write [ab]+ for (a|b)+';
const tooOpen = 'may run forever: at most three parts may have any length, like .*';
const tooManyChoices = `may run forever: at most ${mostChoices} choices (? and |) are allowed`;

/** An atom, a bracket or a bar, each with its quantifier. */
const parts =
  /(?:\\(?:[pPk]\{[^}]*\}|k<[^>]*>|.)|\[(?:[^\]\\]|\\.)*\]|\((?:\?(?:[:=!]|<[=!]|<[^>]*>))?|[^\\[(])(\*|\+|\?|\{\d+(?:,\d*)?\})?\??/gsu;

/** The number of open-ended parts of a valid expression, or why it is rejected. */
function costOf(source: string): number | string {
  let open = 0;
  let choices = 0;
  const varies = [false];
  for (const [part, often = ''] of source.matchAll(parts)) {
    if (part.startsWith('(')) {
      varies.push(false);
      continue;
    }
    const {isMany, isOpen} = timesOf(often);
    const inner = part.startsWith(')') && varies.pop() === true;
    if (inner && isMany) return repeated;
    if (isOpen) open += 1;
    if (often === '?' || part.startsWith('|')) choices += 1;
    if (inner || isOpen || often === '?' || part.startsWith('|')) varies[varies.length - 1] = true;
  }
  if (open >= mostCharacters.length) return tooOpen;
  return choices > mostChoices ? tooManyChoices : open;
}

/** Whether a quantifier allows several repetitions, and whether it is unbounded. */
function timesOf(often: string): {readonly isMany: boolean; readonly isOpen: boolean} {
  const [, least = '', comma, most] = /^\{(\d+)(?:(,)(\d*))?\}$/.exec(often) ?? [];
  if (least === '') return {isMany: /[*+]/.test(often), isOpen: /[*+]/.test(often)};
  const isOpen = comma !== undefined && most !== least;
  return {isMany: isOpen || Number(least) > 1, isOpen};
}
