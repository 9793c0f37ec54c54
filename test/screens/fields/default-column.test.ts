import {expect, it} from 'vitest';
import {defaultColumn} from '../../../src/api/columns/column.ts';
import {columnKindOf} from '../../../src/output/column-kind.ts';

it.each([
  ['{"isDefault":true}', 'default'],
  ['{"default":true}', 'default'],
  ['{"isDefault":false,"default":false}', ''],
  ['{}', ''],
])('the default is read by either name: %s', (json, told) => {
  const kind = columnKindOf(defaultColumn);
  expect(kind.csv?.(kind.read?.(JSON.parse(json)))).toBe(told);
});
