/**
 * Cache the last result; compute again if an input is another one (by identity). For values used in
 * each frame that few keys change.
 */
export function memoizeLast<T>(): (from: readonly unknown[], compute: () => T) => T {
  let last: {readonly from: readonly unknown[]; readonly value: T} | undefined;
  return (from, make) => {
    const isSame =
      last?.from.length === from.length && last.from.every((one, i) => one === from[i]);
    if (last === undefined || !isSame) last = {from, value: make()};
    return last.value;
  };
}
