import {findJson, isArray, isObject, type JsonValue} from '../../../base/json-value.ts';
import {ofKind} from '../../model/location.ts';
import {changeViews} from '../../model/locations.ts';
import type {AppState} from '../../model/state.ts';
import type {Effect} from '../../model/step.ts';
import {columnWidths, pointerProblem, withChoices} from './column-choice.ts';
import type {ColumnChoice, ListPreference, ListPreferences, ListView} from './state.ts';

/** The name under which looks are kept. */
export const preferencesName = 'looks';

/** A list as its screen was left. */
export function withPreferences(view: ListView, preferences: ListPreferences): ListView {
  const look = preferences[view.resource.id];
  return look === undefined ? view : withPreference(view, look);
}

/** A list with a look. */
export function withPreference(view: ListView, {columns, sort, wide}: ListPreference): ListView {
  const resource = withChoices(view.resource, columns);
  const isThere = sort && resource.columns.some(({id}) => id === sort.column);
  return {
    ...view,
    resource,
    wide: wide ?? view.wide,
    ...(sort === null ? {sort: undefined} : isThere ? {sort} : {}),
  };
}

/** Remember a part of what was made of a screen, now and for later sessions. */
export function keepPreference(
  state: AppState,
  screen: string,
  part: ListPreference,
): {readonly state: AppState; readonly effects: readonly Effect[]} {
  const preferences = {...state.preferences, [screen]: {...state.preferences[screen], ...part}};
  const effect: Effect = {
    kind: 'keep',
    name: preferencesName,
    scope: 'profile',
    text: JSON.stringify(preferences),
  };
  return {state: {...state, preferences}, effects: [effect]};
}

/** The state with the preferences of an earlier session; a text that makes no sense changes nothing. */
export function recallPreferences(state: AppState, text: string): AppState {
  const preferences = readPreferences(text);
  const locations = changeViews(state.locations, view => {
    const list = ofKind(view, 'list');
    return list === undefined ? view : withPreferences(list, preferences);
  });
  return {...state, preferences, locations};
}

function readPreferences(text: string): ListPreferences {
  const value = findJson(text);
  if (!isObject(value)) return {};
  return Object.fromEntries(
    Object.entries(value).map(([screen, look]) => [screen, readPreference(look)]),
  );
}

/** A look as it was kept; what is not one is left out. */
export function readPreference(value: JsonValue | undefined): ListPreference {
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
