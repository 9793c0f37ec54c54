import {isObject, readPointer} from '../../../base/json-value.ts';
import {type KeyBinding, key} from '../../keys/binding.ts';
import {viewChange} from '../../model/actions.ts';
import type {Row} from '../../model/row.ts';
import type {AppState} from '../../model/state.ts';
import type {Action} from '../../model/transition.ts';
import {bodyLines} from '../../model/viewport.ts';
import {nodeLabel} from '../../show/tree-node.ts';
import {clampCursor, moveCursor, needsRow, rowAtCursor} from './list-update.ts';
import {visibleRows} from './rows.ts';
import type {ListView} from './state.ts';

/**
 * Collapse or expand the node under the cursor. Collapsing a leaf moves to its parent; expanding an
 * expanded node moves to its first child.
 */
function collapseBy(by: 'fold' | 'unfold'): Action {
  return viewChange('list', (view, state) => collapseAt(state, view, by));
}

function collapseAt(state: AppState, view: ListView, by: 'fold' | 'unfold'): ListView {
  const row = rowAtCursor(view);
  const at = row === undefined ? -1 : view.rows.indexOf(row);
  if (row === undefined || at === -1 || !view.resource.tree) return view;
  const hidden = view.collapsed?.get(row.id);
  if (by === 'unfold') {
    if (hidden !== undefined) return expandedRow(view, row, at, hidden);
    return isOpen(row) ? toRow(state, view, view.rows[at + 1]) : view;
  }
  const below = belowOf(view.rows, at);
  if (hidden === undefined && below.length > 0) return collapsedRow(view, row, at, below);
  const parent = view.rows.slice(0, at).findLast(other => depthOf(other) < depthOf(row));
  return toRow(state, view, parent);
}

function depthOf(row: Row): number {
  return Number(readPointer(row.value, '/tree/depth') ?? 0);
}

function isOpen(row: Row): boolean {
  return Number(readPointer(row.value, '/tree/below') ?? 0) > 0;
}

/** The descendants of a row. */
function belowOf(rows: readonly Row[], at: number): readonly Row[] {
  const row = rows[at];
  if (row === undefined) return [];
  const next = rows.findIndex((other, i) => i > at && depthOf(other) <= depthOf(row));
  return rows.slice(at + 1, next === -1 ? rows.length : next);
}

function collapsedRow(view: ListView, row: Row, at: number, below: readonly Row[]): ListView {
  const rows = view.rows.toSpliced(at, below.length + 1, signed(row, 'folded', below.length));
  return {...view, rows, collapsed: new Map(view.collapsed).set(row.id, below)};
}

function expandedRow(view: ListView, row: Row, at: number, hidden: readonly Row[]): ListView {
  const rest = new Map(view.collapsed);
  rest.delete(row.id);
  return {
    ...view,
    rows: view.rows.toSpliced(at, 1, signed(row, 'open', 0), ...hidden),
    collapsed: rest,
  };
}

/** A row with its expand sign and the number of hidden rows. */
function signed(row: Row, sign: 'open' | 'folded', hidden: number): Row {
  const {value} = row;
  if (!isObject(value) || !isObject(value.tree)) return row;
  const tail = hidden > 0 ? `  (${hidden} below)` : '';
  const label = nodeLabel(value, depthOf(row), sign) + tail;
  return {...row, value: {...value, tree: {...value.tree, label}}};
}

/**
 * Add rows to a list: a tree is expanded first, then collapsed as before, with new nodes as the
 * feature defines.
 */
export function addTreeRows(
  view: ListView,
  come: (whole: ListView) => ListView,
  lines: number,
): ListView {
  if (!view.resource.tree) return come(view);
  const known = view.collapsed ?? new Map();
  const rows = allRows(view.rows, known);
  const before = new Set(rows.map(({id}) => id));
  const isMeant = ({id, value}: Row): boolean =>
    before.has(id) ? known.has(id) : readPointer(value, '/tree/folded') === true;
  const whole = come({...view, rows, collapsed: new Map()});
  // From the end, so that inner nodes are collapsed first and the indexes before them stay valid.
  const made = whole.rows.reduceRight((next, row, at) => {
    const below = isMeant(row) ? belowOf(next.rows, at) : [];
    return below.length > 0 ? collapsedRow(next, row, at, below) : next;
  }, whole);
  return clampCursor(made, lines);
}

/** The rows of a tree including collapsed ones. */
function allRows(
  rows: readonly Row[],
  hidden: ReadonlyMap<string, readonly Row[]>,
): readonly Row[] {
  return rows.flatMap(row => {
    const below = hidden.get(row.id);
    return below === undefined ? row : [signed(row, 'open', 0), ...allRows(below, hidden)];
  });
}

function toRow(state: AppState, view: ListView, row: Row | undefined): ListView {
  const to = row === undefined ? -1 : visibleRows(view).rows.indexOf(row);
  return to === -1 ? view : moveCursor(view, to, bodyLines(state));
}

const ofNode = {scopes: ['tree'], needs: needsRow};

/** Keys of tree lists; in other lists h and l select a column. */
export const treeKeys: readonly KeyBinding[] = [
  key('h left', 'collapse; if collapsed, go to the parent', collapseBy('fold'), {
    ...ofNode,
    hint: 'collapse',
  }),
  key('l right', 'expand; if expanded, go to the first child', collapseBy('unfold'), {
    ...ofNode,
    hint: 'expand',
  }),
];
