import {parseJsonValue, readFirstOf, readPointer} from '../../../base/json-value.ts';
import {keptFor} from '../../../base/kept-for.ts';
import {keptLast} from '../../../base/kept-last.ts';
import type {Column} from '../../model/column.ts';
import type {Resource} from '../../model/resource.ts';
import {type Row, textRow} from '../../model/row.ts';
import {cellOf} from './cells.ts';
import {type Filter, makeFilter, narrowsFilter} from './filter.ts';
import {mergeRows, sortKeyOf, sortRows} from './row-order.ts';
import type {ListView} from './state.ts';

/**
 * An item of a list as a row.
 *
 * @param readMs when it was read, in milliseconds since the UNIX epoch
 */
export function makeRow(resource: Resource, text: string, readMs?: number): Row {
  const value = parseJsonValue(text);
  const id = resource.identity.map(pointer => String(readPointer(value, pointer) ?? '')).join(' ');
  const name = String(readFirstOf(value, resource.name) ?? id);
  return textRow({id, name, text, readMs});
}

/** The rows that pass the filter, in the order asked for, and what is wrong with the filter. */
export interface VisibleRows {
  readonly rows: readonly Row[];
  readonly problem: string | undefined;
}

type RowQuery = Pick<ListView, 'resource' | 'rows' | 'filter' | 'sort'>;

interface Memo extends RowQuery {
  /** The last filter that could be read; it is what the rows are of. */
  readonly right: string;
  readonly result: VisibleRows;
}

const memos = new WeakMap<Resource, Memo>();

/**
 * Rows of a list as they are shown. A filter that is wrong shows what the last right one showed,
 * with its problem. The last result per resource is kept, since each frame asks for it, and a page
 * that was added or a word typed on costs only what it brings.
 */
export function visibleRows(view: RowQuery): VisibleRows {
  const memo = memos.get(view.resource);
  if (memo && memo.rows === view.rows && memo.filter === view.filter && memo.sort === view.sort) {
    return memo.result;
  }
  const {resource, rows, filter, sort} = view;
  const made = filterFor(resource, filter);
  const wrong = 'problem' in made;
  const right = wrong ? (memo?.right ?? '') : filter;
  const query = {resource, rows, filter: right, sort};
  const shown = fromBefore(memo, query) ?? fromAll(query);
  const result = {rows: shown, problem: wrong ? made.problem : undefined};
  memos.set(resource, {...query, filter, right, result});
  return result;
}

/** The result made from the last one; undefined when it has to be made from the start. */
function fromBefore(memo: Memo | undefined, query: RowQuery): readonly Row[] | undefined {
  if (memo === undefined) return undefined;
  const {resource, rows, filter, sort} = query;
  const shown = memo.result.rows;
  const sameOrder = memo.sort === sort;
  if (sameOrder && memo.rows === rows) {
    if (memo.right === filter) return shown;
    return narrowsFilter(memo.right, filter) ? matching(resource, shown, filter) : undefined;
  }
  if (!sameOrder || memo.right !== filter) return undefined;
  const change = changeOf(memo.rows, rows);
  if (change === undefined) return undefined;
  if (filter === '' && sort === undefined) return rows;
  const column = columnOf(resource, sort);
  if (change.kind === 'added') {
    const added = matching(resource, change.rows, filter);
    if (added.length === 0) return shown;
    if (sort === undefined || column === undefined) return [...shown, ...added];
    return mergeRows(shown, sortRows(added, column, sort.reverse), column, sort.reverse);
  }
  const moves = [...change.pairs].some(
    ([was, is]) =>
      (column !== undefined && sortKeyOf(column, was) !== sortKeyOf(column, is)) ||
      matching(resource, [was], filter).length !== matching(resource, [is], filter).length,
  );
  return moves ? undefined : shown.map(row => change.pairs.get(row) ?? row);
}

function fromAll({resource, rows, filter, sort}: RowQuery): readonly Row[] {
  const kept = matching(resource, rows, filter);
  const column = columnOf(resource, sort);
  return sort === undefined || column === undefined ? kept : sortRows(kept, column, sort.reverse);
}

function columnOf(resource: Resource, sort: ListView['sort']): Column | undefined {
  return sort && resource.columns.find(c => c.id === sort.column);
}

type Change =
  | {readonly kind: 'added'; readonly rows: readonly Row[]}
  | {readonly kind: 'replaced'; readonly pairs: ReadonlyMap<Row, Row>};

const mostReplaced = 100;

/** How rows became others, when they only grew or few were replaced by others of their id. */
function changeOf(before: readonly Row[], after: readonly Row[]): Change | undefined {
  if (after.length < before.length) return undefined;
  const pairs = new Map<Row, Row>();
  for (let i = 0; i < before.length; i++) {
    const was = before[i];
    const is = after[i];
    if (was === is || was === undefined || is === undefined) continue;
    if (was.id !== is.id || pairs.size === mostReplaced) return undefined;
    pairs.set(was, is);
  }
  if (pairs.size === 0) return {kind: 'added', rows: after.slice(before.length)};
  return after.length === before.length ? {kind: 'replaced', pairs} : undefined;
}

function matching(resource: Resource, rows: readonly Row[], text: string): readonly Row[] {
  if (text === '') return rows;
  const filter = filterFor(resource, text);
  if ('problem' in filter) return rows;
  return rows.filter(row => filter.match(textsOf(resource)(row)));
}

const filters = keptFor((_: Resource) => keptLast<Filter>());

/** The filter of a text on a list; the last one is kept. */
export function filterFor(resource: Resource, text: string): Filter {
  const ids = () => resource.columns.map(c => c.id);
  return filters(resource)([text], () => makeFilter(text, ids()));
}

/** Each column's text in lower case, for the filter. Days left count from when the row was read. */
const textsOf = keptFor((resource: Resource) =>
  keptFor((row: Row): Readonly<Record<string, string>> => {
    const made: Record<string, string> = {};
    for (const column of resource.columns) {
      if (column.kind.filtered === false) continue;
      made[column.id] = cellOf(column, row, row.readMs ?? 0, 20).text.toLowerCase();
    }
    return made;
  }),
);
