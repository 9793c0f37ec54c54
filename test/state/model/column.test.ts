import {expect, test} from 'vitest';
import {columnKinds} from '../../../src/output/column-kind.ts';
import * as columns from '../../../src/state/model/column.ts';

test('every kind of column has a maker of its name', () => {
  expect(Object.keys(columnKinds).filter(name => !(name in columns))).toEqual([]);
});
