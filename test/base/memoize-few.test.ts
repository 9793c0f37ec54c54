import {expect, it} from 'vitest';
import {memoizeFew} from '../../src/base/memoize-few.ts';

function counting(least: number) {
  const made: number[] = [];
  const squareOf = memoizeFew(least, (of: number) => {
    made.push(of);
    return of * of;
  });
  return {made, squareOf};
}

it('computes recently used values once', () => {
  const {made, squareOf} = counting(3);
  expect([1, 2, 3, 1, 2, 3].map(squareOf)).toEqual([1, 4, 9, 1, 4, 9]);
  expect(made).toEqual([1, 2, 3]);
});

it('caches at least the given number of recent values, and at most twice as many', () => {
  const {made, squareOf} = counting(3);
  for (let i = 0; i < 100; i++) squareOf(i);
  made.length = 0;
  [99, 98, 97].forEach(squareOf);
  expect(made).toEqual([]);
  for (let i = 99; i >= 0; i--) squareOf(i);
  expect(made.length).toBeGreaterThanOrEqual(100 - 6);
});

it('does not evict frequently used values', () => {
  const {made, squareOf} = counting(3);
  for (let i = 1; i < 100; i++) {
    squareOf(0);
    squareOf(i);
  }
  expect(made.filter(of => of === 0)).toEqual([0]);
});
