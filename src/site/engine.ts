import {operationNamed} from '../api/catalogue.ts';
import {planRequest} from '../api/plan.ts';
import {Failure, toFailure} from '../base/failure.ts';
import {
  findJson,
  isArray,
  isObject,
  type JsonValue,
  listAt,
  readPointer,
} from '../base/json-value.ts';
import {type ApplyResult, applyPlan, type StepCall, type StepResult} from './apply.ts';
import {compareSites, type SiteDifference} from './diff.ts';
import {exportFiles, type FileChanges} from './export.ts';
import {type FiledSite, readFiles, type SiteSettings} from './files.ts';
import {hashOf, type LockEntry, lockEntry, type SiteLock} from './lock.ts';
import {type KindId, kindIds, labelOf, type ReadObject, type SiteObject} from './model.ts';
import {makePeople, type People} from './people.ts';
import {makePlan, type SitePlan} from './plan.ts';
import {
  namesOf,
  type ReadScope,
  readSite,
  readTables,
  type SendRead,
  type SiteState,
} from './read-site.ts';

/** A site to read; every caller brings its own client, with its policy and journal. */
export interface SiteAccess {
  /** Origin, such as https://example.atlassian.net; identifies accounts, locks and plans. */
  readonly site: string;
  readonly baseUrl: string;
  readonly read: SendRead;
  /** Receives what is read or sent now, such as `Reading statuses`. */
  readonly onProgress?: (text: string) => void;
}

/** A site to read and write. */
export interface WritableSite extends SiteAccess {
  readonly write: (call: StepCall) => Promise<string>;
}

/** A folder of the configuration. */
export interface SiteFolder {
  /** Path below the folder → text. */
  readonly texts: ReadonlyMap<string, string>;
  readonly lock: SiteLock;
}

/** What to take of a site; by default what steward.yaml names, or all. */
export interface WantedScope {
  readonly kinds?: readonly KindId[] | undefined;
  /** Keys of projects. */
  readonly projects?: readonly string[] | undefined;
}

/** What differs between the files, or another site, and a site. */
export interface Comparison {
  /** In order of dependency. */
  readonly differences: readonly SiteDifference[];
  readonly state: SiteState;
  readonly people: People;
}

/**
 * Reads the files of a folder.
 *
 * @throws Failure 'validation_error' with the first problem; all are in `errors`
 */
export function readFolder(texts: ReadonlyMap<string, string>): FiledSite {
  const filed = readFiles(texts);
  const [first] = filed.problems;
  if (first === undefined) return filed;
  const at = (one: typeof first): string => `${one.file}:${one.line}:${one.column}`;
  throw new Failure('validation_error', `${at(first)}: ${first.message}`, {
    attempts: 0,
    errors: Object.fromEntries(filed.problems.map(one => [at(one), one.message])),
  });
}

/**
 * Makes the files of a site.
 *
 * @throws Failure of a read; 'validation_error' for problems of the present files; 'conflict' for
 * two objects with one name
 */
export async function exportSite(
  folder: SiteFolder,
  access: SiteAccess,
  wanted: WantedScope = {},
): Promise<{
  readonly changes: FileChanges;
  readonly objects: readonly ReadObject[];
  /** Entries of the lock for the objects written. */
  readonly entries: ReadonlyMap<string, LockEntry>;
}> {
  const filed = readFolder(folder.texts);
  const people = makePeople(filed.people, access.site);
  const scope = scopeOf(filed.settings, wanted);
  const {objects} = await readUnique(access, people, scope);
  const {lock, texts} = folder;
  const changes = exportFiles(objects, texts, filed, {people, lock, ...scope});
  return {changes, objects, entries: new Map(objects.map(lockEntry))};
}

/**
 * Compares the files of a folder with a site.
 *
 * @throws Failure of a read; 'validation_error' for problems of the files; 'conflict' for two
 * objects with one name on the site
 */
export async function compareFolder(
  folder: SiteFolder,
  access: SiteAccess,
  wanted: WantedScope = {},
): Promise<Comparison> {
  const filed = readFolder(folder.texts);
  const people = makePeople(filed.people, access.site);
  await matchPeople(access.read, people, filed);
  const scope = scopeOf(filed.settings, wanted);
  const state = await readUnique(access, people, scope);
  const own = filed.objects.filter(object => isIn(object, scope));
  return {differences: compareSites(own, state.objects, folder.lock), state, people};
}

/**
 * Compares two sites.
 *
 * @param source what `target` should be like
 * @throws Failure of a read
 */
export async function compareTwoSites(
  source: SiteAccess,
  target: SiteAccess,
  wanted: WantedScope = {},
): Promise<Comparison> {
  const scope = scopeOf({kinds: []}, wanted);
  const theirs = makePeople(undefined, source.site);
  const other = await readSite(source.read, theirs, scope, source.onProgress);
  const people = makePeople(theirs.toValue(), target.site);
  const state = await readSite(target.read, people, scope, target.onProgress);
  return {differences: compareSites(other.objects, state.objects), state, people};
}

/**
 * Plans the writes that remove differences, and checks each like a command does.
 *
 * @throws Failure 'validation_error' if a name or a person is unknown, a scheme would be locked, or
 * a request is not valid
 */
export function planChanges(
  {differences, state, people}: Comparison,
  {site, baseUrl}: Pick<SiteAccess, 'site' | 'baseUrl'>,
  options: {readonly prune?: boolean; readonly allowLockout?: boolean} = {},
): SitePlan {
  const {plan, problems} = makePlan({site, differences, state, people, ...options});
  if (problems.length > 0) {
    throw new Failure('validation_error', `The plan is incomplete. ${problems[0]}`, {
      attempts: 0,
      errors: Object.fromEntries(problems.map((problem, i) => [String(i + 1), problem])),
    });
  }
  checkSteps(plan, baseUrl);
  return plan;
}

/**
 * Checks each request of a plan like a command does, without sending one.
 *
 * @throws Failure 'validation_error' that names the object
 */
export function checkSteps(plan: SitePlan, baseUrl: string): void {
  const identity = {service: 'tracker', baseUrl} as const;
  for (const step of plan.steps) {
    const operation = operationNamed({service: 'tracker', operation: step.operation});
    const inputs = Object.entries(step.inputs).map(
      ([name, value]) => [name, (isArray(value) ? value : [value]).map(textOf)] as const,
    );
    const body = step.body && JSON.stringify(withoutRefs(step.body));
    const given = {inputs: Object.fromEntries(inputs), ...(body !== undefined && {body})};
    try {
      planRequest(operation, given, identity, {});
    } catch (error) {
      const {kind, message, details} = toFailure(error);
      throw new Failure(kind, `${labelOf(step)}: ${message}`, {...details, attempts: 0});
    }
  }
}

/** An id in place of one that an earlier step returns. */
const textOf = (value: JsonValue): string => (isObject(value) ? '1' : String(value));

function withoutRefs(value: JsonValue): JsonValue {
  if (isArray(value)) return value.map(withoutRefs);
  if (!isObject(value)) return value;
  if (typeof value.step === 'number') return value.as === 'number' ? 1 : '1';
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withoutRefs(one)]));
}

/**
 * Carries out a plan. A failure of a step is part of the result; others, such as that of reading
 * the names of the site, are thrown.
 *
 * @param onStep called after each step, also a failed one
 */
export async function applyChanges(
  plan: SitePlan,
  access: WritableSite,
  onStep: (result: StepResult) => void = () => {},
): Promise<ApplyResult> {
  const {site, read, write, onProgress} = access;
  const people = makePeople(undefined, site);
  for (const [alias, account] of Object.entries(plan.people)) people.match(alias, account);
  const kinds = kindIds.filter(id => plan.steps.some(({kind}) => kind === id));
  const names = namesOf(await readTables(read, kinds, onProgress), people);
  return applyPlan(plan, {read, write, names, onStep});
}

/**
 * Makes the entries of the lock after an apply: objects that were equal, and those whose steps are
 * all done.
 */
export function entriesAfter(
  {differences, state}: Comparison,
  results: readonly StepResult[],
): ReadonlyMap<string, LockEntry> {
  const differing = new Set(differences.flatMap(({read}) => (read === undefined ? [] : [read])));
  const entries = new Map(state.objects.filter(one => !differing.has(one)).map(lockEntry));
  for (const difference of differences) {
    const {wanted, read} = difference;
    const own = results.filter(({label}) => label === labelOf(difference));
    const isDone = own.every(({status}) => status === 'done' || status === 'already');
    const id = read?.id ?? own.find(({action}) => action === 'create')?.id;
    if (wanted === undefined || id === undefined || own.length === 0 || !isDone) continue;
    entries.set(labelOf(wanted), {id, hash: hashOf(wanted)});
  }
  return entries;
}

function scopeOf(
  settings: SiteSettings,
  {kinds, projects = settings.projects}: WantedScope,
): ReadScope {
  const usual = settings.kinds.length > 0 ? settings.kinds : [...kindIds];
  return {kinds: kinds ?? usual, ...(projects && {projects})};
}

function isIn({kind, name, project}: SiteObject, {kinds, projects}: ReadScope): boolean {
  const key = kind === 'projects' ? name : project;
  return (
    kinds.includes(kind) && (key === undefined || projects === undefined || projects.includes(key))
  );
}

/** Names identify objects in files, so two objects with one name cannot be exported. */
async function readUnique(
  {read, onProgress}: SiteAccess,
  people: People,
  scope: ReadScope,
): Promise<SiteState> {
  const state = await readSite(read, people, scope, onProgress);
  const seen = new Map<string, ReadObject>();
  for (const object of state.objects) {
    const label = labelOf(object);
    const other = seen.get(label);
    if (other !== undefined) {
      const ids = `${other.id} and ${object.id}`;
      throw new Failure('conflict', `The site has two ${label}, with the ids ${ids}.`, {
        hint: 'Rename one of them on the site, or leave the kind out with --only.',
      });
    }
    seen.set(label, object);
  }
  return state;
}

/** Finds the accounts of people with an e-mail address and no account on this site. */
async function matchPeople(read: SendRead, people: People, filed: FiledSite): Promise<void> {
  const aliases = new Set(filed.objects.flatMap(({values}) => aliasesIn(values)));
  for (const alias of aliases) {
    const email = people.find(alias)?.email;
    if (email === undefined || people.accountOf(alias) !== undefined) continue;
    const ref = {service: 'tracker', operation: 'user find', inputs: {query: [email]}} as const;
    const users = listAt(findJson(await read(ref)), '');
    const found = users.filter(user => readPointer(user, '/emailAddress') === email);
    const account = readPointer(found[0], '/accountId');
    if (found.length === 1 && typeof account === 'string') people.match(alias, account);
  }
}

function aliasesIn(value: JsonValue): readonly string[] {
  if (isArray(value)) return value.flatMap(aliasesIn);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, one]) =>
    (name === 'lead' || name === 'user') && typeof one === 'string' ? [one] : aliasesIn(one),
  );
}
