import {findOperation} from '../api/catalogue.ts';
import {type OperationRef, trackerRef} from '../api/operation-ref.ts';
import {inParallel} from '../base/in-parallel.ts';
import {
  type JsonObject,
  type JsonValue,
  listAt,
  parseJsonValue,
  readPointer,
} from '../base/json-value.ts';
import {kindOf, type SiteField, type SiteKind} from './kinds.ts';
import {groupParts, type KindId, partKey, type ReadObject, type SiteObject} from './model.ts';
import type {NameKind, NamesOfSite} from './parts.ts';
import type {People} from './people.ts';

/** Sends a read and returns the JSON text of the whole response. */
export type SendRead = (
  ref: OperationRef,
  params?: Readonly<Record<string, string>>,
) => Promise<string>;

/** What to read of a site. */
export interface ReadScope {
  readonly kinds: readonly KindId[];
  /** Keys of projects. @default all */
  readonly projects?: readonly string[] | undefined;
}

/** The configuration of a site. */
export interface SiteState {
  readonly objects: readonly ReadObject[];
  /** Names by id of what files refer to; those of the objects read, too. */
  readonly tables: ReadonlyMap<NameKind, ReadonlyMap<string, string>>;
}

const tableReads: Readonly<Partial<Record<NameKind, OperationRef>>> = {
  events: trackerRef('events get'),
};

const readsAtOnce = 6;

/** The kinds that the members of these kinds refer to by name. */
export function namedBy(kinds: readonly KindId[]): ReadonlySet<NameKind> {
  const named = new Set<NameKind>();
  for (const kind of kinds.map(kindOf)) {
    if (kind.parts !== undefined) named.add('roles');
    if (kind.id === 'notification-schemes') named.add('events');
    for (const {of} of kind.fields) if (of !== undefined) named.add(of);
  }
  return named;
}

/** Reads the names of all that the members of some kinds refer to. */
export async function readTables(
  send: SendRead,
  kinds: readonly KindId[],
  onProgress: (text: string) => void = () => {},
): Promise<SiteState['tables']> {
  const tables = new Map<NameKind, ReadonlyMap<string, string>>();
  for (const kind of namedBy(kinds)) {
    onProgress(`Reading ${kind}`);
    const ref = tableReads[kind] ?? kindOf(kind as KindId).list;
    const items = itemsOf(ref, await send(ref));
    tables.set(kind, new Map(items.map(item => [idOf(item), textAt(item, '/name') ?? ''])));
  }
  return tables;
}

/** Names for the ids of a site. */
export function namesOf(tables: SiteState['tables'], people: People): NamesOfSite {
  return {
    nameOf: (kind, id) => tables.get(kind)?.get(id) ?? `unknown (${id})`,
    aliasOf: people.aliasOf,
  };
}

/**
 * Finds an object by its name, such as one that a step may have created already.
 *
 * @throws Failure of the read
 */
export async function findByName(
  send: SendRead,
  {kind: id, name, project}: Omit<SiteObject, 'values'>,
  names: NamesOfSite,
): Promise<ReadObject | undefined> {
  const kind = kindOf(id);
  const params: Record<string, string> = project === undefined ? {} : {project};
  const items = itemsOf(kind.list, await send(kind.list, params)).filter(isOf(kind));
  const item = items.find(one => textAt(one, `/${kind.key}`) === name);
  if (item === undefined) return undefined;
  const whole = kind.layout === 'project' ? await withSchemes(send, item, undefined) : item;
  return {...objectOf(kind, whole, names), ...(project !== undefined && {project})};
}

/** Reads the names of a kind in the order of the service. */
export async function readOrder(send: SendRead, kind: KindId): Promise<readonly string[]> {
  const {list, key} = kindOf(kind);
  return itemsOf(list, await send(list)).map(item => textAt(item, `/${key}`) ?? '');
}

/**
 * Reads the configuration of a site.
 *
 * @param onProgress called before each kind, with what is read
 * @throws Failure of a read
 */
export async function readSite(
  sendRead: SendRead,
  people: People,
  {kinds, projects}: ReadScope,
  onProgress: (text: string) => void = () => {},
): Promise<SiteState> {
  const send = sendOnce(sendRead);
  const tables = await readTables(send, kinds, onProgress);
  const names = namesOf(tables, people);
  const objects: ReadObject[] = [];
  const keys = kinds.some(id => ['project', 'of project'].includes(kindOf(id).layout))
    ? await readProjects(send, projects, onProgress)
    : [];
  for (const kind of kinds.map(kindOf)) {
    if (kind.layout === 'project') {
      const details = await readProjectDetails(send, keys, onProgress);
      objects.push(...details.map(item => objectOf(kind, item, names)));
    } else if (kind.layout === 'of project') {
      const lists = await inParallel(keys, readsAtOnce, async (item, i) => {
        const project = textAt(item, '/key') ?? '';
        onProgress(`Reading ${kind.id} of ${project} (${i + 1} of ${keys.length})`);
        const items = itemsOf(kind.list, await send(kind.list, {project}));
        const found = items.map(one => ({...objectOf(kind, one, names), project}));
        return found.sort((a, b) => (a.name < b.name ? -1 : 1));
      });
      objects.push(...lists.flat());
    } else {
      onProgress(`Reading ${kind.id}`);
      const items = itemsOf(kind.list, await send(kind.list));
      objects.push(...items.filter(isOf(kind)).map(item => objectOf(kind, item, names)));
    }
  }
  return {objects, tables};
}

/**
 * Reads one object again, just before it is changed; undefined if it no longer exists.
 *
 * @throws Failure of the read
 */
export async function rereadObject(
  send: SendRead,
  {kind: id, id: objectId, project}: Pick<ReadObject, 'kind' | 'id' | 'project'>,
  names: NamesOfSite,
): Promise<ReadObject> {
  const kind = kindOf(id);
  const ref = kind.get ?? kind.list;
  const text = await send(ref, {id: objectId, ...(project !== undefined && {project})});
  const item = readPointer(parseJsonValue(text), kind.getAt ?? '') ?? null;
  const whole = kind.layout === 'project' ? await withSchemes(send, item, undefined) : item;
  return {...objectOf(kind, whole, names), ...(project !== undefined && {project})};
}

/** Sends a list of the whole site once: its items are read for their names and for themselves. */
function sendOnce(send: SendRead): SendRead {
  const lists = new Map<string, Promise<string>>();
  return (ref, params) => {
    if (params !== undefined) return send(ref, params);
    const key = JSON.stringify([ref.operation, ref.inputs]);
    const list = lists.get(key) ?? send(ref);
    lists.set(key, list);
    return list;
  };
}

const isOf =
  ({only}: SiteKind) =>
  (item: JsonValue): boolean =>
    only === undefined || textAt(item, only[0]) === only[1];

/** The items of a response, at the place that the operation's record names. */
function itemsOf({operation}: OperationRef, text: string): readonly JsonValue[] {
  const [group = '', name = ''] = operation.split(' ');
  const items = findOperation('tracker', group, name)?.items ?? '';
  return listAt(parseJsonValue(text), items);
}

async function readProjects(
  send: SendRead,
  wanted: readonly string[] | undefined,
  onProgress: (text: string) => void,
): Promise<readonly JsonValue[]> {
  onProgress('Reading projects');
  const {list} = kindOf('projects');
  const items = itemsOf(list, await send(list));
  const found =
    wanted === undefined
      ? items
      : items.filter(item => wanted.includes(textAt(item, '/key') ?? ''));
  return [...found].sort((a, b) =>
    (textAt(a, '/key') ?? '') < (textAt(b, '/key') ?? '') ? -1 : 1,
  );
}

/** Adds to each project the schemes that it uses: only the notification schemes have a list. */
async function readProjectDetails(
  send: SendRead,
  projects: readonly JsonValue[],
  onProgress: (text: string) => void,
): Promise<readonly JsonValue[]> {
  const mapped = trackerRef('notificationscheme get-notification-scheme-to-project-mappings');
  const rows = itemsOf(mapped, await send(mapped));
  const byProject = new Map(
    rows.map(row => [textAt(row, '/projectId'), textAt(row, '/notificationSchemeId')]),
  );
  return inParallel(projects, readsAtOnce, async (project, i) => {
    onProgress(`Reading schemes of projects (${i + 1} of ${projects.length})`);
    return withSchemes(send, project, byProject.get(idOf(project)) ?? null);
  });
}

/**
 * @param notificationScheme id of the scheme, or null if the project has none. @default read
 */
async function withSchemes(
  send: SendRead,
  project: JsonValue,
  notificationScheme: string | null | undefined,
): Promise<JsonObject> {
  const id = idOf(project);
  const permission = trackerRef('project get-assigned-permission-scheme', {projectKeyOrId: '{id}'});
  const permissionScheme = parseJsonValue(await send(permission, {id}));
  let scheme = notificationScheme;
  if (scheme === undefined) {
    const mapped = trackerRef('notificationscheme get-notification-scheme-to-project-mappings', {
      projectId: '{id}',
    });
    const [row = null] = itemsOf(mapped, await send(mapped, {id}));
    scheme = textAt(row, '/notificationSchemeId') ?? null;
  }
  return {
    ...(project as JsonObject),
    permissionScheme,
    ...(scheme !== null && {notificationScheme: {id: scheme}}),
  };
}

/** Converts an item of the service to an object of the configuration. */
function objectOf(kind: SiteKind, item: JsonValue, names: NamesOfSite): ReadObject {
  const values: Record<string, JsonValue> = {};
  for (const field of kind.fields) {
    const value = fieldOf(field, item, names);
    if (value !== undefined) values[field.name] = value;
  }
  const {parts} = kind;
  const read = parts?.read(item, names) ?? [];
  if (parts !== undefined) {
    values[parts.member] = groupParts(read.map(({group, entry}) => [group, entry]));
  }
  const partIds = new Map<string, string[]>();
  for (const {group, entry, id} of read) {
    const key = partKey(group, entry);
    partIds.set(key, [...(partIds.get(key) ?? []), id]);
  }
  return {
    kind: kind.id,
    name: textAt(item, `/${kind.key}`) ?? '',
    id: idOf(item),
    values,
    ...(parts !== undefined && {partIds}),
  };
}

/** The value of a field in files; undefined for none and for the default. */
function fieldOf(field: SiteField, item: JsonValue, names: NamesOfSite): JsonValue | undefined {
  const {at = `/${field.name}`, type, of} = field;
  const found = readPointer(item, at);
  if (found === undefined || found === null) return undefined;
  if (type === 'person') {
    const parent = at.slice(0, at.lastIndexOf('/'));
    const name = textAt(item, `${parent}/displayName`);
    return names.aliasOf(String(found), name, textAt(item, `${parent}/emailAddress`));
  }
  if (type === 'name' && of !== undefined) return names.nameOf(of, String(found));
  const value = type === 'boolean' ? found === true : String(found);
  return value === field.default ? undefined : value;
}

function idOf(item: JsonValue): string {
  return textAt(item, '/id') ?? '';
}

function textAt(value: JsonValue, pointer: string): string | undefined {
  const found = readPointer(value, pointer);
  return typeof found === 'string' || typeof found === 'number' ? String(found) : undefined;
}
