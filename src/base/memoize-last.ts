/**
 * Keeps the last result, and only that: it is made again where one of what it was made from is
 * another (by identity). For what each frame asks and few keys change.
 */
export function memoizeLast<T>(): (from: readonly unknown[], make: () => T) => T {
  let last: {readonly from: readonly unknown[]; readonly made: T} | undefined;
  return (from, make) => {
    const isSame =
      last?.from.length === from.length && last.from.every((one, i) => one === from[i]);
    if (last === undefined || !isSame) last = {from, made: make()};
    return last.made;
  };
}
