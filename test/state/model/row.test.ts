import {expect, it} from 'vitest';
import {textRow, withFilledValues} from '../../../src/state/model/row.ts';

const row = textRow({id: '1', name: 'one', text: '{"id":"1","deep":{"n":7}}'});

it('a row holds its text, and its value only while it is looked at', () => {
  expect(row.value).toEqual({id: '1', deep: {n: 7}});
  expect(Object.entries(row).filter(([, held]) => typeof held === 'object')).toEqual([]);
});

it('what is filled in leaves the value as it is, and can be taken away', () => {
  const filled = withFilledValues(row, {'/lead': 'Ann'});
  expect([filled.value, filled.filled]).toEqual([row.value, {'/lead': 'Ann'}]);
  const again = withFilledValues(filled, undefined);
  expect([again.value, again.filled]).toEqual([row.value, undefined]);
});

it('a row whose value is not that of its text keeps it when something is filled in', () => {
  const other = {...row, value: {id: '1', label: '▸ one'}};
  expect(withFilledValues(other, {}).value).toEqual({id: '1', label: '▸ one'});
});
