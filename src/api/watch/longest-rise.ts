/**
 * The places of a longest part of a row of different numbers in which they only rise: what may stay where
 * it is when a list was put in another order. In n log n steps.
 */
export function longestRise(numbers: readonly number[]): ReadonlySet<number> {
  /** Place of the least number that ends a rise of each length. */
  const ends: number[] = [];
  const before: (number | undefined)[] = [];
  for (const [place, number] of numbers.entries()) {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((numbers[ends[middle] ?? 0] ?? 0) < number) low = middle + 1;
      else high = middle;
    }
    before[place] = ends[low - 1];
    ends[low] = place;
  }
  const rise = new Set<number>();
  for (let place = ends.at(-1); place !== undefined; place = before[place]) rise.add(place);
  return rise;
}
