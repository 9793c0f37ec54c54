/**
 * Memoize a function for the most recently used arguments: at least `least`, at most twice as many.
 * For values that are expensive to compute and too large to cache all.
 */
export function memoizeFew<K, T extends object | string | number | boolean | null>(
  least: number,
  compute: (of: K) => T,
): (of: K) => T {
  let young = new Map<K, T>();
  let old = young;
  return of => {
    const cached = young.get(of);
    if (cached !== undefined) return cached;
    const value = old.get(of) ?? compute(of);
    if (young.size === least) {
      old = young;
      young = new Map();
    }
    young.set(of, value);
    return value;
  };
}
