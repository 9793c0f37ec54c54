import {cellOf, cellValue, progressOf, stateIndex} from './cells.ts';
import {makeFilter} from './filter.ts';
import {isArray, type JsonValue, parseJsonValue, readFirstOf, readPointer} from './json-value.ts';
import type {ListView, Row} from './model.ts';
import type {Column, Resource} from './resource.ts';
import {toMs} from './times.ts';

/** An item of a list as a row. */
export function makeRow(resource: Resource, text: string): Row {
  const value = parseJsonValue(text);
  const id = resource.identity.map(pointer => String(readPointer(value, pointer) ?? '')).join(' ');
  return {id, name: String(readFirstOf(value, resource.name) ?? id), text, value};
}

/** The rows that pass the filter, in the order asked for, and what is wrong with the filter. */
export interface VisibleRows {
  readonly rows: readonly Row[];
  readonly problem: string | undefined;
}

interface Memo {
  readonly rows: readonly Row[];
  readonly filter: string;
  readonly sort: ListView['sort'];
  readonly result: VisibleRows;
}

const memos = new WeakMap<Resource, Memo>();

/**
 * Rows of a list as they are shown. A filter that is wrong shows what the last right one showed,
 * with its problem. The last result per resource is kept, since each frame asks for it.
 */
export function visibleRows(
  view: Pick<ListView, 'resource' | 'rows' | 'filter' | 'sort'>,
): VisibleRows {
  const memo = memos.get(view.resource);
  if (memo && memo.rows === view.rows && memo.filter === view.filter && memo.sort === view.sort) {
    return memo.result;
  }
  const filter = makeFilter(
    view.filter,
    view.resource.columns.map(c => c.id),
  );
  let result: VisibleRows;
  if ('problem' in filter) {
    const before = memo && memo.rows === view.rows ? memo.result.rows : view.rows;
    result = {rows: before, problem: filter.problem};
  } else {
    const kept =
      view.filter === ''
        ? view.rows
        : view.rows.filter(row => filter.match(rowTexts(view.resource, row)));
    result = {rows: sortRows(kept, view.resource, view.sort), problem: undefined};
  }
  memos.set(view.resource, {...view, result});
  return result;
}

const texts = new WeakMap<Row, Readonly<Record<string, string>>>();

/** Each column's text in lower case, for the filter. Ages and bars count as what they show at time 0. */
function rowTexts(resource: Resource, row: Row): Readonly<Record<string, string>> {
  const known = texts.get(row);
  if (known) return known;
  const made = Object.fromEntries(
    resource.columns
      .filter(c => !['age', 'progress', 'unresolved', 'spark', 'bar'].includes(c.kind))
      .map(c => [c.id, cellOf(c, row, 0, 20).text.toLowerCase()]),
  );
  texts.set(row, made);
  return made;
}

const collator = new Intl.Collator('en', {numeric: true, sensitivity: 'base'});

function sortRows(
  rows: readonly Row[],
  resource: Resource,
  sort: ListView['sort'],
): readonly Row[] {
  const column = resource.columns.find(c => c.id === sort?.column);
  if (sort === undefined || column === undefined) return rows;
  const keyed = rows.map(row => ({
    row,
    key:
      column.kind === 'state' ? stateIndex(column, row) : sortKey(column, cellValue(column, row)),
  }));
  const sign = sort.reverse ? -1 : 1;
  keyed.sort((a, b) => {
    // Rows without a value come last in either direction.
    if (a.key === undefined || b.key === undefined) {
      return a.key === b.key ? 0 : a.key === undefined ? 1 : -1;
    }
    return sign * compareKeys(a.key, b.key);
  });
  return keyed.map(k => k.row);
}

function compareKeys(a: number | string, b: number | string): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return collator.compare(String(a), String(b));
}

function sortKey(column: Column, value: JsonValue | undefined): number | string | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  switch (column.kind) {
    case 'time':
    case 'instant':
    case 'clock':
    case 'age':
    case 'daysLeft':
    case 'daysBar':
      return toMs(value);
    case 'count':
      return isArray(value) ? value.length : undefined;
    case 'bar':
    case 'spark':
      return typeof value === 'number' ? value : undefined;
    case 'progress': {
      const counts = progressOf(value);
      return counts && counts.all > 0 ? counts.done / counts.all : undefined;
    }
    case 'unresolved': {
      const open = readPointer(value, '/issuesUnresolvedCount');
      return typeof open === 'number' ? open : undefined;
    }
    case 'joined':
      return isArray(value) ? value.join(', ') : String(value);
    case 'text':
    case 'number':
    case 'date':
    case 'markup':
    case 'firstLine':
    case 'state':
    case 'url':
      return typeof value === 'object' ? JSON.stringify(value) : String(value);
  }
}
