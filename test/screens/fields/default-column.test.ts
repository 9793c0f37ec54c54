import {expect, it} from 'vitest';
import {defaultColumn} from '../../../src/state/views/list/columns.ts';

it.each([
  ['{"isDefault":true}', 'default'],
  ['{"default":true}', 'default'],
  ['{"isDefault":false,"default":false}', ''],
  ['{}', ''],
])('the default is read by either name: %s', (json, told) => {
  const {kind} = defaultColumn;
  expect(kind.csv?.(kind.read?.(JSON.parse(json)))).toBe(told);
});
