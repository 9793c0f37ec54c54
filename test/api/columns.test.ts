import {describe, expect, it} from 'vitest';
import {shapeAt} from '../../src/api/body-of.ts';
import {itemColumns} from '../../src/api/columns/columns.ts';
import {columnsOf} from '../../src/api/columns-of.ts';
import {itemOf, responseOf} from '../../src/api/response-of.ts';
import type {Column} from '../../src/base/column.ts';
import {pointerSteps} from '../../src/base/json-pointer.ts';
import {operations} from '../support/operations.ts';

/** What the public shapes leave out although the service answers it. */
const beyondTheShapes = new Set(['SCHEMES']);

describe('the columns of what is listed', () => {
  it('are those of operations there are', () => {
    const titles = operations.map(({group, name}) => `${group} ${name}`);
    expect(Object.keys(itemColumns).filter(title => !titles.includes(title))).toEqual([]);
  });

  it('read what an item of some list has, as far as its shape is public', () => {
    const found = new Map<Column, boolean>();
    for (const operation of operations) {
      const shape = itemOf(operation) ?? responseOf(operation);
      for (const column of columnsOf(`${operation.group} ${operation.name}`) ?? []) {
        const reads = (at: string) =>
          shape === undefined || shapeAt(shape, pointerSteps(at)) !== undefined;
        found.set(column, found.get(column) === true || column.from.some(reads));
      }
    }
    const lost = [...found].filter(([{title}, isThere]) => !isThere && !beyondTheShapes.has(title));
    expect(lost.map(([{title, from}]) => `${title} ${from}`)).toEqual([]);
  });

  it('have an id each, no id twice in a list', () => {
    const twice = Object.entries(itemColumns).filter(
      ([, columns]) => new Set(columns.map(({id}) => id)).size !== columns.length,
    );
    expect(twice).toEqual([]);
  });
});
