import type {Row} from '../../model/row.ts';
import {rowAtCursor} from './list-update.ts';
import {visibleRows} from './rows.ts';
import type {ListView} from './state.ts';

/** The rows an action on a list is about: the marked ones that were read, else none. In the list's order. */
export function markedRows({rows, marked}: Pick<ListView, 'rows' | 'marked'>): readonly Row[] {
  if (marked.size === 0) return noRows;
  const known = found.get(marked);
  if (known?.of === rows) return known.rows;
  const made = rows.filter(row => marked.has(row.id));
  found.set(marked, {of: rows, rows: made});
  return made;
}

/**
 * What is done on a list is done to these rows: the marked ones or, where none is marked, the one
 * under the cursor. None when the marked rows are not among those read: never another instead.
 */
export function chosenRows(view: ListView): readonly Row[] {
  if (view.marked.size > 0) return markedRows(view);
  const row = rowAtCursor(view);
  return row === undefined ? [] : [row];
}

const noRows: readonly Row[] = [];
/** The footer asks with each key whether rows are marked, and which. */
const found = new WeakMap<
  ReadonlySet<string>,
  {readonly of: readonly Row[]; readonly rows: readonly Row[]}
>();

/** The list without marks. */
export function clearMarks(view: ListView): ListView {
  return {...view, marked: new Set(), anchor: undefined};
}

/** How many marked rows were read, and how many of those the filter hides. */
export interface MarkCounts {
  readonly here: number;
  readonly hidden: number;
}

interface Memo extends MarkCounts {
  readonly rows: readonly Row[];
  readonly shown: readonly Row[];
}

/** Counting goes through every row, and header and footer ask with each key. */
const memos = new WeakMap<ReadonlySet<string>, Memo>();

/** Count the marked rows of a list. */
export function countMarks(view: ListView): MarkCounts {
  const {marked, rows} = view;
  if (marked.size === 0) return {here: 0, hidden: 0};
  const shown = visibleRows(view).rows;
  const memo = memos.get(marked);
  if (memo && memo.rows === rows && memo.shown === shown) return memo;
  const here = markedRows(view).length;
  const seen = shown.reduce((n, row) => n + (marked.has(row.id) ? 1 : 0), 0);
  const made = {rows, shown, here, hidden: here - seen};
  memos.set(marked, made);
  return made;
}

/**
 * `7 marked (2 hidden by filter)`, with those that are not among the rows read; '' when none is
 * marked. While a range is begun, how to end it.
 */
export function marksText(view: ListView): string {
  const {marked} = view;
  if (view.anchor !== undefined)
    return `range: v ends it${marked.size > 0 ? `, ${marked.size} marked` : ''}`;
  if (marked.size === 0) return '';
  const {here, hidden} = countMarks(view);
  const away = marked.size - here;
  const notes = [
    ...(hidden > 0 ? [`${hidden.toLocaleString('en')} hidden by filter`] : []),
    ...(away > 0 ? [`${away.toLocaleString('en')} ${view.more ? 'not read' : 'gone'}`] : []),
  ];
  const count = marked.size.toLocaleString('en');
  return `${count} marked${notes.length > 0 ? ` (${notes.join(', ')})` : ''}`;
}
