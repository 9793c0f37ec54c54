import {expect, it} from 'vitest';
import {memoizeFor} from '../../src/base/memoize-for.ts';

it('makes what belongs to an object once, even where that is nothing', () => {
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

it('keeps apart what is alike', () => {
  let count = 0;
  const numberOf = memoizeFor((_: object) => ++count);
  expect([numberOf({}), numberOf({})]).toEqual([1, 2]);
});
