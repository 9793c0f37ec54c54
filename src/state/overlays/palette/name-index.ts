import {hideSecrets} from '../../../base/hide-secrets.ts';
import {pointerSteps} from '../../../base/json-pointer.ts';
import {
  findJson,
  isObject,
  type JsonObject,
  type JsonValue,
  parseJsonValue,
  readPointer,
  textAt,
} from '../../../base/json-value.ts';
import {memoizeLast} from '../../../base/memoize-last.ts';
import {nameSourceOf} from '../../model/names.ts';
import type {NameReading, Resource} from '../../model/resource.ts';
import {type AppState, slice} from '../../model/state.ts';
import type {EventOf, PersistedState} from '../../model/transition.ts';
import {nameLine} from './name-table.ts';

/** The names of a list's entities. */
export interface NamesOfList {
  /** When they were read, in milliseconds since the UNIX epoch. */
  readonly atMs: number;
  /** Whether the list was read completely. */
  readonly isWhole: boolean;
  /** Lines made by `nameLine`. */
  readonly lines: readonly string[];
}

/** Names by list id. */
type NamesByList = Readonly<Record<string, NamesOfList>>;

/**
 * The names that are searched without a request: stored for each profile with its site and account.
 */
interface NameIndex {
  /** The text stored by an earlier session; parsed on the first search. */
  readonly stored: string;
  /** Read in this session. */
  readonly read: NamesByList;
  /** Whether the lists of the site still have to be read, are being read, or are complete. */
  readonly status: 'waiting' | 'reading' | 'ready';
}

const name = 'names';
export const nameIndex = slice<NameIndex>(name, {stored: '', read: {}, status: 'waiting'});

const lastParsed = memoizeLast<NamesByList>();
const lastMerged = memoizeLast<NamesByList>();

/** All known names, by list id. */
export function knownNames(state: Pick<AppState, 'own'>): NamesByList {
  const {stored, read} = nameIndex.of(state);
  return lastMerged([stored, read], () => ({
    ...lastParsed([stored], () => parseNames(stored)),
    ...read,
  }));
}

/** Whether names of this session are still being read. */
export function isIndexing(state: AppState): boolean {
  return state.screens.indexed.length > 0 && nameIndex.of(state).status !== 'ready';
}

/** Set the names of a list in the index. */
export function setNames(state: AppState, list: string, names: NamesOfList): AppState {
  const index = nameIndex.of(state);
  return nameIndex.with(state, {...index, read: {...index.read, [list]: names}});
}

/** Add the items of a list that was read elsewhere to the index. */
export function addNames(state: AppState, {call, items, atMs}: EventOf<'named'>): AppState {
  const resource = state.screens.indexed.find(({indexed}) => indexed === call);
  if (resource === undefined) return state;
  const lines = linesOf(resource, items);
  return setNames(state, resource.id, {atMs, isWhole: true, lines});
}

/** Make the lines of the items of a list. */
export function linesOf(resource: Resource, items: readonly string[]): readonly string[] {
  return items.flatMap(item => lineOf(resource, parseJsonValue(item)) ?? []);
}

/** The line of an item; undefined if it has no name or is not of the kind. */
function lineOf(resource: Resource, value: JsonValue): string | undefined {
  const {indexed} = resource;
  if (indexed === undefined) return undefined;
  const source = nameSourceOf(indexed);
  const {only, id, key = ''} = source;
  if (only !== undefined && readPointer(value, only[0]) !== only[1]) return undefined;
  const named = source.names.map(pointer => textAt(value, pointer)).filter(Boolean);
  if (named.length === 0) return undefined;
  const ids = [key === '' ? '' : textAt(value, key), textAt(value, id)];
  const kept = JSON.stringify(partOf(value, pointersOf(resource, indexed)));
  return hideSecrets(nameLine([...named, ...ids], kept));
}

/** Pointers to what opens a row and identifies it. */
function pointersOf(resource: Resource, indexed: NameReading): readonly string[] {
  const {identity, name: named, opens, describe} = resource;
  const params = {...opens?.params, ...describe?.params};
  const parents = Object.keys(indexed.per?.params ?? {}).map(param => `/${param}`);
  const only = opens?.only === undefined ? [] : [opens.only.pointer];
  return [...identity, ...named, ...Object.values(params).flat(), ...only, ...parents];
}

/** The members of a value at some pointers. */
function partOf(value: JsonValue, pointers: readonly string[]): JsonObject {
  const part: Record<string, JsonValue> = {};
  for (const pointer of pointers) {
    const found = readPointer(value, pointer);
    if (found === undefined || found === null) continue;
    const steps = pointerSteps(pointer);
    let at = part;
    for (const step of steps.slice(0, -1)) {
      const below = at[step];
      at = at[step] = isObject(below) ? {...below} : {};
    }
    at[steps.at(-1) ?? ''] = found;
  }
  return part;
}

/**
 * Serialize the names: for each list a line `\t{"list":…}` and the lines of its entities, none of
 * which starts with a tab.
 */
export function storedNames(names: NamesByList): string {
  return Object.entries(names)
    .flatMap(([list, {atMs, isWhole, lines}]) => [
      `\t${JSON.stringify({list, atMs, isWhole})}`,
      ...lines,
    ])
    .join('\n');
}

function parseNames(text: string): NamesByList {
  const names: Record<string, NamesOfList & {readonly lines: string[]}> = {};
  let lines: string[] | undefined;
  for (const line of text.split('\n')) {
    if (!line.startsWith('\t')) {
      if (line.endsWith('}')) lines?.push(line);
      continue;
    }
    const head = findJson(line);
    lines = undefined;
    if (!isObject(head) || typeof head.list !== 'string' || typeof head.atMs !== 'number') continue;
    lines = [];
    names[head.list] = {atMs: head.atMs, isWhole: head.isWhole === true, lines};
  }
  return names;
}

/**
 * The file of the names; `lastRows: false` in `ui.json` disables it and deletes what was stored.
 */
export const namesFile = {name, scope: 'account'} as const;

/** The names of an earlier session, stored for each account as lines. */
export const persistedNames: PersistedState = {
  ...namesFile,
  restore(state, stored) {
    return state.look.lastRows ? nameIndex.with(state, {...nameIndex.of(state), stored}) : state;
  },
  onRestore(state, stored) {
    const forgets = !state.look.lastRows && stored !== '';
    return {state, effects: forgets ? [{...namesFile, kind: 'persist', text: ''}] : []};
  },
};
