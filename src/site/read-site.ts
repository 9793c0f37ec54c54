import {type OperationRef, trackerRef} from '../api/operation-ref.ts';
import {toFailure} from '../base/failure.ts';
import {inParallel} from '../base/in-parallel.ts';
import {type JsonValue, parseJsonValue, readPointer} from '../base/json-value.ts';
import type {SiteKind} from './kind.ts';
import {kindOf} from './kinds.ts';
import type {SiteLock} from './lock.ts';
import {type KindId, kindIds, type ReadObject, type SiteObject, textAt} from './model.ts';
import type {NameKind, NamesOfSite} from './parts.ts';
import type {People} from './people.ts';
import {detailsOfGroup, detailsOfProject, type TouchedMembers} from './read-details.ts';
import {idIn, itemsOf, objectOf} from './read-object.ts';
import {uniqueNames} from './unique-names.ts';

/** Sends a request and returns the JSON text of the whole response. Throws Failure. */
export type SendCall = (
  ref: OperationRef,
  params?: Readonly<Record<string, string>>,
) => Promise<string>;

/** The part of a site to read. */
export interface ReadScope {
  readonly kinds: readonly KindId[];
  /** Keys of projects. @default all */
  readonly projects?: readonly string[] | undefined;
  /** Read the members of groups. @default false */
  readonly members?: boolean | undefined;
}

/** The configuration of a site. */
export interface SiteState {
  readonly objects: readonly ReadObject[];
  /** Names by id of everything that files refer to, including the objects read. */
  readonly tables: NameTables;
  /** Kinds that the account may not read, with the reason: those of apps. */
  readonly skipped: ReadonlyMap<KindId, string>;
}

/** Kind → id → name. */
export type NameTables = ReadonlyMap<NameKind, ReadonlyMap<string, string>>;

const tableReads: Readonly<Partial<Record<NameKind, OperationRef>>> = {
  events: trackerRef('events get'),
  'issue-types': trackerRef('issuetype get-issue-all-types'),
};

const readsAtOnce = 6;
/** Most keys that one request takes. */
const keysAtOnce = 50;

/** The kinds that the members of these kinds refer to by name. */
function kindsNamedBy(kinds: readonly KindId[]): ReadonlySet<NameKind> {
  const named = new Set<NameKind>();
  for (const {id, parts, fields, projectMember} of kinds.map(kindOf)) {
    if (parts !== undefined) named.add('roles');
    if (id === 'notification-schemes') named.add('events');
    if (projectMember !== undefined || id === 'projects') named.add('projects');
    for (const {of} of fields.flatMap(field => [field, ...(field.items ?? [])])) {
      if (of !== undefined) named.add(of);
    }
  }
  return named;
}

/**
 * Read the names of all that the members of some kinds refer to.
 *
 * @param scope.projects keys of the projects that are named, unless UI modifications name others
 * @param lock has the numbers of objects that share a name
 */
export async function readTables(
  send: SendCall,
  {kinds, projects}: ReadScope,
  onProgress: (text: string) => void = () => {},
  lock: SiteLock = new Map(),
): Promise<NameTables> {
  const tables = new Map<NameKind, ReadonlyMap<string, string>>();
  const isLimited = projects !== undefined && !kinds.includes('ui-modifications');
  for (const kind of kindsNamedBy(kinds)) {
    const own = (kindIds as readonly string[]).includes(kind) ? kindOf(kind as KindId) : undefined;
    const ref = tableReads[kind] ?? own?.list ?? trackerRef('events get');
    onProgress(`Reading ${kind}`);
    // Also archived projects, which UI modifications may refer to.
    const items =
      kind === 'projects' && isLimited
        ? await readProjects(send, projects)
        : itemsOf(ref, await send(ref));
    const named = items.map(item => ({
      id: idIn(item, own?.idAt),
      name: textAt(item, `/${own?.key ?? 'name'}`) ?? '',
    }));
    tables.set(kind, uniqueNames(kind, named, lock));
  }
  return tables;
}

/** Names for the ids of a site. */
export function namesOf(tables: NameTables, people: People): NamesOfSite {
  return {
    nameOf: (kind, id) => tables.get(kind)?.get(id) ?? `unknown (${id})`,
    idsOf: kind => [...(tables.get(kind)?.keys() ?? [])],
    aliasOf: people.aliasOf,
  };
}

/**
 * Find an object by its name, such as one that a step may have created already.
 *
 * @throws Failure of the read
 */
export async function findByName(
  send: SendCall,
  {kind: id, name, project}: Omit<SiteObject, 'values'>,
  names: NamesOfSite,
): Promise<ReadObject | undefined> {
  const kind = kindOf(id);
  const params: Record<string, string> = project === undefined ? {} : {project};
  const items = itemsOf(kind.list, await send(kind.list, params)).filter(isOf(kind));
  const found = items.map(item => objectOf(kind, item, names)).find(one => one.name === name);
  return found && rereadObject(send, {...found, ...(project !== undefined && {project})}, names);
}

/** Read the names of a kind in the order of the service. */
export async function readOrder(send: SendCall, kind: KindId): Promise<readonly string[]> {
  const {list, key} = kindOf(kind);
  return itemsOf(list, await send(list)).map(item => textAt(item, `/${key}`) ?? '');
}

/**
 * Read the configuration of a site.
 *
 * @param onProgress called before each kind, with a description of it
 * @param lock has the numbers of objects that share a name
 * @throws Failure of a read; the kinds of apps are skipped if the account is none
 */
export async function readSite(
  sendRead: SendCall,
  people: People,
  {kinds, projects, members = false}: ReadScope,
  onProgress: (text: string) => void = () => {},
  lock: SiteLock = new Map(),
): Promise<SiteState> {
  const send = sendOnce(sendRead);
  const skipped = new Map<KindId, string>();
  const lists = new Map<KindId, readonly JsonValue[]>();
  for (const {id, list, isOfApp} of kinds.map(kindOf)) {
    if (!isOfApp) continue;
    try {
      lists.set(id, itemsOf(list, await send(list)));
    } catch (error) {
      const {kind, message} = toFailure(error);
      if (kind !== 'auth_failed' && kind !== 'auth_error') throw error;
      skipped.set(id, message);
    }
  }
  const own = kinds.filter(id => !skipped.has(id)).map(kindOf);
  const ids = own.map(({id}) => id);
  const tables = await readTables(send, {kinds: ids, projects}, onProgress, lock);
  const names = namesOf(tables, people);
  const objects: ReadObject[] = [];
  const needsProjects = own.some(({layout}) => layout === 'project' || layout === 'of project');
  if (needsProjects) onProgress('Reading projects');
  const live = (await (needsProjects ? readProjects(send, projects) : [])).filter(
    isOf(kindOf('projects')),
  );
  for (const kind of own) {
    if (kind.layout === 'of project') {
      const found = await inParallel(live, readsAtOnce, async (item, i) => {
        const project = textAt(item, '/key') ?? '';
        onProgress(`Reading ${kind.id} of ${project} (${i + 1} of ${live.length})`);
        return {project, items: itemsOf(kind.list, await send(kind.list, {project}))};
      });
      // People of one name are numbered in this order, not in that of the responses.
      for (const {project, items} of found) {
        const read = items.map(one => ({...objectOf(kind, one, names), project}));
        objects.push(...read.sort((a, b) => (a.name < b.name ? -1 : 1)));
      }
      continue;
    }
    onProgress(`Reading ${kind.id}`);
    const items = kind.layout === 'project' ? live : itemsOf(kind.list, await send(kind.list));
    const whole = await withDetails(
      send,
      kind,
      items.filter(isOf(kind)),
      names,
      members,
      onProgress,
    );
    const read = whole.map(item => objectOf(kind, item, names));
    const unique = uniqueNames(kind.id, read, lock);
    objects.push(
      ...read.map(one => {
        const name = unique.get(one.id) ?? one.name;
        return name === one.name ? one : {...one, name, siteName: one.name};
      }),
    );
  }
  return {objects, tables, skipped};
}

/** Add schemes and actors to projects, and members to groups. */
async function withDetails(
  send: SendCall,
  {id, layout}: SiteKind,
  items: readonly JsonValue[],
  names: NamesOfSite,
  members: boolean,
  onProgress: (text: string) => void,
): Promise<readonly JsonValue[]> {
  if (layout === 'project') {
    const mapped = trackerRef('notificationscheme get-notification-scheme-to-project-mappings');
    const rows = itemsOf(mapped, await send(mapped));
    const schemes = new Map(
      rows.map(row => [textAt(row, '/projectId'), textAt(row, '/notificationSchemeId')]),
    );
    return inParallel(items, readsAtOnce, async (project, i) => {
      onProgress(`Reading schemes and actors of projects (${i + 1} of ${items.length})`);
      const scheme = schemes.get(idIn(project)) ?? null;
      return detailsOfProject(send, project, names, {notificationScheme: scheme});
    });
  }
  if (id !== 'groups' || !members) return items;
  return inParallel(items, readsAtOnce, async (group, i) => {
    onProgress(`Reading members of groups (${i + 1} of ${items.length})`);
    return detailsOfGroup(send, group);
  });
}

/**
 * Read one object again, just before it is changed.
 *
 * @param touched members that are compared; other details are not read. @default all
 * @throws Failure of the read; 'not_found' if it no longer exists
 */
export async function rereadObject(
  send: SendCall,
  {kind: id, id: objectId, project}: Pick<ReadObject, 'kind' | 'id' | 'project'>,
  names: NamesOfSite,
  touched?: TouchedMembers,
): Promise<ReadObject | undefined> {
  const kind = kindOf(id);
  const params = {id: objectId, ...(project !== undefined && {project})};
  const item =
    kind.get === undefined
      ? itemsOf(kind.list, await send(kind.list, params)).find(
          one => idIn(one, kind.idAt) === objectId,
        )
      : readPointer(parseJsonValue(await send(kind.get, params)), kind.getAt ?? '');
  if (item === undefined || item === null) return undefined;
  let whole = item;
  if (kind.layout === 'project') whole = await detailsOfProject(send, item, names, {touched});
  if (id === 'groups' && touched?.members) whole = await detailsOfGroup(send, item);
  return {...objectOf(kind, whole, names), ...(project !== undefined && {project})};
}

/** Send a list of the whole site once: its items are read for their names and for themselves. */
function sendOnce(send: SendCall): SendCall {
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
    only === undefined || only(item);

/** Read projects, sorted by key: all, or those with some keys. */
async function readProjects(
  send: SendCall,
  wanted: readonly string[] | undefined,
): Promise<readonly JsonValue[]> {
  const {list} = kindOf('projects');
  const keyOf = (item: JsonValue): string => textAt(item, '/key') ?? '';
  const keys = wanted ?? [];
  const parts = Array.from({length: Math.ceil(keys.length / keysAtOnce)}, (_, i) =>
    keys.slice(i * keysAtOnce, (i + 1) * keysAtOnce),
  );
  const refs =
    wanted === undefined
      ? [list]
      : parts.map(part => ({...list, inputs: {...list.inputs, keys: part}}));
  const texts = await Promise.all(refs.map(ref => send(ref)));
  const items = texts.flatMap(text => itemsOf(list, text));
  // The service also finds projects by their former keys.
  const found = items.filter(item => wanted === undefined || wanted.includes(keyOf(item)));
  return found.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}
