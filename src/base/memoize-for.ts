/** Returns the value computed from an object. */
interface KeptFor<K extends object, T> {
  (of: K): T;
  /** Whether it was made already. */
  has(of: K): boolean;
}

/**
 * Keeps what was made of an object for as long as the object is there. For what each frame asks of
 * values that never change.
 */
export function memoizeFor<K extends object, T>(make: (of: K) => T): KeptFor<K, T> {
  const known = new WeakMap<K, T>();
  const kept = (of: K): T => {
    const before = known.get(of);
    if (before !== undefined || known.has(of)) return before as T;
    const made = make(of);
    known.set(of, made);
    return made;
  };
  return Object.assign(kept, {has: (of: K) => known.has(of)});
}
