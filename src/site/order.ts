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
  const staying = new Set(longestRun(present, name => places.get(name) ?? 0));
  return present.flatMap((name, i) => {
    if (staying.has(name)) return [];
    const after = present[i - 1];
    return [{name, ...(after !== undefined && {after})}];
  });
}

/** The longest subsequence with increasing places. */
function longestRun(names: readonly string[], place: (name: string) => number): readonly string[] {
  const best: {readonly name: string; readonly length: number; readonly previous?: number}[] = [];
  for (const name of names) {
    let previous: number | undefined;
    for (const [i, one] of best.entries()) {
      if (place(one.name) >= place(name)) continue;
      if (previous === undefined || one.length > (best[previous]?.length ?? 0)) previous = i;
    }
    const length = previous === undefined ? 1 : (best[previous]?.length ?? 0) + 1;
    best.push({name, length, ...(previous !== undefined && {previous})});
  }
  const run: string[] = [];
  let at: number | undefined = best.reduce<number | undefined>(
    (top, one, i) => (top === undefined || one.length > (best[top]?.length ?? 0) ? i : top),
    undefined,
  );
  while (at !== undefined) {
    const one: (typeof best)[number] | undefined = best[at];
    if (one === undefined) break;
    run.unshift(one.name);
    at = one.previous;
  }
  return run;
}
