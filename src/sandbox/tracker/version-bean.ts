import type {Given} from '../body.ts';
import {fieldError} from '../errors.ts';
import type {Call, JsonObject} from '../route.ts';
import type {Project} from '../world/projects.ts';
import {dayOf, type StatusCounts, type Version} from '../world/versions.ts';
import type {World} from '../world/world.ts';
import {selfUrl} from './links.ts';

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** A version as the tracker answers it, with what `expand` asks for (services T2.5). */
export function versionBean(
  call: Call,
  version: Version,
  expand: ReadonlySet<string> = new Set(),
): JsonObject {
  const {startDate, releaseDate} = version;
  return {
    expand: expand.size === 0 ? undefined : [...expand].join(','),
    self: selfUrl(call, `version/${version.id}`),
    id: version.id,
    description: version.description,
    name: version.name,
    archived: version.archived,
    released: version.released,
    startDate,
    userStartDate: startDate && shownDate(startDate),
    releaseDate,
    userReleaseDate: releaseDate && shownDate(releaseDate),
    overdue: version.released || !releaseDate ? undefined : releaseDate < dayOf(call.now),
    projectId: Number(version.projectId),
    issuesStatusForFixVersion: expand.has('issuesstatus') ? version.fixed : undefined,
    driver: expand.has('driver') ? version.driverId : undefined,
    approvers: expand.has('approvers') ? version.approvers : undefined,
    operations: expand.has('operations') ? operationsOf(call, version) : undefined,
  };
}

/** What a person could do with the version on its page. */
function operationsOf(call: Call, version: Version): readonly unknown[] {
  const state = version.released ? 'unrelease' : 'release';
  const archive = version.archived ? 'unarchive' : 'archive';
  return [state, archive, 'delete'].map((name, index) => ({
    id: `${name}-version-${version.id}`,
    styleClass: `project-config-operations-${name}`,
    label: name.charAt(0).toUpperCase() + name.slice(1),
    href: `${call.origin}/secure/project/VersionAction?action=${name}&versionId=${version.id}`,
    weight: (index + 1) * 10,
  }));
}

/** `2026-03-04` as people read it: `04/Mar/26`. */
function shownDate(day: string): string {
  const [year = '', month = '', date = ''] = day.split('-');
  return `${date}/${months[Number(month) - 1] ?? month}/${year.slice(2)}`;
}

/** What becomes of the issues of a version that goes away; a field without a replacement is cleared. */
export interface Replacements {
  /** Version that takes its place in fixVersion. */
  readonly fixed?: Version;
  /** … in affectedVersion. */
  readonly affected?: Version;
  /** … in version picker fields: field id → version. */
  readonly customFields?: ReadonlyMap<number, Version>;
}

/** Remove a version; its issues count for the replacements from now on (services T3). */
export function removeVersion(world: World, version: Version, replacements: Replacements): void {
  const {versions, projects} = world.tracker;
  const {fixed, affected, customFields} = replacements;
  // Read again each time: two fields may have the same replacement.
  const change = (id: string, update: (target: Version) => Version): void => {
    const target = versions.get(id);
    if (target !== undefined) versions.set(id, update(target));
  };
  if (fixed) change(fixed.id, target => ({...target, fixed: add(target.fixed, version.fixed)}));
  if (affected) {
    change(affected.id, target => ({...target, affected: target.affected + version.affected}));
  }
  for (const [fieldId, {id}] of customFields ?? []) {
    const moved = version.customFields[fieldId] ?? 0;
    change(id, target => ({
      ...target,
      customFields: {
        ...target.customFields,
        [fieldId]: (target.customFields[fieldId] ?? 0) + moved,
      },
    }));
  }
  versions.delete(version.id);
  const project = projects.get(version.projectId);
  if (project === undefined) return;
  const versionIds = project.versionIds.filter(id => id !== version.id);
  projects.set(project.id, {...project, versionIds});
}

/** Move the issues that are not done from one version to another, as a release can. */
export function moveUnfixedIssues(world: World, from: Version, to: Version): void {
  const {versions} = world.tracker;
  const open = {...from.fixed, done: 0};
  const nothing = {toDo: 0, inProgress: 0, unmapped: 0};
  versions.set(from.id, {...from, fixed: {...nothing, done: from.fixed.done}});
  versions.set(to.id, {...to, fixed: add(to.fixed, open)});
}

function add(one: StatusCounts, other: StatusCounts): StatusCounts {
  return {
    toDo: one.toDo + other.toDo,
    inProgress: one.inProgress + other.inProgress,
    done: one.done + other.done,
    unmapped: one.unmapped + other.unmapped,
  };
}

type VersionFields = Pick<
  Version,
  'name' | 'description' | 'archived' | 'released' | 'startDate' | 'releaseDate' | 'driverId'
>;

export type VersionMembers = Pick<Version, 'name' | 'description' | 'archived' | 'released'> &
  Readonly<
    Record<
      'startDate' | 'releaseDate' | 'driver' | 'projectId' | 'project' | 'moveUnfixedIssuesTo',
      string
    >
  >;

/**
 * A version's fields after what a body says about them; null takes a date or the driver away.
 *
 * @param before its fields until now
 * @throws SandboxError 400 with a message for each wrong field
 */
export function readVersionFields(
  world: World,
  project: Project,
  body: Given<VersionMembers>,
  before: VersionFields & {readonly id?: string},
): VersionFields {
  const name = readName(world, project, body, before);
  const startDate = dateAfter(body.startDate, before.startDate);
  const releaseDate = dateAfter(body.releaseDate, before.releaseDate);
  if (startDate !== undefined && releaseDate !== undefined && startDate > releaseDate) {
    throw fieldError({startDate: 'The start date must not be after the release date.'});
  }
  return {
    name,
    description: body.description ?? before.description,
    archived: body.archived ?? before.archived,
    released: body.released ?? before.released,
    startDate,
    releaseDate,
    driverId: readDriver(world, body.driver, before.driverId),
  };
}

function readName(
  world: World,
  project: Project,
  body: Given<VersionMembers>,
  before: {readonly id?: string; readonly name: string},
): string {
  const name = (body.name ?? before.name).trim();
  if (name === '') throw fieldError({name: 'You must specify a valid version name.'});
  const wanted = name.toLowerCase();
  const taken = project.versionIds.some(
    id => id !== before.id && world.tracker.versions.get(id)?.name.toLowerCase() === wanted,
  );
  if (taken) throw fieldError({name: 'A version with this name already exists in this project.'});
  return name;
}

function dateAfter(
  given: string | null | undefined,
  before: string | undefined,
): string | undefined {
  return given === undefined ? before : given || undefined;
}

function readDriver(
  world: World,
  driver: string | null | undefined,
  before: string | undefined,
): string | undefined {
  if (driver === undefined) return before;
  if (driver === null) return undefined;
  if (!world.users.get(driver)?.active) {
    throw fieldError({driver: `No active user has the account ID “${driver}”.`});
  }
  return driver;
}
