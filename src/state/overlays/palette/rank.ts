import fuzzysort from 'fuzzysort';
import type {Suggestion} from './suggestion.ts';
import {matchWordStarts} from './suggestion.ts';

/** The kinds of search results, in the order of equal matches. */
export type MatchKind = 'object' | 'screen' | 'command' | 'operation';

const kinds: readonly MatchKind[] = ['object', 'screen', 'command', 'operation'];

/** A possible search result. */
export interface SearchCandidate {
  readonly kind: MatchKind;
  readonly suggestion: Suggestion;
  /** Its names, keys and ids. */
  readonly names: readonly string[];
  /** Searched only if no name matches. */
  readonly description: string;
  /** The best level it can have: the typed text may contain its name and its arguments. */
  readonly level?: MatchLevel | undefined;
  /** The order among equal matches, lowest first. @default 0 */
  readonly order?: number;
  /**
   * The text is the exact word of a command or screen, so it precedes objects with that name.
   * @default false
   */
  readonly isCommandWord?: boolean;
  /**
   * It deletes something: listed first only for its exact name or without other matches. @default
   * false
   */
  readonly deletes?: boolean;
}

/** How well a name matches, best first. */
export const matchLevels = ['exact', 'begins', 'words', 'fuzzy', 'description'] as const;
export type MatchLevel = (typeof matchLevels)[number];

/** From this level, a match is a guess. */
const surest = matchLevels.indexOf('fuzzy');

/**
 * Score of fuzzysort, 0 to 1: a missing letter still matches, letters scattered over a name do not.
 */
export const lowestScore = 0.3;

/**
 * Match a text with the names of one object: equal, a prefix, prefixes of words in order, or
 * similar. Case and surrounding white space are ignored.
 *
 * @returns the best level of any name; undefined if none matches
 */
export function matchNames(typed: string, names: readonly string[]): MatchLevel | undefined {
  const wanted = plain(typed);
  if (wanted === '') return undefined;
  const all = names.map(plain);
  if (all.includes(wanted)) return 'exact';
  if (all.some(name => name.startsWith(wanted))) return 'begins';
  const fits = matchWordStarts(wanted);
  if (all.some(fits) || fits(all.join(' '))) return 'words';
  const isAlike = (name: string) => (fuzzysort.single(wanted, name)?.score ?? 0) >= lowestScore;
  return wanted.length > 2 && all.some(isAlike) ? 'fuzzy' : undefined;
}

/**
 * Sort candidates by how well they match; equal ones by kind, objects first. Descriptions count
 * only if no name matches; deletions come first only for their exact name.
 */
export function rankCandidates(
  typed: string,
  candidates: readonly SearchCandidate[],
): readonly Suggestion[] {
  const named = candidates.flatMap(one => {
    const level = one.level ?? matchNames(typed, one.names);
    return level === undefined ? [] : [{one, rank: rankOf(level, one)}];
  });
  const fits = matchWordStarts(typed);
  const found =
    named.length > 0
      ? named
      : candidates
          .filter(({description}) => fits(description))
          .map(one => ({one, rank: rankOf('description', one)}));
  const sorted = found.toSorted((a, b) => compareRanks(a.rank, b.rank));
  const isSafe = ({one, rank: [level]}: (typeof sorted)[number]) => !one.deletes || level === 0;
  const first = sorted.findIndex(isSafe);
  const [safe] = first > 0 ? sorted.splice(first, 1) : [];
  return (safe ? [safe, ...sorted] : sorted).map(({one, rank: [level = 0]}) =>
    level < surest ? one.suggestion : {...one.suggestion, isGuess: true},
  );
}

function rankOf(
  level: MatchLevel,
  {kind, isCommandWord, order = 0}: SearchCandidate,
): readonly number[] {
  return [matchLevels.indexOf(level), isCommandWord ? -1 : kinds.indexOf(kind), order];
}

/** Compare two lists of numbers lexicographically. */
export function compareRanks(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, i) => value !== b[i]);
  return at === -1 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}

/** Normalise a name: `sign in` is `sign-in`. */
export function plain(text: string): string {
  return text
    .normalize('NFC')
    .trim()
    .replace(/[\s-]+/g, ' ')
    .toLowerCase();
}
