import {planRequest} from '../api/plan.ts';
import type {ResolvedCall} from '../api/request-plan.ts';
import {resolveCall} from '../api/resolve-call.ts';
import {Failure, toFailure} from '../base/failure.ts';
import {groupBy} from '../base/group-by.ts';
import {type ApplyPorts, type ApplyResult, applyPlan, isSuccess, type StepResult} from './apply.ts';
import {compareSites, type SiteDifference} from './diff.ts';
import {exportFiles, type FileChanges} from './export.ts';
import {type FiledSite, readFiles, type SiteSettings} from './files.ts';
import {type LockEntry, lockEntry, type SiteLock} from './lock.ts';
import {readSelf, type SiteSelf} from './lockout.ts';
import {makePlan} from './make-plan.ts';
import {matchPeople, withoutPeople} from './match-people.ts';
import {type KindId, kindIds, labelOf, type ReadObject, type SiteObject} from './model.ts';
import {makePeople, type People} from './people.ts';
import {callOfStep, type SitePlan} from './plan.ts';
import {
  namesOf,
  type ReadScope,
  readSite,
  readTables,
  type SendCall,
  type SiteState,
} from './read-site.ts';
import {swappedNames} from './renames.ts';
import {variablesIn, withVariables} from './url-secrets.ts';

/** A site to read; every caller brings its own client, with its policy and journal. */
export interface SiteAccess {
  /** Origin, such as https://example.atlassian.net; identifies accounts, locks and plans. */
  readonly site: string;
  readonly baseUrl: string;
  readonly read: SendCall;
  /** Milliseconds since the UNIX epoch. */
  readonly now?: () => number;
  /** Receives a description of the running request, such as `Reading statuses`. */
  readonly onProgress?: (text: string) => void;
}

/** A site to read and write. */
export interface WritableSite extends SiteAccess {
  readonly openStep: ApplyPorts['openStep'];
  /** Throws Failure for a request that the profile may not send. */
  readonly check: (call: ResolvedCall) => void;
  /** Values of variables that URLs of files refer to. @default none */
  readonly variable?: (name: string) => string | undefined;
}

/** A folder of the configuration. */
export interface SiteFolder {
  /** Path below the folder → text. */
  readonly texts: ReadonlyMap<string, string>;
  readonly lock: SiteLock;
}

/** The part of a site to read; by default the part that steward.yaml names, or all. */
export interface WantedScope {
  readonly kinds?: readonly KindId[] | undefined;
  /** Keys of projects. */
  readonly projects?: readonly string[] | undefined;
  /** Members of groups. */
  readonly members?: boolean | undefined;
}

/** The differences between the files, or another site, and a site. */
export interface Comparison {
  /** In order of dependency. */
  readonly differences: readonly SiteDifference[];
  readonly state: SiteState;
  readonly people: People;
  /** The account that reads, if a difference takes access from somebody. */
  readonly self?: SiteSelf | undefined;
  /** Sentences: changes to be made on the site, and objects that were not compared. */
  readonly byHand: readonly string[];
  readonly notCompared: readonly string[];
  /** ISO 8601. */
  readonly readAt?: string;
}

/**
 * Read the files of a folder.
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
 * Make the files of a site.
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
  /** Sentences about objects that are not in the files. */
  readonly notExported: readonly string[];
}> {
  const filed = readFolder(folder.texts);
  const people = makePeople(filed.people, access.site);
  const scope = scopeOf(filed.settings, wanted);
  const {lock, texts} = folder;
  const {objects, skipped} = await readSite(access.read, people, scope, access.onProgress, lock);
  const kinds = scope.kinds.filter(id => !skipped.has(id));
  const options = {people, lock, ...scope, kinds};
  const {changes, fileOf} = exportFiles(objects, texts, filed, options);
  return {
    changes,
    objects,
    entries: new Map(objects.map(object => lockEntry(object, fileOf(object)))),
    notExported: [...skippedKinds(skipped), ...sharedNames(objects), ...membersLeftOut(scope)],
  };
}

/**
 * Compare the files of a folder with a site.
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
  await matchPeople(access.read, people, filed.objects);
  const scope = scopeOf(filed.settings, wanted);
  const readAt = timeOf(access);
  const {read, onProgress} = access;
  const state = await readSite(read, people, scope, onProgress, folder.lock);
  const {objects, dropped} = withoutPeople(
    filed.objects.filter(object => isIn(object, scope) && !state.skipped.has(object.kind)),
    state.objects,
    alias => filed.settings.dropPeople?.includes(alias) === true && !people.accountOf(alias),
  );
  const differences = compareSites(objects, state.objects, folder.lock);
  return {
    differences,
    state,
    people,
    self: await readSelf(read, people, differences),
    byHand: swappedNames(objects, state.objects),
    notCompared: [...skippedKinds(state.skipped), ...dropped],
    ...(readAt !== undefined && {readAt}),
  };
}

/**
 * Compare two sites.
 *
 * @param source the site that `target` should match
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
  const skipped = new Map([...other.skipped, ...state.skipped]);
  const wantedObjects = other.objects.filter(({kind}) => !skipped.has(kind));
  const objects = state.objects.filter(({kind}) => !skipped.has(kind));
  const differences = compareSites(wantedObjects, objects);
  return {
    differences,
    state,
    people,
    self: await readSelf(target.read, people, differences),
    byHand: [],
    notCompared: skippedKinds(skipped),
  };
}

/**
 * Plan the writes that remove differences, and check each like a command does.
 *
 * @throws Failure 'validation_error' if a name or a person is unknown, a scheme would be locked, or
 * a request is not valid
 */
export function planChanges(
  comparison: Comparison,
  {site, baseUrl}: Pick<SiteAccess, 'site' | 'baseUrl'>,
  options: {
    readonly prune?: boolean;
    readonly allowLockout?: boolean;
    /** Refuse URLs that refer to variables. @default false */
    readonly noVariables?: boolean;
  } = {},
): SitePlan {
  const {plan, problems} = makePlan({site, ...comparison, ...options});
  if (problems.length > 0) {
    throw new Failure('validation_error', `The plan is incomplete. ${problems[0]}`, {
      attempts: 0,
      errors: Object.fromEntries(problems.map((problem, i) => [String(i + 1), problem])),
    });
  }
  if (options.noVariables) checkVariables(plan, () => undefined);
  const identity = {service: 'tracker', baseUrl} as const;
  checkSteps(plan, ({operation, given}) => planRequest(operation, given, identity, {}));
  return plan;
}

/**
 * Check each request of a plan, without sending one.
 *
 * @throws Failure of a check that names the object
 */
export function checkSteps(plan: SitePlan, check: (call: ResolvedCall) => void): void {
  for (const step of plan.steps) {
    try {
      check(resolveCall(callOfStep(step, examples), {}, 0));
    } catch (error) {
      const {kind, message, details} = toFailure(error);
      throw new Failure(kind, `${labelOf(step)}: ${message}`, {...details, attempts: 0});
    }
  }
}

/** Values in place of those that are not known yet. */
const examples = {
  ofStep: () => '1',
  ofTemplate: (template: string) => withVariables(template, () => 'x'),
};

/**
 * Carry out a plan. A failure of a step is part of the result; others, such as that of reading the
 * names of the site, are thrown.
 *
 * @param onStep called after each step, also a failed one
 */
export async function applyChanges(
  plan: SitePlan,
  access: WritableSite,
  onStep: (result: StepResult) => void = () => {},
): Promise<ApplyResult> {
  const {site, read, openStep, onProgress, variable = () => undefined} = access;
  checkVariables(plan, variable);
  const people = makePeople(undefined, site);
  for (const [alias, account] of Object.entries(plan.people)) people.match(alias, account);
  const kinds = kindIds.filter(id => plan.steps.some(({kind}) => kind === id));
  // The steps have the ids of their projects.
  const tables = await readTables(read, {kinds, projects: []}, onProgress);
  const names = namesOf(tables, people);
  return applyPlan(plan, {openStep, names, variable, onStep});
}

/** @throws Failure 'validation_error' if a URL refers to a variable that is not set */
function checkVariables(plan: SitePlan, variable: NonNullable<WritableSite['variable']>): void {
  for (const step of plan.steps) {
    const missing = variablesIn(JSON.stringify(step.body ?? null)).filter(
      name => JSON.stringify(step.body).includes('"template"') && variable(name) === undefined,
    );
    if (missing.length === 0) continue;
    throw new Failure('validation_error', `${labelOf(step)} needs the variable ${missing[0]}.`, {
      attempts: 0,
      hint: 'Set it in the environment of jr site apply.',
    });
  }
}

/**
 * Make the entries of the lock after an apply: objects that were equal, and those whose changes are
 * all done.
 *
 * @param steps of the plan; without results, nothing was applied
 */
export function lockEntriesAfter(
  {differences, state}: Comparison,
  steps: SitePlan['steps'],
  results: readonly StepResult[],
  lock: SiteLock,
): ReadonlyMap<string, LockEntry> {
  const files = new Map([...lock].map(([label, {file}]) => [label, file]));
  const differing = new Set(differences.map(({kind, read}) => `${kind} ${read?.id}`));
  const equal = state.objects.filter(one => !differing.has(`${one.kind} ${one.id}`));
  const entries = new Map(equal.map(one => lockEntry(one, files.get(labelOf(one)))));
  const ended = new Map(results.filter(isSuccess).map(one => [one.step, one]));
  const stepsOf = groupBy(steps, labelOf);
  for (const difference of differences) {
    const {wanted, read, changes} = difference;
    const own = stepsOf.get(labelOf(difference)) ?? [];
    // Changes to be made by hand have no step.
    const isDone =
      own.length > 0 &&
      own.flatMap(one => one.changes).length >= changes.length &&
      own.every(({step}) => ended.has(step));
    const created = own.find(({action}) => action === 'create')?.step;
    const id = read?.id ?? (created === undefined ? undefined : ended.get(created)?.id);
    if (wanted === undefined || id === undefined || !isDone) continue;
    entries.set(...lockEntry({...wanted, id}, wanted.file));
  }
  return entries;
}

function scopeOf(
  settings: SiteSettings,
  {kinds, projects = settings.projects, members = settings.members}: WantedScope,
): ReadScope {
  const usual = settings.kinds.length > 0 ? settings.kinds : [...kindIds];
  return {kinds: kinds ?? usual, ...(projects && {projects}), ...(members && {members})};
}

function isIn({kind, name, project}: SiteObject, {kinds, projects}: ReadScope): boolean {
  const key = kind === 'projects' ? name : project;
  return (
    kinds.includes(kind) && (key === undefined || projects === undefined || projects.includes(key))
  );
}

function timeOf({now}: SiteAccess): string | undefined {
  return now && new Date(now()).toISOString();
}

function skippedKinds(skipped: SiteState['skipped']): readonly string[] {
  return [...skipped].map(([kind, why]) => `${kind}: ${why}`);
}

/** Objects that share their name with others, and have a number in the files. */
function sharedNames(objects: readonly ReadObject[]): readonly string[] {
  return objects.flatMap(({kind, id, name, siteName}) =>
    siteName === undefined
      ? []
      : [`${kind} "${siteName}" with the id ${id} is "${name}" in the files.`],
  );
}

function membersLeftOut({kinds, members}: ReadScope): readonly string[] {
  return members || !kinds.includes('groups')
    ? []
    : ['The members of groups are exported with --members only.'];
}
