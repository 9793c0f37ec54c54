import type {Column, ColumnKindName} from '../base/column.ts';
import {pointerOf} from '../base/json-pointer.ts';
import {isArray, isObject, type JsonValue} from '../base/json-value.ts';

/** The members of an item that can stand in a column: name → kind, in their order. */
export type Members = ReadonlyMap<string, ColumnKindName>;

/** Columns worth a place first, in this order. */
const telling = ['key', 'id', 'name', 'title', 'displayName', 'status', 'type', 'description'];
/** What an object is called when a cell holds one. */
const namesOfObjects = ['name', 'displayName', 'key', 'value', 'id', 'type'];
/** Members that lead from an item to itself and tell nothing. */
const hidden: ReadonlySet<string> = new Set([
  'self',
  '_links',
  'avatarUrls',
  'iconUrl',
  '_expands',
]);

/** Columns of a list of which nothing is said elsewhere: what tells most first. */
export function columnsOfMembers(
  members: Members,
  most = Number.POSITIVE_INFINITY,
): readonly Column[] {
  const names = [...members.keys()].filter(name => !hidden.has(name));
  return names
    .sort((a, b) => rank(a) - rank(b))
    .slice(0, most)
    .map((name, place) => guessedColumn(name, members.get(name) ?? 'text', place));
}

/**
 * The columns of values whose operation says none: every member of objects, with those that tell most
 * first, every place of arrays, else the value itself. Nested values are JSON.
 */
export function columnsOfValues(values: readonly JsonValue[]): readonly Column[] {
  if (values.every(isObject)) {
    const kinds = new Map<string, ColumnKindName>();
    for (const value of values) {
      for (const [name, member] of Object.entries(value)) {
        const isNumber = typeof member === 'number' && kinds.get(name) !== 'text';
        if (member !== null || !kinds.has(name)) kinds.set(name, isNumber ? 'number' : 'text');
      }
    }
    return [...kinds]
      .sort(([a], [b]) => rank(a) - rank(b))
      .map(([name, kind], place) => ({
        ...guessedColumn(name, kind, place),
        from: [pointerOf([name])],
      }));
  }
  if (!values.every(isArray)) return [{...valueColumn, kind: 'text'}];
  const length = values.reduce((longest, {length: own}) => Math.max(longest, own), 0);
  return Array.from({length}, (_, i) => ({
    ...valueColumn,
    id: `${i}`,
    title: `${i + 1}`,
    from: [`/${i}`],
    kind: 'text',
  }));
}

/** The members that items have; of one that is of several kinds the first counts. */
export function membersOfItems(values: readonly JsonValue[]): Members {
  const members = new Map<string, ColumnKindName>();
  for (const value of values) {
    if (!isObject(value)) continue;
    for (const [name, member] of Object.entries(value)) {
      const kind = kindOf(name, member);
      if (kind !== undefined && !members.has(name)) members.set(name, kind);
    }
  }
  return members;
}

/** The one column of items that are no objects. */
export const valueColumn: Column = {
  id: 'value',
  title: 'VALUE',
  from: [''],
  kind: 'joined',
  max: 200,
  grows: true,
  worth: 0,
};

/** The column of a member; of an object its name, or what comes nearest. */
export function guessedColumn(name: string, kind: ColumnKindName, place: number): Column {
  const long = name === 'description' || name === 'name' || name === 'title';
  return {
    id: name,
    title: name.replace(/([a-z\d])([A-Z])/g, '$1 $2').toUpperCase(),
    from: [...namesOfObjects.map(deeper => pointerOf([name, deeper])), pointerOf([name])],
    kind,
    max: long ? 60 : 30,
    ...(long && {grows: true, min: 12}),
    worth: place < 2 ? 0 : place,
    ...(place === 0 && {tone: 'title' as const}),
  };
}

function rank(name: string): number {
  const at = telling.indexOf(name);
  return at === -1 ? telling.length : at;
}

function kindOf(name: string, value: JsonValue): ColumnKindName | undefined {
  if (value === null) return undefined;
  if (isArray(value)) return value.every(v => typeof v === 'string') ? 'joined' : 'count';
  if (typeof value === 'number')
    return /(?:time|date|at)$/i.test(name) && value > 1e12 ? 'time' : 'number';
  if (typeof value === 'string') {
    if (/^\d{4}-\d\d-\d\dT/.test(value)) return 'time';
    return value.includes('\n') ? 'firstLine' : 'text';
  }
  if (isObject(value)) return namesOfObjects.some(n => value[n] !== undefined) ? 'text' : undefined;
  return 'text';
}
