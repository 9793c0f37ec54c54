import type {Column, ColumnKindName} from '../base/column.ts';
import {pointerOf} from '../base/json-pointer.ts';
import {isArray, isObject, type JsonValue} from '../base/json-value.ts';

/** The members of an item that a column can show: name → kind, in order. */
export type MemberKinds = ReadonlyMap<string, ColumnKindName>;

/** Members to show first, in this order. */
const preferredNames = [
  'key',
  'id',
  'name',
  'title',
  'displayName',
  'status',
  'type',
  'description',
];
/** Members that name an object, in order of preference. */
const nameMembers = ['name', 'displayName', 'key', 'value', 'id', 'type'];
/** Members that refer to the item itself. */
const hiddenMembers: ReadonlySet<string> = new Set([
  'self',
  '_links',
  'avatarUrls',
  'iconUrl',
  '_expands',
]);

/** Choose columns for a list without predefined ones, most significant members first. */
export function columnsOfMembers(
  members: MemberKinds,
  most = Number.POSITIVE_INFINITY,
): readonly Column[] {
  const names = [...members.keys()].filter(name => !hiddenMembers.has(name));
  return names
    .sort((a, b) => rank(a) - rank(b))
    .slice(0, most)
    .map((name, position) => guessColumn(name, members.get(name) ?? 'text', position));
}

/**
 * Choose columns for values of an operation without predefined ones: every member of objects, most
 * significant first; every index of arrays; otherwise the value itself. Nested values are JSON.
 *
 * @param inOrder keep the members in their order
 */
export function columnsOfValues(values: readonly JsonValue[], inOrder = false): readonly Column[] {
  if (values.every(isObject)) {
    const kinds = new Map<string, ColumnKindName>();
    for (const value of values) {
      for (const [name, member] of Object.entries(value)) {
        const isNumber = typeof member === 'number' && kinds.get(name) !== 'text';
        if (member !== null || !kinds.has(name)) kinds.set(name, isNumber ? 'number' : 'text');
      }
    }
    return [...kinds]
      .sort(([a], [b]) => (inOrder ? 0 : rank(a) - rank(b)))
      .map(([name, kind], position) => ({
        ...guessColumn(name, kind, position),
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

/** List the members of items; a member of several kinds gets the first one. */
export function membersOfItems(values: readonly JsonValue[]): MemberKinds {
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

/** The only column of items that are not objects. */
export const valueColumn: Column = {
  id: 'value',
  title: 'VALUE',
  from: [''],
  kind: 'joinedList',
  max: 200,
  grows: true,
  dropPriority: 0,
};

/** Create the column of a member; an object is shown by its name or a similar member. */
export function guessColumn(name: string, kind: ColumnKindName, position: number): Column {
  const long = name === 'description' || name === 'name' || name === 'title';
  return {
    id: name,
    title: name.replace(/([a-z\d])([A-Z])/g, '$1 $2').toUpperCase(),
    from: [...nameMembers.map(deeper => pointerOf([name, deeper])), pointerOf([name])],
    kind,
    max: long ? 60 : 30,
    ...(long && {grows: true, min: 12}),
    dropPriority: position < 2 ? 0 : position,
    ...(position === 0 && {tone: 'title' as const}),
  };
}

function rank(name: string): number {
  const at = preferredNames.indexOf(name);
  return at === -1 ? preferredNames.length : at;
}

function kindOf(name: string, value: JsonValue): ColumnKindName | undefined {
  if (value === null) return undefined;
  if (isArray(value)) return value.every(v => typeof v === 'string') ? 'joinedList' : 'count';
  if (typeof value === 'number')
    return /(?:time|date|at)$/i.test(name) && value > 1e12 ? 'time' : 'number';
  if (typeof value === 'string') {
    if (/^\d{4}-\d\d-\d\dT/.test(value)) return 'time';
    return value.includes('\n') ? 'firstLine' : 'text';
  }
  if (isObject(value)) return nameMembers.some(n => value[n] !== undefined) ? 'text' : undefined;
  return 'text';
}
