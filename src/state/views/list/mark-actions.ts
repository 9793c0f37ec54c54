import {inView} from '../../model/acts.ts';
import {changeView} from '../../model/places.ts';
import {bodyLines} from '../../model/room.ts';
import {type Act, stay} from '../../model/step.ts';
import {moveCursor} from './list-update.ts';
import {holdStill} from './live.ts';
import {visibleRows} from './rows.ts';
import type {ListView} from './state.ts';

/** What marking does: this row and on, a range, all that match, or this row and its neighbour. */
export type MarkWhat = 'row' | 'range' | 'all' | 'up' | 'down';

/** Mark rows of the list on the screen. */
export function mark(what: MarkWhat): Act {
  return inView('list', (state, view) => {
    const lines = bodyLines(state);
    return stay(changeView(state, view.key, () => markIn(holdStill(view), what, lines)));
  });
}

function markIn(view: ListView, what: MarkWhat, lines: number): ListView {
  const rows = visibleRows(view).rows;
  const id = rows[view.cursor]?.id;
  if (id === undefined) return view;
  switch (what) {
    case 'row': {
      const marked = view.marked.has(id) ? without(view.marked, [id]) : joined(view.marked, [id]);
      return moveCursor({...view, marked, anchor: undefined, toEnd: false}, view.cursor + 1, lines);
    }
    case 'up':
    case 'down': {
      const to = view.cursor + (what === 'up' ? -1 : 1);
      const next = rows[to]?.id;
      const marked = joined(view.marked, next === undefined ? [id] : [id, next]);
      return moveCursor({...view, marked, toEnd: false}, to, lines);
    }
    case 'range': {
      const from = rows.findIndex(row => row.id === view.anchor);
      if (from === -1) return {...view, anchor: id};
      const [low, high] = [Math.min(from, view.cursor), Math.max(from, view.cursor)];
      const ids = rows.slice(low, high + 1).map(row => row.id);
      return {...view, marked: joined(view.marked, ids), anchor: undefined};
    }
    case 'all': {
      const ids = rows.map(row => row.id);
      const all = ids.every(one => view.marked.has(one));
      const marked = all ? without(view.marked, ids) : joined(view.marked, ids);
      return {...view, marked, anchor: undefined};
    }
  }
}

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
