import {clamp} from '../../../base/clamp.ts';
import type {Column} from '../../../base/column.ts';
import {hasValue, paramsFromRow} from '../../ask/row-params.ts';
import {readsPerItem} from '../../ask/source-pages.ts';
import {needIn} from '../../keys/binding.ts';
import type {WantedFill} from '../../model/resource.ts';
import {type Row, valueInRow, withFilledValues} from '../../model/row.ts';
import {type AppState, viewOf} from '../../model/state.ts';
import type {Effect, ViewWithRequirements} from '../../model/transition.ts';
import {bodyLines} from '../../model/viewport.ts';
import {layOutList, listWidth} from './column-layout.ts';
import {readFills, sharedFillKey} from './fill-rows.ts';
import {visibleRows} from './rows.ts';
import type {ListView} from './state.ts';

/** Number of items loaded initially; more are loaded when the cursor nears the end. */
export const initialItemCount = 500;
/** Number of further items loaded for a filter that matches few of those loaded. */
const itemsSearched = 2000;
/**
 * Distance from the end, in screens, at which more items are loaded, so that paging down does not
 * wait.
 */
const screensAhead = 3;
const rowsAhead = 50;

/** The row under the cursor; undefined in an empty list. */
export function rowAtCursor(view: ListView): Row | undefined {
  return visibleRows(view).rows[view.cursor];
}

/** Return the reason if there is no row for a key to act on. */
export const needsRow = needIn('list', view =>
  visibleRows(view).rows.length === 0 ? 'nothing is selected' : undefined,
);

/** Move the cursor to an index among the visible rows; the screen follows. */
export function moveCursor(view: ListView, index: number, lines: number): ListView {
  const rows = visibleRows(view).rows;
  const cursor = clamp(index, 0, rows.length - 1);
  return {
    ...view,
    cursor,
    cursorId: rows[cursor]?.id,
    top: topFor(view.top, cursor, rows.length, lines),
  };
}

/** The first visible line, such that the cursor is visible and the screen is filled. */
function topFor(top: number, cursor: number, count: number, lines: number): number {
  const lowest = Math.max(0, Math.min(top, cursor, count - lines));
  return Math.max(lowest, cursor - lines + 1);
}

/** After the rows changed: keep the cursor on its row, or at its position if the row is gone. */
export function clampCursor(view: ListView, lines: number): ListView {
  const rows = visibleRows(view).rows;
  const at = view.cursorId === undefined ? -1 : rows.findIndex(row => row.id === view.cursorId);
  return moveCursor(view, at === -1 ? view.cursor : at, lines);
}

/** After rows were added or sorted: stay at the end if the user went there. */
export function followTail(view: ListView, lines: number): ListView {
  return view.toEnd ? moveCursor(view, Number.MAX_SAFE_INTEGER, lines) : clampCursor(view, lines);
}

/** Whether "go to the end" remains in effect when a filter or sort changes the rows. */
export const isFollowingTail = ({toEnd, more}: ListView): boolean => toEnd && more;

/** The list of the monitor on the screen; undefined if there is none. */
export function liveList(state: AppState): ListView | undefined {
  const view = viewOf(state, 'list');
  return view?.live && view;
}

/** Stop following in a list of the monitor whose cursor moved; new rows are counted from here. */
export function stopFollowing(view: ListView): ListView {
  const {live} = view;
  if (live === undefined || !live.follow) return view;
  const stopped = {...live, follow: false, seenSeq: live.shownSeq};
  return {...view, live: stopped, fresh: new Set<string>()};
}

/**
 * Whether the matches of an entered filter leave lines empty while the server has more rows: the
 * object it names is likely to be among those. Each filter searches them once, so that ctrl+c stops
 * it.
 */
function isSearch(view: ListView, state: AppState): boolean {
  const {filter, searched, more, load} = view;
  if (filter === '' || filter === searched?.filter || !more) return false;
  if (load.status !== 'ready') return false;
  const {rows, pending} = visibleRows(view);
  const isShort = rows.length < bodyLines(state);
  return isShort && pending === undefined && state.prompt?.kind !== 'filter';
}

/** Whether the remaining rows are being loaded, by `G` or for a filter. */
export function isReadingRest({toEnd, more, searched, rows}: ListView): boolean {
  return more && (toEnd || (searched !== undefined && rows.length < searched.upTo));
}

/** Stop loading the remaining rows. */
export function stopReadingRest(view: ListView): ListView {
  const {searched} = view;
  return {...view, toEnd: false, ...(searched && {searched: {...searched, upTo: 0}})};
}

/** Further loads of a list: more pages when the cursor nears the end, fills for visible rows. */
export function listRequirements(view: ListView, state: AppState): ViewWithRequirements<ListView> {
  const effects: Effect[] = [];
  const shown = visibleRows(view).rows;
  const scans = readsPerItem(view.resource.sources[view.source]);
  const wantsMore = view.more && view.load.status === 'ready' && view.filter === '' && !scans;
  const ahead = Math.max(rowsAhead, screensAhead * bodyLines(state));
  if (wantsMore && view.cursor >= shown.length - ahead) {
    effects.push({kind: 'more', view: view.key, wanted: view.rows.length + initialItemCount});
  }
  if (isSearch(view, state) && !scans) {
    const wanted = view.rows.length + itemsSearched;
    const searched = {filter: view.filter, upTo: wanted};
    return {view: {...view, searched}, effects: [{kind: 'more', view: view.key, wanted}]};
  }
  const {known, wanted} = splitKnown(view, wantedFills(view, state));
  if (known.size > 0) {
    const rows = view.rows.map(row => known.get(row.id)?.(row) ?? row);
    return listRequirements({...view, rows}, state);
  }
  if (wanted.every(one => view.asked.includes(askedName(one)))) return {view, effects};
  const run = readFills(view.key, wanted);
  effects.push({kind: 'task', slot: `fill:${view.key}`, run, asks: true});
  return {view: {...view, asked: wanted.map(askedName)}, effects};
}

/** Split fills into those with a cached response, applied to their rows, and those to request. */
function splitKnown({named}: ListView, all: readonly WantedFill[]) {
  const known = new Map<string, (row: Row) => Row>();
  const wanted = all.filter(({row, fill, params}) => {
    const value = fill.shared && named?.get(sharedFillKey(fill, params));
    if (value === undefined || value === false) return true;
    const before = known.get(row);
    known.set(row, one => {
      const filled = before?.(one) ?? one;
      return withFilledValues(filled, {...filled.filled, [fill.pointer]: value});
    });
    return false;
  });
  return {known, wanted};
}

function askedName({row, fill}: WantedFill): string {
  return `${fill.pointer} ${row}`;
}

/** The missing values of visible rows, row by row, for the columns shown. */
function wantedFills(view: ListView, state: AppState): WantedFill[] {
  if (view.resource.fills === undefined) return [];
  const {placed} = layOutList(view, listWidth(state));
  const shown = visibleRows(view).rows.slice(view.top, view.top + bodyLines(state));
  return missingFills(
    view,
    shown,
    placed.map(({column}) => column),
  );
}

/** The missing values of some rows for some columns, row by row. */
export function missingFills(
  {resource, params: place}: Pick<ListView, 'resource' | 'params'>,
  rows: readonly Row[],
  columns: readonly Column[],
): WantedFill[] {
  const pointers = columns.flatMap(({from}) => from);
  const {fills = []} = resource;
  const shown = fills.filter(({pointer}) =>
    pointers.some(from => from === pointer || from.startsWith(`${pointer}/`)),
  );
  return rows.flatMap(row =>
    shown
      .filter(fill => hasValue(fill.only, row))
      .filter(fill => valueInRow(row, [fill.pointer]) === undefined)
      .map(fill => ({row: row.id, fill, params: paramsFromRow(fill.params, row, place)}))
      .filter(({fill, params}) => Object.keys(fill.params).every(name => name in params)),
  );
}
