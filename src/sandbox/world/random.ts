/** A seeded random number generator: the same seed gives the same numbers in the same order. */
export interface Random {
  /** Return a number from 0 up to, not including, 1. */
  fraction(): number;
  /** Return an integer; both limits are included. */
  int(min: number, max: number): number;
  /** Return true with this probability. */
  chance(percent: number): boolean;
  /** Return a random item; `items` must not be empty. */
  pick<Item>(items: readonly Item[]): Item;
  /** Return different random items, in their order. */
  some<Item>(items: readonly Item[], count: number): readonly Item[];
  /** Return one of the values, with a frequency proportional to its weight. */
  weighted<Value>(weights: readonly (readonly [Value, number])[]): Value;
  /** Return a UUID in the format of version 4. */
  uuid(): string;
}

/** Hash a seed and a text to a number from 0 to 2^32 - 1; similar texts give unrelated numbers. */
export function hashText(seed: number, text: string): number {
  let state = (seed ^ 0x9e3779b9) | 0;
  for (let index = 0; index < text.length; index += 1) {
    state = Math.imul(state ^ text.charCodeAt(index), 0x01000193);
  }
  return hashNumber(state, text.length);
}

/**
 * Hash a seed and a number to a number from 0 to 2^32 - 1; adjacent numbers give unrelated ones.
 */
export function hashNumber(seed: number, number: number): number {
  let state = Math.imul(seed ^ 0x85ebca6b, 0xc2b2ae35) ^ Math.imul(number + 0x9e3779b9, 0x27d4eb2f);
  state = Math.imul(state ^ (state >>> 16), 0x7feb352d);
  state = Math.imul(state ^ (state >>> 15), 0x846ca68b);
  return (state ^ (state >>> 16)) >>> 0;
}

/**
 * Create the random number generator of one purpose. Generators of different purposes are
 * independent, so that a part of the world can change without affecting the others.
 *
 * @param purpose name of the generated data: `users`, `versions` …
 */
export function makeRandom(seed: number, purpose: string): Random {
  let state = hashText(seed, purpose) | 0;
  const fraction = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 4294967296;
  };
  const int = (min: number, max: number): number => min + Math.floor(fraction() * (max - min + 1));
  return {
    fraction,
    int,
    chance: percent => fraction() * 100 < percent,
    pick: items => pickAt(items, int(0, items.length - 1)),
    some: (items, count) => someOf(items, count, fraction),
    weighted: weights => weightedOf(weights, fraction()),
    uuid: () => uuidOf(() => int(0, 15)),
  };
}

function pickAt<Item>(items: readonly Item[], index: number): Item {
  const item = items[index];
  if (item === undefined) throw new RangeError('nothing to pick from');
  return item;
}

function someOf<Item>(items: readonly Item[], count: number, fraction: () => number): Item[] {
  let remaining = Math.min(count, items.length);
  return items.filter((_, index) => {
    const isTaken = fraction() * (items.length - index) < remaining;
    if (isTaken) remaining -= 1;
    return isTaken;
  });
}

function weightedOf<Value>(
  weights: readonly (readonly [Value, number])[],
  fraction: number,
): Value {
  const sum = weights.reduce((total, [, weight]) => total + weight, 0);
  let remainder = fraction * sum;
  for (const [value, weight] of weights) {
    remainder -= weight;
    if (remainder < 0) return value;
  }
  return pickAt(weights, weights.length - 1)[0];
}

function uuidOf(nibble: () => number): string {
  const hex = (length: number): string =>
    Array.from({length}, () => nibble().toString(16)).join('');
  const variant = (8 + (nibble() % 4)).toString(16);
  return `${hex(8)}-${hex(4)}-4${hex(3)}-${variant}${hex(3)}-${hex(12)}`;
}
