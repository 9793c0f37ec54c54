import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {columnKindOf, columnValue} from '../../src/output/column-kind.ts';
import {features} from '../../src/screens/features.ts';
import {root} from '../support/sources.ts';

/** Ids of the columns by list. Written anew with UPDATE_GOLDEN=1. */
const place = join(root, 'test/fixtures/column-ids.json');

it('ids of columns stay: kept views, filters and widths name them', () => {
  const ids = Object.fromEntries(
    features
      .flatMap(family => family.lists ?? [])
      .map(({id, columns}) => [id, columns.map(column => column.id).join(' ')]),
  );
  if (process.env.UPDATE_GOLDEN) writeFileSync(place, `${JSON.stringify(ids, null, 2)}\n`);
  expect(ids).toEqual(JSON.parse(readFileSync(place, 'utf8')));
});

it('no column says anything of an item without members: absent is not false', () => {
  const place = {nowMs: 0, columns: 40, forPeople: true};
  const words = features
    .flatMap(family => family.lists ?? [])
    .flatMap(({id, columns}) =>
      columns.flatMap(column => {
        const value = columnValue(column, {});
        const text = value === undefined ? '' : columnKindOf(column).text(value, place);
        return !/\p{L}/u.test(text) ? [] : [`${id} ${column.id}: ${text}`];
      }),
    );
  expect(words).toEqual([]);
});
