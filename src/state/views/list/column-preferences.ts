import {isArray, isObject, type JsonValue, parseJsonValue} from '../../../base/json-value.ts';
import type {View} from '../../model/location.ts';
import type {AppState} from '../../model/state.ts';
import type {Effect} from '../../model/step.ts';
import {columnWidths, pointerProblem, withChoices} from './column-choice.ts';
import type {ColumnChoice, ListView, Looks, ScreenLook} from './state.ts';

/** The name under which looks are kept. */
export const looksName = 'looks';

/** A list as its screen was left; other views as they are. */
export function withLook(view: View, looks: Looks): View {
  if (view.kind !== 'list') return view;
  const look = looks[view.resource.id];
  return look === undefined ? view : lookedAs(view, look);
}

/** A list with a look. */
export function lookedAs(view: ListView, {columns, sort, wide}: ScreenLook): ListView {
  const resource = withChoices(view.resource, columns);
  const isThere = sort && resource.columns.some(({id}) => id === sort.column);
  return {
    ...view,
    resource,
    wide: wide ?? view.wide,
    ...(sort === null ? {sort: undefined} : isThere ? {sort} : {}),
  };
}

/** Remember a part of a screen's look, now and for later sessions. */
export function keepLook(
  state: AppState,
  screen: string,
  part: ScreenLook,
): {readonly state: AppState; readonly effects: readonly Effect[]} {
  const looks = {...state.looks, [screen]: {...state.looks[screen], ...part}};
  const effect: Effect = {
    kind: 'keep',
    name: looksName,
    scope: 'profile',
    text: JSON.stringify(looks),
  };
  return {state: {...state, looks}, effects: [effect]};
}

/** The state with the looks of an earlier session; a text that makes no sense changes nothing. */
export function recallLooks(state: AppState, text: string): AppState {
  const looks = readLooks(text);
  const places = state.places.map(place => ({
    ...place,
    views: Object.fromEntries(
      Object.entries(place.views).map(([tab, view]) => [tab, withLook(view, looks)]),
    ),
  }));
  return {...state, looks, places};
}

function readLooks(text: string): Looks {
  let value: JsonValue;
  try {
    value = parseJsonValue(text);
  } catch {
    // A comfort that cannot be read is as good as none.
    return {};
  }
  if (!isObject(value)) return {};
  return Object.fromEntries(
    Object.entries(value).map(([screen, look]) => [screen, readLook(look)]),
  );
}

/** A look as it was kept; what is not one is left out. */
export function readLook(value: JsonValue | undefined): ScreenLook {
  if (!isObject(value)) return {};
  const {columns, sort, wide} = value;
  const order =
    isObject(sort) && typeof sort.column === 'string'
      ? {column: sort.column, reverse: sort.reverse === true}
      : undefined;
  return {
    ...(isArray(columns) && {columns: columns.flatMap(readChoice)}),
    ...(sort === null ? {sort: null} : order && {sort: order}),
    ...(typeof wide === 'boolean' && {wide}),
  };
}

function readChoice(value: JsonValue): ColumnChoice[] {
  if (!isObject(value) || typeof value.id !== 'string') return [];
  const {id, shown, width, from} = value;
  const fits =
    typeof width === 'number' && width >= columnWidths.least && width <= columnWidths.most;
  const isPointer = typeof from === 'string' && pointerProblem(from) === undefined;
  return [{id, shown: shown !== false, ...(fits && {width}), ...(isPointer && {from})}];
}
