import type {Column} from '../../../base/column.ts';
import {
  type JsonValue,
  parseJsonValue,
  readFirstOf,
  readPointer,
} from '../../../base/json-value.ts';
import {memoizeFor} from '../../../base/memoize-for.ts';
import {memoizeLast} from '../../../base/memoize-last.ts';
import {longestShown} from '../../../base/safe-text.ts';
import {columnKindOf} from '../../../output/column-kind.ts';
import type {Resource} from '../../model/resource.ts';
import {type Row, textRow} from '../../model/row.ts';
import {cellOf} from './cells.ts';
import {type Filter, makeFilter, narrowsFilter} from './filter.ts';
import {mergeRows, type Order, sortInPieces, sortKeyOf, sortRows} from './row-order.ts';
import type {RowQuery} from './state.ts';

/**
 * Make a row from an item.
 *
 * @param readMs when it was read, in milliseconds since the UNIX epoch
 */
export function makeRow(
  resource: Pick<Resource, 'identity' | 'name'>,
  text: string,
  readMs?: number,
): Row {
  const value = parseJsonValue(text);
  const parts = resource.identity.map(pointer => textOfValue(readPointer(value, pointer)));
  // Rows without ids must still be distinct.
  const id = parts.every(part => part === '') ? noId + text : parts.join(' ');
  const name = textOfValue(readFirstOf(value, resource.name)) || parts.join(' ').trim() || '?';
  return textRow({id, name, namedBy: resource.name, text, readMs});
}

/** Prefix of the ids of rows without an id. */
const noId = '\u0000';

/** The service's id of a row; undefined if it has none. */
export function ownId({id}: Row): string | undefined {
  return id.startsWith(noId) ? undefined : id.split(' ')[0];
}

function textOfValue(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** The rows that pass the filter, sorted, and the problem of the filter. */
export interface VisibleRows {
  readonly rows: readonly Row[];
  readonly problem: string | undefined;
  /** The rows are the previous ones: these are still to be computed (`computePendingRows`). */
  readonly pending?: RowQuery | undefined;
}

interface Memo extends RowQuery {
  /** The last valid filter, which the rows match. */
  readonly right: string;
  readonly result: VisibleRows;
}

const memos = new WeakMap<Resource, Memo>();

/**
 * Limit of rows filtered or sorted while a key waits; more are processed in chunks, between keys.
 */
const rowsAtOnce = 5000;
/** Searching a row is this much faster when its texts are cached. */
const costOfTexts = 10;
const rowsOfPiece = 100;

/**
 * The visible rows of a list. For an invalid filter, the rows of the last valid one, with its
 * problem; for a long list, the previous rows until the new ones are computed. The last result per
 * resource is cached, since each frame needs it; added pages and typed words cost only their own
 * work.
 */
export function visibleRows(view: RowQuery): VisibleRows {
  const memo = memos.get(view.resource);
  if (memo && memo.rows === view.rows && memo.filter === view.filter && memo.sort === view.sort) {
    return memo.result;
  }
  const {resource, rows, filter, sort} = view;
  const made = rowFilter(resource, filter);
  const problem = 'problem' in made ? made.problem : undefined;
  const right = problem === undefined ? filter : (memo?.right ?? '');
  const query = {resource, rows, filter: right, sort};
  const isPlain = right === '' && sort === undefined;
  const known = isPlain ? rows : fromBefore(memo, query);
  if (known === undefined && areMany(sourceOf(memo, query), query)) {
    const before = memo?.result.rows ?? [];
    return {rows: before.length > 0 ? before : rows, problem, pending: query};
  }
  const result = {rows: known ?? drain(inPieces(memo, query)), problem};
  memos.set(resource, {...query, filter, right, result});
  return result;
}

/** Compute pending rows in chunks; afterwards they are the visible ones. */
export function* computePendingRows(query: RowQuery): Generator<void, void> {
  const rows = yield* inPieces(memos.get(query.resource), query);
  memos.set(query.resource, {...query, right: query.filter, result: {rows, problem: undefined}});
}

/** The exact rows, whatever the cost, for actions on them. */
export function computeExactRows(view: RowQuery): VisibleRows {
  const {pending} = visibleRows(view);
  if (pending !== undefined) drain(computePendingRows(pending));
  return visibleRows(view);
}

function drain<T>(pieces: Generator<void, T>): T {
  for (;;) {
    const piece = pieces.next();
    if (piece.done === true) return piece.value;
  }
}

/** Derive the result from the previous one; undefined if it must be computed from scratch. */
function fromBefore(memo: Memo | undefined, query: RowQuery): readonly Row[] | undefined {
  if (memo === undefined) return undefined;
  const {resource, rows, filter, sort} = query;
  const shown = memo.result.rows;
  const sameOrder = memo.sort === sort;
  if (sameOrder && memo.rows === rows) {
    return memo.right === filter ? shown : undefined;
  }
  if (!sameOrder || memo.right !== filter) return undefined;
  const change = changeOf(memo.rows, rows);
  if (change === undefined) return undefined;
  const order = orderOf(query);
  if (change.kind === 'added') {
    if (change.rows.length > rowsAtOnce) return undefined;
    const added = matching(resource, change.rows, filter);
    if (added.length === 0) return shown;
    return order ? mergeRows(shown, sortRows(added, order), order) : [...shown, ...added];
  }
  const moves = [...change.pairs].some(
    ([was, is]) =>
      (order && sortKeyOf(order.column, was) !== sortKeyOf(order.column, is)) ||
      matching(resource, [was], filter).length !== matching(resource, [is], filter).length,
  );
  return moves ? undefined : shown.map(row => change.pairs.get(row) ?? row);
}

/** The rows to search: the previous result if the filter only narrows it, else all. */
function sourceOf(memo: Memo | undefined, {rows, filter, sort}: RowQuery): readonly Row[] {
  const isNarrower = memo?.rows === rows && memo.sort === sort && narrowsFilter(memo.right, filter);
  return isNarrower ? memo.result.rows : rows;
}

function areMany(rows: readonly Row[], {resource, filter}: RowQuery): boolean {
  if (rows.length > rowsAtOnce || filter === '') return rows.length > rowsAtOnce;
  const textOf = textsOf(resource);
  let cost = 0;
  return rows.some(row => {
    cost += textOf.has(row) ? 1 : costOfTexts;
    return cost > rowsAtOnce;
  });
}

/**
 * Precompute the search texts of rows in chunks, before the first key of a filter. For long lists
 * they are computed while filtering, since they take memory.
 */
export function* makeTexts({resource, rows}: RowQuery): Generator<void, void> {
  if (rows.length > rowsAtOnce) return;
  const textOf = textsOf(resource);
  for (const [i, row] of rows.entries()) {
    textOf(row);
    if (i % rowsOfPiece === 0) yield;
  }
}

function* inPieces(memo: Memo | undefined, query: RowQuery): Generator<void, readonly Row[]> {
  const {resource, rows, filter} = query;
  const source = sourceOf(memo, query);
  const kept: Row[] = [];
  for (let from = 0; from < source.length; from += rowsOfPiece) {
    kept.push(...matching(resource, source.slice(from, from + rowsOfPiece), filter));
    yield;
  }
  const order = orderOf(query);
  // Filtering sorted rows keeps them sorted.
  if (order === undefined || source !== rows) return kept;
  return yield* sortInPieces(kept, order, 10 * rowsOfPiece);
}

function orderOf({resource, sort}: RowQuery): Order | undefined {
  const column = sort && resource.columns.find(c => c.id === sort.column);
  return column && {column, reverse: sort.reverse};
}

type Change =
  | {readonly kind: 'added'; readonly rows: readonly Row[]}
  | {readonly kind: 'replaced'; readonly pairs: ReadonlyMap<Row, Row>};

const mostReplaced = 100;

/**
 * Which rows were appended, and which few were replaced by ones with the same id; else undefined.
 */
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
  const filter = rowFilter(resource, text);
  if ('problem' in filter) return rows;
  const ids = filtered(resource).map(({id}) => id);
  const textOf = textsOf(resource);
  return rows.filter(row => {
    const texts = textOf(row).split(between);
    return filter.match(Object.fromEntries(ids.map((id, i) => [id, texts[i] ?? ''])));
  });
}

const filters = memoizeFor((_: Resource) => memoizeLast<Filter>());

/** The filter of a list; the last one is cached. */
export function rowFilter(resource: Resource, text: string): Filter {
  const {columns} = resource;
  const ids = (some: readonly Column[]) => some.map(({id}) => id);
  const ofWords = () => ids(columns.filter(column => columnKindOf(column).filtered === 'words'));
  return filters(resource)([text], () => makeFilter(text, ids(columns), ofWords()));
}

const between = '\u0000';

/**
 * The columns' texts in lower case, joined, which takes a tenth of the memory. Days left count from
 * when the row was read.
 */
const textsOf = memoizeFor((resource: Resource) => {
  const columns = filtered(resource);
  return memoizeFor((row: Row): string =>
    columns
      .map(column => textOf(column, row).slice(0, longestShown).replaceAll(between, ' '))
      .join(between)
      .toLowerCase(),
  );
});

/** The text of the table comes first, since comparisons use it. */
function textOf(column: Column, row: Row): string {
  const textAs = (forPeople: boolean) => cellOf(column, row, row.readMs ?? 0, 20, forPeople).text;
  const exact = textAs(false);
  const isBoth = column.words !== undefined || columnKindOf(column).filtered === 'both';
  const shown = isBoth ? textAs(true) : exact;
  return shown === exact ? exact : `${exact} ${shown}`;
}

const filtered = ({columns}: Resource) =>
  columns.filter(column => columnKindOf(column).filtered !== false);

/** Whether a row counts as an item, rather than a heading. */
export function isCounted({value}: Row, {counted}: Pick<Resource, 'counted'>): boolean {
  const found = counted === undefined ? true : readPointer(value, counted);
  return found !== undefined && found !== null && found !== '';
}
