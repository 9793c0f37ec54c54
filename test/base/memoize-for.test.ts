import {expect, it} from 'vitest';
import {memoizeFor} from '../../src/base/memoize-for.ts';

it('computes the value of an object once, even if it is undefined', () => {
  const made: object[] = [];
  const lengthOf = memoizeFor((of: {readonly text?: string}) => {
    made.push(of);
    return of.text?.length;
  });
  const [one, none] = [{text: 'one'}, {}];
  expect([lengthOf(one), lengthOf(none), lengthOf(one), lengthOf(none)]).toEqual([
    3,
    undefined,
    3,
    undefined,
  ]);
  expect(made).toEqual([one, none]);
});

it('distinguishes equal objects', () => {
  let count = 0;
  const numberOf = memoizeFor((_: object) => ++count);
  expect([numberOf({}), numberOf({})]).toEqual([1, 2]);
});
