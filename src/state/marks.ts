import type {ListView, Row} from './model.ts';
import {visibleRows} from './rows.ts';

/** The rows an action on a list is about: the marked ones that were read, else none. In the list's order. */
export function markedRows(view: Pick<ListView, 'rows' | 'marked'>): readonly Row[] {
  return view.marked.size === 0 ? [] : view.rows.filter(row => view.marked.has(row.id));
}

/** The list without marks. */
export function clearMarks(view: ListView): ListView {
  return {...view, marked: new Set(), anchor: undefined};
}

interface Memo {
  readonly rows: readonly Row[];
  readonly shown: readonly Row[];
  readonly text: string;
}

/** Counting goes through every row, and the header asks with each key. */
const memos = new WeakMap<ReadonlySet<string>, Memo>();

/**
 * `7 marked (2 hidden by filter)`, with those that are not among the rows read; '' when none is
 * marked. While a range is begun, how to end it.
 */
export function marksText(view: ListView): string {
  const {marked, rows} = view;
  if (view.anchor !== undefined)
    return `range: v ends it${marked.size > 0 ? `, ${marked.size} marked` : ''}`;
  if (marked.size === 0) return '';
  const shown = visibleRows(view).rows;
  const memo = memos.get(marked);
  if (memo && memo.rows === rows && memo.shown === shown) return memo.text;
  const count = (list: readonly Row[]) =>
    list.reduce((n, row) => n + (marked.has(row.id) ? 1 : 0), 0);
  const here = count(rows);
  const hidden = here - count(shown);
  const away = marked.size - here;
  const notes = [
    ...(hidden > 0 ? [`${hidden} hidden by filter`] : []),
    ...(away > 0 ? [`${away} ${view.more ? 'not read' : 'gone'}`] : []),
  ];
  const text = `${marked.size} marked${notes.length > 0 ? ` (${notes.join(', ')})` : ''}`;
  memos.set(marked, {rows, shown, text});
  return text;
}
