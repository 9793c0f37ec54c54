import {expect, test} from 'vitest';
import {fitColumns, type MeasuredColumn} from '../../src/output/fit-columns.ts';

interface Named {
  readonly id: string;
  readonly grows?: boolean;
  readonly dropPriority: number;
}

const measured = (
  id: string,
  [min, natural, full]: readonly [number, number, number],
  more: Partial<Named> & {readonly isEmpty?: boolean; readonly stretches?: boolean} = {},
): MeasuredColumn<Named> => {
  const {isEmpty, stretches, ...column} = more;
  return {column: {id, dropPriority: 1, ...column}, min, natural, full, isEmpty, stretches};
};

const widths = (all: readonly MeasuredColumn<Named>[], columns: number) =>
  Object.fromEntries(fitColumns(all, columns).map(({column, width}) => [column.id, width]));

test('what lacks least is given first, so that one column cuts rather than two', () => {
  const name = measured('name', [10, 40, 40], {grows: true});
  const lead = measured('lead', [8, 12, 12]);
  expect(widths([name, lead], 32)).toEqual({name: 18, lead: 12});
});

test('remaining width goes to the column that is still cut', () => {
  const name = measured('name', [10, 20, 20], {grows: true});
  const about = measured('about', [10, 30, 90]);
  expect(widths([name, about], 100)).toEqual({name: 20, about: 78});
});

test('a column that shows all it has takes no more', () => {
  const all = [measured('key', [4, 4, 4]), measured('name', [6, 10, 10], {grows: true})];
  expect(widths(all, 200)).toEqual({key: 4, name: 10});
});

test('an empty column is dropped first, whatever its priority', () => {
  const all = [
    measured('name', [10, 10, 10], {dropPriority: 0}),
    measured('empty', [10, 10, 10], {isEmpty: true}),
    measured('told', [10, 10, 10], {dropPriority: 9}),
  ];
  expect(widths(all, 24)).toEqual({name: 10, told: 10});
});

test('a bar grows only when no other column cuts', () => {
  const bar = measured('bar', [8, 8, 20], {stretches: true});
  const name = measured('name', [10, 20, 60]);
  expect(widths([bar, name], 50)).toEqual({bar: 8, name: 40});
  expect(widths([bar, name], 80)).toEqual({bar: 18, name: 60});
});

test('a column that cuts whatever it is given waits for those that can be shown whole', () => {
  const url = measured('url', [13, 33, 33], {grows: true});
  const query = measured('query', [24, 40, 70], {dropPriority: 3});
  expect(widths([url, query], 59)).toEqual({url: 33, query: 24});
});

test('of columns that all cut the worthiest is given first', () => {
  const url = measured('url', [13, 48, 160], {grows: true});
  const query = measured('query', [24, 40, 70], {dropPriority: 3});
  expect(widths([url, query], 60)).toEqual({url: 34, query: 24});
});
