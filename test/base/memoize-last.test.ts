import {expect, it} from 'vitest';
import {memoizeLast} from '../../src/base/memoize-last.ts';

it('makes a result once for the same parts, and again for others', () => {
  const kept = memoizeLast<string>();
  const made: string[] = [];
  const ask = (...from: readonly string[]) =>
    kept(from, () => {
      made.push(from.join('+'));
      return from.join('+');
    });
  expect([ask('a', 'b'), ask('a', 'b'), ask('a', 'c'), ask('a')]).toEqual([
    'a+b',
    'a+b',
    'a+c',
    'a',
  ]);
  expect(made).toEqual(['a+b', 'a+c', 'a']);
});

it('caches only the last result', () => {
  const kept = memoizeLast<number>();
  let count = 0;
  const ask = (from: object) => kept([from], () => ++count);
  const [one, other] = [{}, {}];
  expect([ask(one), ask(other), ask(one), ask(one)]).toEqual([1, 2, 3, 3]);
});
