import {type BodyValues, readBody} from '../body.ts';
import {fieldError} from '../errors.ts';
import {created, type Handlers, ok, type SandboxCall} from '../route.ts';
import type {Project} from '../world/projects.ts';
import type {Version} from '../world/versions.ts';
import {canAdminister, canSee} from './access.ts';
import {
  findProject,
  permissionError,
  readVersion,
  readWritableVersion,
  requireNotArchived,
} from './lookup.ts';
import {nextNumber, type PositionInput, requireOnePosition} from './records.ts';
import {
  moveUnfixedIssues,
  readVersionFields,
  type VersionMembers,
  versionBean,
} from './version-bean.ts';

export const versionsWriteHandlers: Handlers = {
  /** Requires a name and a project; adds the version at the end of the project's order. */
  'tracker/version/create': call => {
    const body = readBody<VersionMembers>(call);
    const project = readProjectOf(call, body);
    const {versions, projects} = call.tracker;
    const blank = {name: '', description: '', archived: false, released: false};
    const fields = readVersionFields(call, project, body, blank);
    const version: Version = {
      ...fields,
      id: String(nextNumber(call, 'version')),
      projectId: project.id,
      approvers: [],
      fixed: {toDo: 0, inProgress: 0, done: 0, unmapped: 0},
      affected: 0,
      customFields: {},
      relatedWork: [],
    };
    versions.set(version.id, version);
    projects.set(project.id, {...project, versionIds: [...project.versionIds, version.id]});
    return created(versionBean(call, version, writtenExpansions(version)));
  },
  /** Members not in the body are unchanged; a release can move unresolved issues. */
  'tracker/version/update': call => {
    const {version, project} = readWritableVersion(call);
    const body = readBody<VersionMembers>(call);
    const after = {...version, ...readVersionFields(call, project, body, version)};
    const target = readMoveTarget(call, body, after);
    call.tracker.versions.set(after.id, after);
    if (target !== undefined) moveUnfixedIssues(call, after, target);
    const stored = call.tracker.versions.get(after.id) ?? after;
    return ok(versionBean(call, stored, writtenExpansions(stored)));
  },
  /** Moves to a position in the project's order, or after another version. */
  'tracker/version/move': call => {
    const {version, project} = readVersion(call);
    requireNotArchived(project);
    const {after, position} = readBody<PositionInput>(call);
    requireOnePosition(after, position);
    const index = after
      ? indexAfter(call, project, version, after)
      : positionIndex(project, version, position ?? '');
    const versionIds = project.versionIds.filter(id => id !== version.id);
    versionIds.splice(index, 0, version.id);
    call.tracker.projects.set(project.id, {...project, versionIds});
    return ok(versionBean(call, version));
  },
};

/** Expand the driver if there is one, so that a written driver is in the response. */
function writtenExpansions(version: Version): ReadonlySet<string> {
  return new Set(version.driverId === undefined ? [] : ['driver']);
}

function readProjectOf(call: SandboxCall, body: BodyValues<VersionMembers>): Project {
  // `project` is the deprecated member for it, with a key.
  const idOrKey = body.projectId ?? body.project ?? '';
  const project = findProject(call, idOrKey);
  if (project === undefined || project.deleted || !canSee(call, project)) {
    throw permissionError(call, 404, `No project could be found with identifier '${idOrKey}'.`);
  }
  if (!canAdminister(call, project)) {
    throw permissionError(call, 404, 'You cannot create versions in this project.');
  }
  requireNotArchived(project);
  return project;
}

function readMoveTarget(
  call: SandboxCall,
  {moveUnfixedIssuesTo: url}: BodyValues<VersionMembers>,
  version: Version,
): Version | undefined {
  if (url === undefined || url === null) return undefined;
  const target = call.tracker.versions.get(idFromSelfUrl(call, url) ?? '');
  if (target?.projectId !== version.projectId || target.id === version.id || !version.released) {
    throw fieldError({
      moveUnfixedIssuesTo:
        'Must be the self URL of another version of the project, with a version that is released.',
    });
  }
  return target;
}

/** Extract the id from a version's self URL; undefined for a URL of another host. */
function idFromSelfUrl(call: SandboxCall, url: string): string | undefined {
  const base = `${call.origin}/rest/api/3/version/`;
  return url.startsWith(base) ? url.slice(base.length) : undefined;
}

function positionIndex(project: Project, version: Version, position: string): number {
  const last = project.versionIds.length - 1;
  const index = project.versionIds.indexOf(version.id);
  const indexes = {First: 0, Earlier: Math.max(0, index - 1), Later: Math.min(last, index + 1)};
  return position in indexes ? indexes[position as keyof typeof indexes] : last;
}

function indexAfter(call: SandboxCall, project: Project, version: Version, url: string): number {
  const others = project.versionIds.filter(id => id !== version.id);
  const index = others.indexOf(idFromSelfUrl(call, url) ?? '');
  if (index === -1) {
    throw fieldError({after: 'Must be the self URL of another version of the project.'});
  }
  return index + 1;
}
