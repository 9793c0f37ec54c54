import {type Given, readBody} from '../body.ts';
import {fieldError} from '../errors.ts';
import {type Call, created, type Handlers, ok} from '../route.ts';
import type {Project} from '../world/projects.ts';
import type {Version} from '../world/versions.ts';
import {canAdminister, canSee} from './access.ts';
import {
  findProject,
  readVersion,
  readWritableVersion,
  refused,
  requireNotArchived,
} from './lookup.ts';
import {type GivenPosition, nextNumber, requireOnePosition} from './records.ts';
import {
  moveUnfixedIssues,
  readVersionFields,
  type VersionMembers,
  versionBean,
} from './version-bean.ts';

export const versionsWriteHandlers: Handlers = {
  /** Needs a name and a project; it comes last in the project's order. */
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
    return created(versionBean(call, version, written(version)));
  },
  /** What the body leaves out stays; a release can move what is not done. */
  'tracker/version/update': call => {
    const {version, project} = readWritableVersion(call);
    const body = readBody<VersionMembers>(call);
    const after = {...version, ...readVersionFields(call, project, body, version)};
    const target = readMoveTarget(call, body, after);
    call.tracker.versions.set(after.id, after);
    if (target !== undefined) moveUnfixedIssues(call, after, target);
    const stored = call.tracker.versions.get(after.id) ?? after;
    return ok(versionBean(call, stored, written(stored)));
  },
  /** To a place in the project's order, or behind another version. */
  'tracker/version/move': call => {
    const {version, project} = readVersion(call);
    requireNotArchived(project);
    const {after, position} = readBody<GivenPosition>(call);
    requireOnePosition(after, position);
    const index = after
      ? placeAfter(call, project, version, after)
      : placeOf(project, version, position ?? '');
    const versionIds = project.versionIds.filter(id => id !== version.id);
    versionIds.splice(index, 0, version.id);
    call.tracker.projects.set(project.id, {...project, versionIds});
    return ok(versionBean(call, version));
  },
};

/** The driver is answered when there is one: it was written, so it can be read back. */
function written(version: Version): ReadonlySet<string> {
  return new Set(version.driverId === undefined ? [] : ['driver']);
}

function readProjectOf(call: Call, body: Given<VersionMembers>): Project {
  // `project` is the deprecated way to name it, by key.
  const idOrKey = body.projectId ?? body.project ?? '';
  const project = findProject(call, idOrKey);
  if (project === undefined || project.deleted || !canSee(call, project)) {
    throw refused(call, 404, `No project could be found with identifier '${idOrKey}'.`);
  }
  if (!canAdminister(call, project)) {
    throw refused(call, 404, 'You cannot create versions in this project.');
  }
  requireNotArchived(project);
  return project;
}

function readMoveTarget(
  call: Call,
  {moveUnfixedIssuesTo: url}: Given<VersionMembers>,
  version: Version,
): Version | undefined {
  if (url === undefined || url === null) return undefined;
  const target = call.tracker.versions.get(idOfSelf(call, url) ?? '');
  if (target?.projectId !== version.projectId || target.id === version.id || !version.released) {
    throw fieldError({
      moveUnfixedIssuesTo:
        'Must be the self URL of another version of the project, with a version that is released.',
    });
  }
  return target;
}

/** The id in a version's self URL; a URL of another host is no version of this one. */
function idOfSelf(call: Call, url: string): string | undefined {
  const base = `${call.origin}/rest/api/3/version/`;
  return url.startsWith(base) ? url.slice(base.length) : undefined;
}

function placeOf(project: Project, version: Version, position: string): number {
  const last = project.versionIds.length - 1;
  const index = project.versionIds.indexOf(version.id);
  const places = {First: 0, Earlier: Math.max(0, index - 1), Later: Math.min(last, index + 1)};
  return position in places ? places[position as keyof typeof places] : last;
}

function placeAfter(call: Call, project: Project, version: Version, url: string): number {
  const others = project.versionIds.filter(id => id !== version.id);
  const index = others.indexOf(idOfSelf(call, url) ?? '');
  if (index === -1) {
    throw fieldError({after: 'Must be the self URL of another version of the project.'});
  }
  return index + 1;
}
