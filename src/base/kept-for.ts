/**
 * Keeps what was made of an object for as long as the object is there. For what each frame asks of
 * values that never change.
 */
export function keptFor<K extends object, T>(make: (of: K) => T): (of: K) => T {
  const known = new WeakMap<K, T>();
  return of => {
    const before = known.get(of);
    if (before !== undefined || known.has(of)) return before as T;
    const made = make(of);
    known.set(of, made);
    return made;
  };
}
