import {expect, test} from 'vitest';
import * as columns from '../../../src/base/column.ts';
import {columnKinds} from '../../../src/output/column-kind.ts';

test('every kind of column has a maker of its name', () => {
  expect(Object.keys(columnKinds).filter(name => !(name in columns))).toEqual([]);
});

test.each([
  [0, '0 B', '0'],
  [999, '999 B', '999'],
  [1000, '1.0 kB', '1000'],
  [4_512_300, '4.5 MB', '4512300'],
  [250_000_000_000, '250 GB', '250000000000'],
  [null, '', ''],
  ['12', '12', '12'],
])(
  'a size of %s bytes is %s for people and %s in tables, files and filters',
  (value, shown, exact) => {
    const {text} = columnKinds.bytes;
    const place = {nowMs: 0, columns: 20};
    expect(text(value, {...place, forPeople: true})).toBe(shown);
    expect(text(value, place)).toBe(exact);
  },
);

test.each([
  ['https://ci.example/hook?token=s3cret&x=1#top', 'ci.example/hook?…'],
  ['https://me:s3cret@ci.example/hook', 'ci.example/hook'],
  ['http://127.0.0.1:3000', '127.0.0.1:3000'],
  ['https://ci.example/a@b', 'ci.example/a@b'],
  [null, ''],
])('the URL %s is %s on the screen, without what may be secret in it', (value, shown) => {
  const {text} = columnKinds.url;
  const place = {nowMs: 0, columns: 20};
  expect(text(value, {...place, forPeople: true})).toBe(shown);
  expect(text(value, place)).toBe((value ?? '').replace(/^https?:\/\//, ''));
});
