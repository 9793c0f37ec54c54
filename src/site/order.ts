import {longestIncreasingSubsequence} from '../api/watch/list-changes.ts';

/** A move of an item after another one; without it, to the beginning. */
export interface OrderMove {
  readonly name: string;
  readonly after?: string;
}

/**
 * The fewest moves that bring items into an order: those outside the longest run that is in order
 * already, one after the other.
 *
 * @param now the items in their present order; items that are not in `wanted` stay
 * @param wanted the same items in the wanted order
 */
export function movesTo(now: readonly string[], wanted: readonly string[]): readonly OrderMove[] {
  const places = new Map(now.map((name, i) => [name, i]));
  const present = wanted.filter(name => places.has(name));
  const staying = longestIncreasingSubsequence(present.map(name => places.get(name) ?? 0));
  return present.flatMap((name, i) => {
    if (staying.has(i)) return [];
    const after = present[i - 1];
    return [{name, ...(after !== undefined && {after})}];
  });
}
