import {readPointer} from '../../../base/json-value.ts';
import {ofKind} from '../../model/location.ts';
import {changeViewOfKind, findView, localPage, viewsIn} from '../../model/locations.ts';
import {showNotice} from '../../model/notice.ts';
import type {Resource} from '../../model/resource.ts';
import {type Row, withFilledValues} from '../../model/row.ts';
import type {AppState} from '../../model/state.ts';
import type {AppEvent, Effect, Transition} from '../../model/transition.ts';
import {bodyLines} from '../../model/viewport.ts';
import {cellOf} from './cells.ts';
import {addTreeRows} from './collapse.ts';
import {clampCursor, followTail} from './list-update.ts';
import {withoutReorder} from './reorder.ts';
import {isCounted, makeRow, visibleRows} from './rows.ts';
import type {ListView} from './state.ts';

type ListPage = Omit<Extract<AppEvent, {kind: 'page'}>, 'kind' | 'view'>;

/**
 * Add a page. The first page of a refresh replaces as many rows as it has; later rows stay until
 * they are refreshed, so that nothing jumps.
 *
 * @param lines rows on the screen
 */
export function addPage(shown: ListView, page: ListPage, lines: number): ListView {
  // A refresh restores the service's order, which ends moving rows.
  const view = page.first ? withoutReorder(shown) : shown;
  const {source, total, more, note, isPartial} = page;
  const got = isRefresh(view, page) ? refreshed(view, page) : appended(view, page);
  const pageSize = page.first ? page.items.length : view.pageSize;
  const settle = page.first ? clampCursor : followTail;
  const load = {status: 'ready', atMs: page.atMs} as const;
  const next = {...view, source, total, more, note, isPartial, pageSize, ...got, load};
  const meant = toRowMeant(next, page.first && view.rows.length === 0);
  return settle(toStart(view, meant), lines);
}

/** Number of rows shown above the initial cursor. */
const rowsAbove = 3;

/** While a list loads, the cursor moves to its initial row, unless the user moved it. */
function toStart(before: ListView, view: ListView): ListView {
  const {startsOn, resource} = view;
  const {startsAt} = resource;
  const isBegun = view.before !== undefined;
  if (isBegun || (startsAt === undefined && startsOn === undefined)) return view;
  const isStart = (row: Row): boolean =>
    startsOn === undefined ? isAt(row, startsAt) : row.id === startsOn;
  const startOf = (one: ListView): Row | undefined => {
    const {rows} = visibleRows(one);
    return rows.find(isStart) ?? rows[0];
  };
  const isUnmoved = before.cursorId === undefined || before.cursorId === startOf(before)?.id;
  if (!isUnmoved) return view;
  const cursorId = startOf(view)?.id;
  const at = visibleRows(view).rows.findIndex(({id}) => id === cursorId);
  return {...view, cursorId, top: Math.max(0, at - rowsAbove)};
}

/**
 * Set the rows of local lists.
 *
 * @param local the name of the lists (`local`)
 * @param first false: append the items
 */
export function withLocalRows(
  state: AppState,
  local: string | undefined,
  items: readonly string[],
  first = true,
): AppState {
  if (local === undefined) return state;
  const views = viewsIn(state.locations).filter(
    view => view.kind === 'list' && view.resource.local === local,
  );
  return views.reduce((next, {key}) => withRowsIn(next, key, items, first), state);
}

/** Set the rows of one local list. */
export function withRowsIn(
  state: AppState,
  key: number,
  items: readonly string[],
  first = true,
): AppState {
  const page = localPage(items, first, state.nowMs);
  const lines = bodyLines(state);
  return changeViewOfKind(state, 'list', key, view =>
    addTreeRows(view, whole => addPage(whole, page, lines), lines),
  );
}

/**
 * Move the cursor to the created row, unless the user moved it; in a new list, below its first
 * heading.
 */
function toRowMeant(view: ListView, begins: boolean): ListView {
  const {awaits, fresh, before, resource} = view;
  if (begins && resource.counted !== undefined) {
    return {...view, cursorId: view.rows.find(row => isCounted(row, resource))?.id};
  }
  if (awaits === undefined) return view;
  const isThere = awaits === (view.cursorId ?? '');
  const made = isThere ? visibleRows(view).rows.find(({id}) => fresh.has(id)) : undefined;
  const goesOn = made === undefined && isThere && before !== undefined;
  return {...view, cursorId: made?.id ?? view.cursorId, awaits: goesOn ? awaits : undefined};
}

function isAt(row: Row, where: Resource['startsAt']): boolean {
  return where !== undefined && String(readPointer(row.value, where.pointer)) === where.equals;
}

type Got = Pick<ListView, 'rows' | 'fresh' | 'changed' | 'before'>;

function isRefresh(view: ListView, page: ListPage): boolean {
  return page.first ? view.rows.length > 0 : view.before !== undefined;
}

/** Rows by id; passed on to the extended list, so that a page costs only its own rows. */
const indexes = new WeakMap<readonly Row[], Map<string, Row>>();

function indexOf(rows: readonly Row[]): Map<string, Row> {
  const known = indexes.get(rows);
  if (known) return known;
  const made = new Map(rows.map(row => [row.id, row]));
  indexes.set(rows, made);
  return made;
}

function appended(view: ListView, page: ListPage): Got {
  const before = page.first ? [] : view.rows;
  const index = indexOf(before);
  const added: Row[] = [];
  for (const text of page.items) {
    const row = makeRow(view.resource, text, page.atMs);
    // A list that changes while it is read can return an item twice; the cursor needs unique ids.
    if (index.has(row.id)) continue;
    index.set(row.id, row);
    added.push(row);
  }
  const rows = [...before, ...added];
  indexes.delete(before);
  indexes.set(rows, index);
  const {fresh, changed} = page.first ? {fresh: new Set<string>(), changed: new Map()} : view;
  return {rows, fresh, changed, before: undefined};
}

function refreshed(view: ListView, page: ListPage): Got {
  const old = page.first ? view.rows : (view.before?.rows ?? []);
  const known = indexOf(old);
  const read = page.first ? [] : view.rows.slice(0, view.before?.read ?? 0);
  const seen = new Set(read.map(row => row.id));
  const fresh = new Set(page.first ? [] : view.fresh);
  const changed = new Map(page.first ? [] : view.changed);
  const wasAll = page.first ? !view.more : false;
  for (const text of page.items) {
    const made = makeRow(view.resource, text, page.atMs);
    if (seen.has(made.id)) continue;
    const was = known.get(made.id);
    const row = was?.filled === undefined ? made : withFilledValues(made, was.filled);
    // In an incompletely loaded list, rows beyond the loaded part are not new.
    if (was === undefined && (wasAll || read.length < old.length)) fresh.add(row.id);
    if (was !== undefined) {
      const cells = changedCells(view.resource, was, row);
      if (cells.size > 0) changed.set(row.id, cells);
    }
    seen.add(row.id);
    // An unchanged row stays the same object, so that caches stay valid.
    read.push(was !== undefined && was.text === row.text ? was : row);
  }
  const goesOn = page.more && read.length < old.length;
  const tail = goesOn ? old.slice(read.length).filter(row => !seen.has(row.id)) : [];
  const cursor = page.first ? known.get(view.cursorId ?? '') : view.before?.cursor;
  return {
    rows: [...read, ...tail],
    fresh,
    changed,
    before: goesOn ? {rows: old, read: read.length, cursor} : undefined,
  };
}

const sameMoment = 0;
const anyWidth = 20;

/** The columns whose text changed in a row. */
function changedCells(resource: Resource, was: Row, is: Row): ReadonlySet<string> {
  if (was.text === is.text) return new Set();
  const shows = (column: Resource['columns'][number], row: Row) =>
    cellOf(column, row, sameMoment, anyWidth).text;
  return new Set(
    resource.columns.filter(c => shows(c, was) !== shows(c, is)).map(column => column.id),
  );
}

/** Milliseconds for which changed cells are marked. */
const changesShownMs = 5000;

/**
 * After a page: mark its changes for a while, and report if the row under the cursor was removed.
 */
export function pageStep(before: AppState, after: AppState, key: number): Transition {
  const was = ofKind(findView(before, key), 'list');
  const is = ofKind(findView(after, key), 'list');
  if (was === undefined || is === undefined) return {state: after, effects: []};
  const timer: Effect = {
    kind: 'timer',
    slot: `changed:${key}`,
    ms: changesShownMs,
    event: {kind: 'changesOver', view: key},
  };
  const effects = is.changed.size > 0 && is.changed !== was.changed ? [timer] : [];
  const gone = removedRow(was, is);
  // The notice of the write that removed it says more.
  const isSaid = gone === undefined || after.notice?.stays === true;
  const state = isSaid ? after : showNotice(after, `${gone.name} was removed`, 'warn');
  return {state, effects};
}

/**
 * The row that was under the cursor when a refresh started, if the complete list no longer has it.
 */
function removedRow(was: ListView, is: ListView): Row | undefined {
  if (is.before !== undefined || is.more || was.rows.length === 0) return undefined;
  const row = was.before ? was.before.cursor : was.rows.find(one => one.id === was.cursorId);
  if (row === undefined) return undefined;
  return is.rows.some(one => one.id === row.id) ? undefined : row;
}
