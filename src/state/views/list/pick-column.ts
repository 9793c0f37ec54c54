import {clamp} from '../../../base/clamp.ts';
import type {Column} from '../../../base/column.ts';
import {type KeyBinding, key} from '../../keys/binding.ts';
import {actionForView} from '../../model/actions.ts';
import {withView} from '../../model/locations.ts';
import {showNotice} from '../../model/notice.ts';
import type {AppState} from '../../model/state.ts';
import {type Action, noEffects, type Transition} from '../../model/transition.ts';
import {bodyLines} from '../../model/viewport.ts';
import {layOutList, listWidth, maxScroll} from './column-layout.ts';
import {clampCursor, isFollowingTail} from './list-update.ts';
import {storePreference} from './preferences.ts';
import type {ListView} from './state.ts';

/** Select another column to sort by; scroll to it if needed, skip hidden ones. */
const pickColumn = (by: 1 | -1): Action =>
  actionForView('list', (state, view) => {
    const width = listWidth(state);
    const {placed, all} = layOutList(view, width);
    const there = view.wide || view.left > 0 ? all : placed.map(({column}) => column);
    const {sorts} = view.resource;
    const columns = there.filter(({id}) => sorts === undefined || sorts.includes(id));
    const at = columns.findIndex(({id}) => id === (view.column ?? view.sort?.column));
    const to = columns[at === -1 ? 0 : clamp(at + by, 0, columns.length - 1)];
    if (to === undefined) return noEffects(state);
    const next = scrolledTo({...view, column: to.id}, to, width);
    return noEffects(showNotice(withView(state, next), `${to.title}: s sorts by it`, 'dim'));
  });

/** Scroll until a column is visible. */
function scrolledTo(view: ListView, column: Column, width: number): ListView {
  const {all, placed} = layOutList(view, width);
  if (placed.some(one => one.column.id === column.id)) return view;
  const index = all.findIndex(({id}) => id === column.id);
  if (index <= view.left) return {...view, left: Math.max(0, index - 1)};
  for (let left = view.left + 1; left < index; left++) {
    const moved = {...view, left};
    if (layOutList(moved, width).placed.some(one => one.column.id === column.id)) return moved;
  }
  return {...view, left: Math.max(0, index - 1)};
}

/** Scroll the columns of a list; the first one stays. */
const scrollColumns = (by: number): Action =>
  actionForView('list', (state, view) => {
    const width = listWidth(state);
    const most = maxScroll(view, width);
    const {after} = layOutList(view, width);
    if (by > 0 && after === 0) return noEffects(showNotice(state, 'last column reached', 'warn'));
    if (by < 0 && view.left === 0)
      return noEffects(showNotice(state, 'first column reached', 'warn'));
    return noEffects(withView(state, {...view, left: clamp(view.left + by, 0, most)}));
  });

/** Toggle between full-width columns and those that fit. */
const toggleWide: Action = actionForView('list', (state, view) => {
  const wide = !view.wide;
  const next = withView(state, {...view, wide, left: 0});
  const {after} = layOutList({...view, wide, left: 0}, listWidth(state));
  const rest = after > 0 ? '; h and l scroll' : '';
  const said = wide ? `every column at its full width${rest}` : 'columns fitted to the screen';
  return storePreference(showNotice(next, said, 'dim'), view.resource.id, {wide});
});

/** Sort by the selected column; pressed again, restore the server's order. */
export const sortByColumn: Action = actionForView('list', (state, view) => {
  const {resource, sort} = view;
  const first = layOutList(view, listWidth(state)).placed[0]?.column.id;
  const id = view.column ?? sort?.column ?? first;
  const column = resource.columns.find(one => one.id === id);
  if (column === undefined) return noEffects(state);
  if (resource.sorts !== undefined && !resource.sorts.includes(column.id)) {
    const names = resource.sorts.map(one => titleOf(view, one)).join(', ');
    return noEffects(
      showNotice(state, `cannot sort by ${column.title}; this list sorts by ${names}`, 'warn'),
    );
  }
  if (sort?.column !== column.id) {
    return sorted(state, view, {column: column.id, reverse: column.down === true});
  }
  if (resource.sorts !== undefined) return reversed(state, view);
  return sorted(state, view, undefined);
});

/** Reverse the order. */
export const reverseOrder: Action = actionForView('list', reversed);

function reversed(state: AppState, view: ListView): Transition {
  if (view.sort === undefined) return noEffects(state);
  return sorted(state, view, {...view.sort, reverse: !view.sort.reverse});
}

function sorted(state: AppState, view: ListView, sort: ListView['sort']): Transition {
  const next = withView(
    state,
    clampCursor({...view, sort, toEnd: isFollowingTail(view)}, bodyLines(state)),
  );
  const how = sort && `sorted by ${titleOf(view, sort.column)}${sort.reverse ? ', reversed' : ''}`;
  const pick = view.column === undefined ? '; shift+← → picks another column' : '';
  const said = showNotice(next, `${how ?? 'in the server’s order'}${pick}`, 'dim');
  return storePreference(said, view.resource.id, {sort: sort ?? null});
}

function titleOf({resource}: ListView, id: string): string {
  return resource.columns.find(column => column.id === id)?.title ?? id;
}

const list = {scopes: ['list'], anyRows: true as const};

export const columnKeys: readonly KeyBinding[] = [
  key('h left', 'scroll the columns back', scrollColumns(-1), list),
  key('l right', 'scroll the columns forward; the first stays', scrollColumns(1), list),
  key('shift+right', 'pick the next column, for s', pickColumn(1), list),
  key('shift+left', 'pick the previous column, for s', pickColumn(-1), list),
  key('w', 'wide: show every column in full width, or fit the screen', toggleWide, list),
];
