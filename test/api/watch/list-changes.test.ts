import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {
  listChanges,
  longestIncreasingSubsequence,
  watchedItems,
} from '../../../src/api/watch/list-changes.ts';

const items = (...values: readonly unknown[]) => watchedItems(values.map(v => JSON.stringify(v)));

/** The same value with the members of its objects turned round. */
function turned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turned);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([name, own]) => [name, turned(own)]),
  );
}

describe('an updated item', () => {
  test('says which fields changed, old and new, as deep as objects go', () => {
    const before = items({id: 1, name: 'a', lead: {id: 7, name: 'Ann'}, labels: ['x'], 'a/b': 1});
    const now = items({id: 1, name: 'b', lead: {id: 7, name: 'Bo'}, labels: ['x', 'y'], url: null});
    expect(listChanges(before, now)).toEqual([
      {
        type: 'updated',
        item: [...now.values()][0],
        changes: [
          {path: '/name', old: '"a"', new: '"b"'},
          {path: '/lead/name', old: '"Ann"', new: '"Bo"'},
          {path: '/labels', old: '["x"]', new: '["x","y"]'},
          {path: '/a~1b', old: '1'},
          {path: '/url', new: 'null'},
        ],
      },
    ]);
  });

  test('keeps numbers as they came', () => {
    const before = watchedItems(['{"id":1,"n":12345678901234567890}']);
    const now = watchedItems(['{"id":1,"n":12345678901234567891}']);
    expect(listChanges(before, now)).toMatchObject([
      {changes: [{path: '/n', old: '12345678901234567890', new: '12345678901234567891'}]},
    ]);
  });

  test('is none when only its members stand in another order, whatever it holds', () => {
    const value = fc.dictionary(fc.string(), fc.jsonValue());
    fc.assert(
      fc.property(fc.array(value, {maxLength: 4}), values => {
        const before = items(...values);
        const now = items(...values.map(turned));
        expect(listChanges(before, now)).toEqual([]);
      }),
    );
  });
});

describe('another order', () => {
  const list = (...ids: readonly number[]) => items(...ids.map(id => ({id})));

  test('is reported only on request', () => {
    expect(listChanges(list(1, 2, 3), list(3, 1, 2))).toEqual([]);
    expect(listChanges(list(1, 2, 3), list(3, 1, 2), true)).toEqual([
      {type: 'moved', item: '{"id":3}', from: 2, to: 0},
    ]);
  });

  test('is not what came or went', () => {
    const types = listChanges(list(1, 2, 3), list(9, 2, 3), true).map(({type}) => type);
    expect(types).toEqual(['created', 'removed']);
  });

  test('is told by as few moves as explain it', () => {
    const numbers = fc.uniqueArray(fc.integer({min: 0, max: 50}), {maxLength: 9});
    fc.assert(
      fc.property(numbers, row => {
        const rise = [...longestIncreasingSubsequence(row)]
          .sort((a, b) => a - b)
          .map(place => row[place] ?? 0);
        expect(rise).toEqual([...rise].sort((a, b) => a - b));
        let longest = 0;
        for (let choice = 0; choice < 2 ** row.length; choice++) {
          const some = row.filter((_, at) => choice & (1 << at));
          const rises = some.every((n, at) => at === 0 || (some[at - 1] ?? 0) < n);
          if (rises) longest = Math.max(longest, some.length);
        }
        expect(rise).toHaveLength(longest);
      }),
    );
  });
});
