/**
 * Keeps what was made of the things asked for last: at least `least` of them, never more than twice
 * as many. For what is dear to make, and dear to keep of everything.
 */
export function memoizeFew<K, T extends object | string | number | boolean | null>(
  least: number,
  make: (of: K) => T,
): (of: K) => T {
  let young = new Map<K, T>();
  let old = young;
  return of => {
    const known = young.get(of);
    if (known !== undefined) return known;
    const made = old.get(of) ?? make(of);
    if (young.size === least) {
      old = young;
      young = new Map();
    }
    young.set(of, made);
    return made;
  };
}
