import {findJson, isArray, isObject, type JsonValue} from '../../../base/json-value.ts';
import {changeViewOfKind, viewsIn} from '../../model/locations.ts';
import type {AppState} from '../../model/state.ts';
import {noEffects, type PersistedState, type Transition} from '../../model/transition.ts';
import {columnWidths, pointerProblem, withChoices} from './column-choice.ts';
import type {ColumnChoice, ListPreference, ListView} from './state.ts';

/** Apply preferences to a list. */
export function withPreference(view: ListView, look: ListPreference | undefined): ListView {
  if (look === undefined) return view;
  const {columns, sort, wide} = look;
  const resource = withChoices(view.resource, columns);
  const isThere = sort && resource.columns.some(({id}) => id === sort.column);
  return {
    ...view,
    resource,
    wide: wide ?? view.wide,
    ...(sort === null ? {sort: undefined} : isThere ? {sort} : {}),
  };
}

/** Store a setting of a screen, now and for later sessions. */
export function storePreference(state: AppState, screen: string, part: ListPreference): Transition {
  const preferences = {...state.preferences, [screen]: {...state.preferences[screen], ...part}};
  return noEffects({...state, preferences});
}

/** The preferences of the user, stored for each account. */
export const persistedPreferences: PersistedState = {
  name: 'looks',
  scope: 'account',
  value: ({preferences}) => preferences,
  restore: restorePreferences,
};

/** Restore the preferences of an earlier session; an invalid text changes nothing. */
function restorePreferences(state: AppState, text: string): AppState {
  const kept = findJson(text);
  const read = Object.entries(isObject(kept) ? kept : {});
  const preferences = Object.fromEntries(read.map(([id, look]) => [id, readPreference(look)]));
  return viewsIn(state.locations).reduce(
    (next, {key}) =>
      changeViewOfKind(next, 'list', key, list =>
        withPreference(list, preferences[list.resource.id]),
      ),
    {...state, preferences},
  );
}

/** Parse stored preferences; invalid parts are ignored. */
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
