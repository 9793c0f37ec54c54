import {clamp} from '../../../base/clamp.ts';
import {type KeyBinding, keysIn} from '../../keys/binding.ts';
import {actionForView, viewChange} from '../../model/actions.ts';
import {changeViewOfKind, closeLocation, withView} from '../../model/locations.ts';
import {showNotice} from '../../model/notice.ts';
import type {Row} from '../../model/row.ts';
import {type AppState, viewBehind, viewOf} from '../../model/state.ts';
import {type Action, afterEvents, noEffects, type Transition} from '../../model/transition.ts';
import type {VerbUse} from '../../model/verb.ts';
import {bodyLines} from '../../model/viewport.ts';
import {planOfVerb, textOf} from '../../write/make-plan.ts';
import {startWrite} from '../../write/start-write.ts';
import {clampCursor, moveCursor} from './list-update.ts';
import type {ListView} from './state.ts';

/**
 * Go to the list in which a verb moves its rows: the current one, or the one the current object was
 * opened from. Undefined if the verb moves no rows, or there is no such list.
 */
export function reorderTarget(state: AppState, {verb, rows}: VerbUse): Transition | undefined {
  if (verb.reorders === undefined) return undefined;
  if (viewOf(state, 'list')?.resource.verbs?.includes(verb)) return noEffects(state);
  const view = viewBehind(state);
  const [row] = rows;
  if (view?.kind !== 'list' || !view.resource.verbs?.includes(verb)) return undefined;
  if (row === undefined || !view.rows.some(({id}) => id === row.id)) return undefined;
  const {state: back, effects} = closeLocation(state);
  const there = changeViewOfKind(back, 'list', view.key, list =>
    clampCursor({...list, cursorId: row.id}, bodyLines(back)),
  );
  return {state: there, effects};
}

/** Start moving rows; the list is shown unfiltered and in the service's order. */
export function startReorder(state: AppState, use: VerbUse): Transition {
  const view = viewOf(state, 'list');
  if (view === undefined || view.moving !== undefined) return noEffects(state);
  const {rows, filter, sort, cursorId, marked} = view;
  const ids = new Set(use.rows.map(({id}) => id));
  const moving = {use, before: {rows, filter, sort, cursorId, marked}};
  const whole = {...view, filter: '', sort: undefined, marked: ids, anchor: undefined, moving};
  return noEffects(withView(state, moveTo(whole, placeOf(whole), state)));
}

/** Split the rows of a list into those that stay and those being moved. */
function splitMoved({rows, moving}: ListView): readonly [readonly Row[], readonly Row[]] {
  const ids = new Set(moving?.use.rows.map(({id}) => id));
  return [rows.filter(({id}) => !ids.has(id)), rows.filter(({id}) => ids.has(id))];
}

/** Number of staying rows before the first moved one. */
function placeOf({rows, moving}: ListView): number {
  const ids = new Set(moving?.use.rows.map(({id}) => id));
  return rows.findIndex(({id}) => ids.has(id));
}

/** Place the moved rows after so many of the others. */
function moveTo(view: ListView, to: number, state: AppState): ListView {
  const [others, own] = splitMoved(view);
  const at = clamp(to, 0, others.length);
  const rows = [...others.slice(0, at), ...own, ...others.slice(at)];
  return moveCursor({...view, rows}, at, bodyLines(state));
}

/** Move the rows; `to` computes the new position from the current one and the lines of a page. */
export function moveRows(to: (at: number, page: number) => number): Action {
  return viewChange('list', (view, state) =>
    view.moving ? moveTo(view, to(placeOf(view), bodyLines(state)), state) : view,
  );
}

/** Drop the rows: opens the preview of the write. */
const dropRows = actionForView('list', (state, view) => {
  const {moving} = view;
  if (moving === undefined) return noEffects(state);
  const {use, before} = moving;
  if (before.rows.every(({id}, i) => view.rows[i]?.id === id)) {
    const back = withView(state, showReordered(view, state));
    return noEffects(showNotice(back, 'position unchanged: nothing sent', 'plain'));
  }
  const neighbour = view.rows[placeOf(view) - 1];
  const {after = ''} = use.verb.reorders ?? {};
  const place: Record<string, readonly string[]> =
    neighbour === undefined ? {position: ['First']} : {after: [textOf(neighbour, after)]};
  const [, own] = splitMoved(view);
  const plan = planOfVerb({...use, rows: own}, state, {inputs: place});
  const from = before.rows.findIndex(({id}) => id === own[0]?.id);
  const was = positionBelow(before.rows[from - 1]);
  const changes = [{field: 'Position', before: was, after: positionBelow(neighbour)}];
  return startWrite(state, {...plan, requests: plan.requests.map(one => ({...one, changes}))});
});

/** The position of the moved rows, by the row that precedes them. */
function positionBelow(row: Row | undefined): string {
  return row === undefined ? 'first' : `after ${row.name}`;
}

/** Cancel moving: restore the order; rows loaded meanwhile stay. */
export function withoutReorder({moving, ...rest}: ListView): ListView {
  if (moving === undefined) return rest;
  const {rows: was, ...before} = moving.before;
  const places = new Map(was.map(({id}, place) => [id, place]));
  const rankOf = ({id}: Row): number => places.get(id) ?? was.length;
  return {...rest, ...before, rows: rest.rows.toSorted((a, b) => rankOf(a) - rankOf(b))};
}

/** Update the list on the screen; the cursor stays on its row. */
function showReordered(view: ListView, state: AppState): ListView {
  return clampCursor(withoutReorder(view), bodyLines(state));
}

const cancelReorder = viewChange('list', showReordered);

/** After the write, end moving; if nothing was carried out, restore the order. */
export const endReorder = afterEvents(['write'], (_, step, event) => {
  const view = viewOf(step.state, 'list');
  if (event.event.kind !== 'finished' || !view?.moving) return step;
  const {moving, ...rest} = view;
  const isNone = event.event.wrote.length === 0;
  const next = isNone ? showReordered(view, step.state) : {...rest, marked: moving.before.marked};
  return {...step, state: withView(step.state, next)};
});

const reorderKey = keysIn('lifted');

const whileMoving = (
  keys: string,
  label: string,
  to: Parameters<typeof moveRows>[0],
  hint?: string,
) => reorderKey(keys, label, moveRows(to), hint === undefined ? {} : {hint});

export const reorderKeys: readonly KeyBinding[] = [
  reorderKey('enter ctrl+s', 'drop here: a preview opens first', dropRows, {
    hint: 'drop',
    always: true,
  }),
  whileMoving('j down alt+down', 'move down', at => at + 1, 'down'),
  whileMoving('k up alt+up', 'move up', at => at - 1, 'up'),
  whileMoving('g home', 'move to the top', () => 0, 'top'),
  whileMoving('G end', 'move to the end of the loaded rows', () => Number.MAX_SAFE_INTEGER),
  whileMoving('ctrl+d pgdn', 'move down a page', (at, page) => at + page),
  whileMoving('ctrl+u pgup', 'move up a page', (at, page) => at - page),
  reorderKey('esc q m', 'cancel the move', cancelReorder, {hint: 'cancel', always: true}),
];
