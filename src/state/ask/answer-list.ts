import {isArray, isObject, type JsonValue, parseJsonValue} from '../../base/json-value.ts';
import {type ColumnKind, columnKinds} from '../../output/column-kind.ts';
import type {Params, ResolvedCall} from '../model/call.ts';
import {type Column, columnOf, text} from '../model/column.ts';
import type {Resource} from '../model/resource.ts';

/** Columns worth a place first, in this order. */
const telling = ['key', 'id', 'name', 'title', 'displayName', 'status', 'type', 'description'];
const columnsAtMost = 8;
/** Members that lead from an item to itself and tell nothing. */
const hidden: ReadonlySet<string> = new Set([
  'self',
  '_links',
  'avatarUrls',
  'iconUrl',
  '_expands',
]);

/** Whether the answer of a call is shown as a table: it reads, and its record says where the list is. */
export function answersList({operation, given}: ResolvedCall): boolean {
  return operation.effect === 'read' && operation.items !== undefined && given.body === undefined;
}

/** The list an operation answers with, as a screen: its columns are found when the first page is there. */
export function answerList({operation, given}: ResolvedCall): {
  readonly resource: Resource;
  readonly params: Params;
} {
  const params: Record<string, string> = {};
  const inputs: Record<string, readonly string[]> = {};
  // Texts the user typed may hold braces, which would stand for parameters.
  for (const [name, texts] of Object.entries(given.inputs)) {
    inputs[name] = texts.map(text => {
      const param = `given${Object.keys(params).length}`;
      params[param] = text;
      return `{${param}}`;
    });
  }
  const {service, group, name, summary, permission} = operation;
  const resource: Resource = {
    id: `answer:${service}/${group}/${name}`,
    title: 'Answer',
    noun: 'item',
    service,
    aliases: [],
    needs: [],
    sources: [{service, operation: `${group} ${name}`, inputs}],
    guessed: true,
    columns: [],
    identity: [''],
    name: [''],
    empty: `The answer holds no items. Permission: ${permission}`,
    about: summary,
    ...(operation.paging?.kind === 'window' && {caveat: onlyFirstUsers}),
  };
  return {resource, params};
}

/** Such a list is a window over the users, filtered by the server afterwards (services W5.2). */
const onlyFirstUsers =
  'the server looked only at its first 1000 users; :users lists them all, / filters there';

/** The resource with columns, identity and name found from the items of its first page. */
export function guessColumns(resource: Resource, items: readonly string[]): Resource {
  const values = items.slice(0, 50).map(parseJsonValue);
  const [first] = values;
  if (first === undefined) return resource;
  if (!isObject(first)) return {...resource, columns: [valueColumn], identity: [''], name: ['']};
  const kinds = new Map<string, ColumnKind>();
  for (const value of values) {
    if (!isObject(value)) continue;
    for (const [name, member] of Object.entries(value)) {
      const kind = kindOf(name, member);
      if (kind !== undefined && !kinds.has(name)) kinds.set(name, kind);
    }
  }
  const names = [...kinds.keys()].sort((a, b) => rank(a) - rank(b)).slice(0, columnsAtMost);
  const columns = names.map((name, i) =>
    guessedColumn(name, kinds.get(name) ?? columnKinds.text, i),
  );
  const isUnique = (name: string): boolean => {
    const texts = values.map(value => (isObject(value) ? JSON.stringify(value[name]) : ''));
    return texts.every(text => text !== undefined) && new Set(texts).size === texts.length;
  };
  const identity = ['id', 'key', 'accountId', ...names].find(isUnique);
  const name = ['name', 'title', 'displayName', 'key', 'id'].find(n => kinds.has(n));
  return {
    ...resource,
    columns,
    identity: identity === undefined ? [''] : [pointerTo(identity)],
    name: name === undefined ? [''] : [pointerTo(name)],
  };
}

const valueColumn = text('VALUE', '', {max: 200, grows: true, worth: 0});

function guessedColumn(name: string, kind: ColumnKind, place: number): Column {
  const long = name === 'description' || name === 'name' || name === 'title';
  return columnOf(kind)(titleOf(name), [...deeper(name), pointerTo(name)], {
    id: name,
    max: long ? 60 : 30,
    ...(long && {grows: true, min: 12}),
    worth: place < 2 ? 0 : place,
    ...(place === 0 && {tone: 'title'}),
  });
}

const namesOfObjects = ['name', 'displayName', 'key', 'value', 'id', 'type'];

/** What an object is called when a cell holds one. */
function deeper(name: string): string[] {
  return namesOfObjects.map(n => `${pointerTo(name)}/${n}`);
}

function titleOf(name: string): string {
  return name.replace(/([a-z\d])([A-Z])/g, '$1 $2').toUpperCase();
}

function pointerTo(name: string): string {
  return `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

function rank(name: string): number {
  const at = telling.indexOf(name);
  return at === -1 ? telling.length : at;
}

function kindOf(name: string, value: JsonValue): ColumnKind | undefined {
  const {count, firstLine, joined, number, text: plain, time} = columnKinds;
  if (hidden.has(name) || value === null) return undefined;
  if (isArray(value)) return value.every(v => typeof v === 'string') ? joined : count;
  if (typeof value === 'number')
    return /(?:time|date|at)$/i.test(name) && value > 1e12 ? time : number;
  if (typeof value === 'string') {
    if (/^\d{4}-\d\d-\d\dT/.test(value)) return time;
    return value.includes('\n') ? firstLine : plain;
  }
  if (isObject(value)) return namesOfObjects.some(n => value[n] !== undefined) ? plain : undefined;
  return plain;
}
