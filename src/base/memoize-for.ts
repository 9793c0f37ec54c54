interface MemoizedFor<K extends object, T> {
  (of: K): T;
  /** Check whether the value is cached. */
  has(of: K): boolean;
}

/**
 * Memoize a function of an object, without preventing garbage collection of the object. For values
 * computed in each frame from immutable objects.
 */
export function memoizeFor<K extends object, T>(compute: (of: K) => T): MemoizedFor<K, T> {
  const cache = new WeakMap<K, T>();
  const memoized = (of: K): T => {
    const cached = cache.get(of);
    if (cached !== undefined || cache.has(of)) return cached as T;
    const value = compute(of);
    cache.set(of, value);
    return value;
  };
  return Object.assign(memoized, {has: (of: K) => cache.has(of)});
}
