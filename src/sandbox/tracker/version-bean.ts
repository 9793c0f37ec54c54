import type {BodyValues} from '../body.ts';
import {fieldError} from '../errors.ts';
import type {JsonMembers, SandboxCall} from '../route.ts';
import type {Project} from '../world/projects.ts';
import {dayOf, type StatusCounts, type Version} from '../world/versions.ts';
import type {World} from '../world/world.ts';
import {selfUrl} from './links.ts';

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** Build a version for a response, with the members that `expand` adds (services T2.5). */
export function versionBean(
  call: SandboxCall,
  version: Version,
  expand: ReadonlySet<string> = new Set(),
): JsonMembers {
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
    userStartDate: startDate && displayDate(startDate),
    releaseDate,
    userReleaseDate: releaseDate && displayDate(releaseDate),
    overdue: version.released || !releaseDate ? undefined : releaseDate < dayOf(call.now),
    projectId: Number(version.projectId),
    issuesStatusForFixVersion: expand.has('issuesstatus') ? version.fixed : undefined,
    driver: expand.has('driver') ? version.driverId : undefined,
    approvers: expand.has('approvers') ? version.approvers : undefined,
    operations: expand.has('operations') ? operationsOf(call, version) : undefined,
  };
}

/** List the actions for the version on its page in the web UI. */
function operationsOf(call: SandboxCall, version: Version): readonly unknown[] {
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

/** Format `2026-03-04` for display: `04/Mar/26`. */
function displayDate(day: string): string {
  const [year = '', month = '', date = ''] = day.split('-');
  return `${date}/${months[Number(month) - 1] ?? month}/${year.slice(2)}`;
}

/** The replacements of a deleted version in its issues; a field without one is cleared. */
export interface VersionReplacements {
  /** Replacement in fixVersion. */
  readonly fixed?: Version;
  /** Replacement in affectedVersion. */
  readonly affected?: Version;
  /** Replacements in version picker fields: field id → version. */
  readonly customFields?: ReadonlyMap<number, Version>;
}

/** Delete a version and add its issue counts to the replacements (services T3). */
export function deleteVersion(
  world: World,
  version: Version,
  replacements: VersionReplacements,
): void {
  const {versions, projects} = world.tracker;
  const {fixed, affected, customFields} = replacements;
  // Read the version each time, since two fields may have the same replacement.
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

/** Move the unresolved issues of one version to another, as a release can. */
export function moveUnfixedIssues(world: World, from: Version, to: Version): void {
  const {versions} = world.tracker;
  const open = {...from.fixed, done: 0};
  const zero = {toDo: 0, inProgress: 0, unmapped: 0};
  versions.set(from.id, {...from, fixed: {...zero, done: from.fixed.done}});
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
 * Merge the fields of a version with those of a body; null clears a date or the driver.
 *
 * @param before the current fields
 * @throws SandboxError 400 with a message for each invalid field
 */
export function readVersionFields(
  world: World,
  project: Project,
  body: BodyValues<VersionMembers>,
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
  body: BodyValues<VersionMembers>,
  before: {readonly id?: string; readonly name: string},
): string {
  const name = (body.name ?? before.name).trim();
  if (name === '') throw fieldError({name: 'You must specify a valid version name.'});
  const lowerName = name.toLowerCase();
  const taken = project.versionIds.some(
    id => id !== before.id && world.tracker.versions.get(id)?.name.toLowerCase() === lowerName,
  );
  if (taken) throw fieldError({name: 'A version with this name already exists in this project.'});
  return name;
}

function dateAfter(
  value: string | null | undefined,
  before: string | undefined,
): string | undefined {
  return value === undefined ? before : value || undefined;
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
