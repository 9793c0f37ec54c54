import type {Column} from '../../../base/column.ts';
import {groupedNumber} from '../../../base/grouped-number.ts';
import {memoizeFor} from '../../../base/memoize-for.ts';
import {memoizeLast} from '../../../base/memoize-last.ts';
import type {Tone} from '../../../base/tone.ts';
import {columnKindOf} from '../../../output/column-kind.ts';
import {type KeyBinding, key} from '../../keys/binding.ts';
import {actionForView, viewChange} from '../../model/actions.ts';
import {withView} from '../../model/locations.ts';
import {showNotice} from '../../model/notice.ts';
import type {Row} from '../../model/row.ts';
import {type Action, noEffects} from '../../model/transition.ts';
import {bodyLines} from '../../model/viewport.ts';
import {cellOf} from './cells.ts';
import {moveCursor, needsRow, rowAtCursor, stopFollowing} from './list-update.ts';
import {visibleRows} from './rows.ts';
import type {ListView} from './state.ts';

const troubled: ReadonlySet<Tone> = new Set(['warn', 'bad']);

/**
 * Go to the next row that needs attention: failed, expiring, overdue, or changed by the last
 * refresh.
 */
const goToProblemRow = (by: 1 | -1): Action =>
  actionForView('list', (state, view) => {
    const {rows} = visibleRows(view);
    const columns = view.resource.columns.filter(mayShowProblem);
    const isProblem = (row: Row) =>
      view.changed.has(row.id) || view.fresh.has(row.id) || hasProblem(columns, row, state.nowMs);
    const at = findFrom(rows, view.cursor, by, isProblem);
    if (at === undefined) return noEffects(showNotice(state, 'no row needs attention', 'good'));
    const moved = moveCursor(stopFollowing(view), at, bodyLines(state));
    const next = withView(state, {...moved, toEnd: false});
    if ((at - view.cursor) * by > 0) return noEffects(next);
    return noEffects(
      showNotice(next, by > 0 ? 'continued from the top' : 'continued from the end', 'dim'),
    );
  });

/** The next matching row, wrapping around; undefined if only the row under the cursor matches. */
function findFrom(
  rows: readonly Row[],
  from: number,
  by: number,
  fits: (row: Row) => boolean,
): number | undefined {
  for (let step = 1; step < rows.length; step++) {
    const at = (from + step * by + rows.length * step) % rows.length;
    const row = rows[at];
    if (row !== undefined && fits(row)) return at;
  }
  return undefined;
}

/** Check only columns that can indicate a problem. */
function mayShowProblem(column: Column): boolean {
  const {tone, tones} = column;
  const all = [tone, ...Object.values(tones ?? {})];
  return columnKindOf(column).tone !== undefined || all.some(one => one && troubled.has(one));
}

function hasProblem(columns: readonly Column[], row: Row, nowMs: number): boolean {
  return columns.some(column => {
    const {text, tone} = cellOf(column, row, nowMs, 20);
    return text !== '' && troubled.has(tone);
  });
}

/** The selected rows that are loaded, in the list's order; empty if none. */
export function selectedRows({rows, marked}: Pick<ListView, 'rows' | 'marked'>): readonly Row[] {
  if (marked.size === 0) return noRows;
  return found(marked)([rows], () => rows.filter(row => marked.has(row.id)));
}

/**
 * The rows an action applies to: the selected ones or, without a selection, the one under the
 * cursor. Empty if the selected rows are not loaded: never another row instead.
 */
export function targetRows(view: ListView): readonly Row[] {
  if (view.marked.size > 0) return selectedRows(view);
  const row = rowAtCursor(view);
  return row === undefined ? [] : [row];
}

const noRows: readonly Row[] = [];
/** Cached, since the footer needs it for every key. */
const found = memoizeFor((_: ReadonlySet<string>) => memoizeLast<readonly Row[]>());

/** Clear the selection. */
export function clearSelection(view: ListView): ListView {
  return {...view, marked: new Set(), anchor: undefined};
}

/** Number of selected rows that are loaded, and of those hidden by the filter. */
interface SelectionCounts {
  readonly here: number;
  readonly hidden: number;
}

/** Cached: counting visits every row, and header and footer need it for every key. */
const counts = memoizeFor((_: ReadonlySet<string>) => memoizeLast<SelectionCounts>());

export function countSelection(view: ListView): SelectionCounts {
  const {marked, rows} = view;
  if (marked.size === 0) return {here: 0, hidden: 0};
  const shown = visibleRows(view).rows;
  return counts(marked)([rows, shown], () => {
    const here = selectedRows(view).length;
    return {here, hidden: here - shown.filter(row => marked.has(row.id)).length};
  });
}

/**
 * `7 selected (2 hidden by filter)`, including rows not loaded; '' without a selection. While a
 * range is open, how to end it.
 */
export function selectionText(view: ListView): string {
  const {marked} = view;
  if (view.anchor !== undefined)
    return `selecting a range: v ends${marked.size > 0 ? `, ${marked.size} selected` : ''}`;
  if (marked.size === 0) return '';
  const {here, hidden} = countSelection(view);
  const away = marked.size - here;
  const notes = [
    ...(hidden > 0 ? [`${groupedNumber(hidden)} hidden by filter`] : []),
    ...(away > 0 ? [`${groupedNumber(away)} ${view.more ? 'not loaded' : 'removed'}`] : []),
  ];
  const count = groupedNumber(marked.size);
  return `${count} selected${notes.length > 0 ? ` (${notes.join(', ')})` : ''}`;
}

/** Whether at least three rows are selected and they are the complete list, without a filter. */
export function isWholeList(view: ListView): boolean {
  const {rows, marked, filter} = view;
  return rows.length > 2 && filter === '' && rows.every(({id}) => marked.has(id));
}

/**
 * Make the action of a selection key from a function of the list, its visible rows and the row
 * under the cursor.
 */
function marking(
  mark: (view: ListView, rows: readonly Row[], id: string, lines: number) => ListView,
): Action {
  return viewChange('list', (view, state) => {
    const still = stopFollowing(view);
    const {rows} = visibleRows(still);
    const id = rows[still.cursor]?.id;
    return id === undefined ? still : mark(still, rows, id, bodyLines(state));
  });
}

const markRow = marking((view, _, id, lines) => {
  const marked = view.marked.has(id) ? without(view.marked, [id]) : joined(view.marked, [id]);
  return moveCursor({...view, marked, anchor: undefined, toEnd: false}, view.cursor + 1, lines);
});

/** Extend the selection to the neighbouring row. */
const markOn = (by: 1 | -1): Action =>
  marking((view, rows, id, lines) => {
    const to = view.cursor + by;
    const next = rows[to]?.id;
    const marked = joined(view.marked, next === undefined ? [id] : [id, next]);
    return moveCursor({...view, marked, toEnd: false}, to, lines);
  });

const markRange = marking((view, rows, id) => {
  const from = rows.findIndex(row => row.id === view.anchor);
  if (from === -1) return {...view, anchor: id};
  const [low, high] = [Math.min(from, view.cursor), Math.max(from, view.cursor)];
  const ids = rows.slice(low, high + 1).map(row => row.id);
  return {...view, marked: joined(view.marked, ids), anchor: undefined};
});

const markAll = marking((view, rows) => {
  const ids = rows.map(row => row.id);
  const all = ids.every(one => view.marked.has(one));
  const marked = all ? without(view.marked, ids) : joined(view.marked, ids);
  return {...view, marked, anchor: undefined};
});

const markOthers = marking((view, rows) => {
  const ids = rows.map(row => row.id);
  const others = ids.filter(one => !view.marked.has(one));
  return {...view, marked: joined(without(view.marked, ids), others), anchor: undefined};
});

function joined(marked: ReadonlySet<string>, ids: readonly string[]): ReadonlySet<string> {
  const next = new Set(marked);
  for (const id of ids) next.add(id);
  return next;
}

function without(marked: ReadonlySet<string>, ids: readonly string[]): ReadonlySet<string> {
  const next = new Set(marked);
  for (const id of ids) next.delete(id);
  return next;
}

const ofRow = {scopes: ['list'], needs: needsRow};

export const selectionKeys: readonly KeyBinding[] = [
  key('space', 'select or deselect the row, and move down', markRow, ofRow),
  key('v', 'start selecting a range; again ends the range here', markRange, ofRow),
  key('shift+down', 'select this row and the next', markOn(1), ofRow),
  key('shift+up', 'select this row and the previous one', markOn(-1), ofRow),
  key('*', 'select all rows shown, or deselect them', markAll, ofRow),
  key('i', 'invert the selection', markOthers, ofRow),
  key(
    'n',
    'next row that needs attention: failed, expiring, overdue, changed',
    goToProblemRow(1),
    ofRow,
  ),
  key('N', 'previous row that needs attention', goToProblemRow(-1), ofRow),
];
