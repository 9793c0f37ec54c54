import {hideSecrets} from '../../../base/hide-secrets.ts';
import {findJson, isArray, isObject, type JsonValue, textsIn} from '../../../base/json-value.ts';
import {memoizeFor} from '../../../base/memoize-for.ts';
import {ofKind} from '../../model/location.ts';
import {findView} from '../../model/locations.ts';
import type {Resource} from '../../model/resource.ts';
import type {Row} from '../../model/row.ts';
import type {AppState} from '../../model/state.ts';
import {afterEvents, type Effect, noEffects, type PersistedState} from '../../model/transition.ts';
import {makeRow} from './rows.ts';
import type {LastRows, ListView} from './state.ts';

const name = 'rows';
/** Limits of the stored lists, the rows of each, and their characters. */
const mostLists = 8;
const mostRows = 200;
const mostCharacters = 50_000;

/**
 * The first rows of recently read lists, stored for each account as a JSON array: shown dimmed with
 * their age when such a list is opened in a later session, until its rows arrive. They are not part
 * of the list's rows, so no action applies to them. `lastRows: false` in `ui.json` disables this
 * and deletes what was stored.
 */
export const persistedRows: PersistedState = {
  name,
  scope: 'account',
  value: ({lastRows}) => lastRows,
  text: ({lastRows = []}) => textOf(lastRows),
  restore(state, text) {
    const read = (state.lastRows ?? []).filter(({isRead}) => isRead);
    const others = listsOf(text).filter(({list}) => read.every(one => one.list !== list));
    const lastRows = [...read, ...others].slice(0, mostLists);
    return state.look.lastRows ? {...state, lastRows} : state;
  },
  onRestore(state, text) {
    const {look, lastRows = []} = state;
    if (!look.lastRows) return text === '[]' ? noEffects(state) : {state, effects: [keep([])]};
    // Lists read before the restore were stored alone; add the restored ones.
    return lastRows.some(({isRead}) => isRead)
      ? {state, effects: [keep(lastRows)]}
      : noEffects(state);
  },
};

/** Remember the first page of a list when it is first read. */
export const rememberRows = afterEvents(['page'], (before, step, event) => {
  const {state} = step;
  if (!event.first || !state.look.lastRows) return step;
  const view = ofKind(findView(state, event.view), 'list');
  const isFirst = ofKind(findView(before, event.view), 'list')?.rows.length === 0;
  const list = view === undefined || !isFirst ? undefined : keyOf(view);
  if (list === undefined) return step;
  const known = (state.lastRows ?? []).filter(one => one.list !== list);
  const own = {list, atMs: event.atMs, items: firstOf(event.items), isRead: true};
  const lastRows = [own, ...known].slice(0, mostLists);
  return {...step, state: {...state, lastRows}};
});

function keep(lists: readonly LastRows[]): Effect {
  return {kind: 'persist', name, scope: 'account', text: textOf(lists)};
}

function textOf(lists: readonly LastRows[]): string {
  return JSON.stringify(lists.map(({isRead: _, ...kept}) => kept));
}

/** The rows of an earlier session for a list that is still loading, and their time. */
export function lastRowsOf({lastRows = []}: AppState, view: ListView): OldRows | undefined {
  if (view.load.status !== 'loading' || view.rows.length > 0) return undefined;
  const list = keyOf(view);
  const kept = lastRows.find(one => one.list === list && one.isRead !== true);
  const old = kept && rowsOf(view.resource)(kept);
  return old?.rows.length === 0 ? undefined : old;
}

/** Rows of an earlier session. */
interface OldRows {
  /** A copy of the list's resource, so that caches of its own rows stay separate. */
  readonly resource: Resource;
  readonly rows: readonly Row[];
  /** When they were read, in milliseconds since the UNIX epoch. */
  readonly atMs: number;
}

/** The key of a list; undefined if its rows are not stored. */
function keyOf({resource, params}: ListView): string | undefined {
  const isPlain = resource.local === undefined && !resource.guessed && !resource.tree;
  const key = `${resource.id} ${JSON.stringify(params)}`;
  return isPlain && key.length < 500 ? key : undefined;
}

function firstOf(items: readonly string[]): readonly string[] {
  let characters = 0;
  return items
    .slice(0, mostRows)
    .filter(item => {
      characters += item.length;
      return characters <= mostCharacters;
    })
    .map(item => hideSecrets(item));
}

const rowsOf = memoizeFor((listed: Resource) => {
  const resource = {...listed};
  return memoizeFor(({items, atMs}: LastRows): OldRows => {
    try {
      return {resource, rows: items.map(item => makeRow(resource, item, atMs)), atMs};
    } catch {
      // Invalid stored rows are ignored.
      return {resource, rows: [], atMs};
    }
  });
});

function listsOf(text: string): readonly LastRows[] {
  const value = findJson(text);
  return isArray(value) ? value.flatMap(listOf).slice(0, mostLists) : [];
}

function listOf(value: JsonValue): LastRows[] {
  if (!isObject(value)) return [];
  const {list, atMs, items} = value;
  if (typeof list !== 'string' || typeof atMs !== 'number' || !isArray(items)) return [];
  return [{list, atMs, items: textsIn(items).slice(0, mostRows)}];
}
