import {type BodyValues, readBody} from '../body.ts';
import {fieldError, trackerError} from '../errors.ts';
import {type Orders, offsetPage, sortByParameter} from '../paging.ts';
import {expandOf, findText, normalizeCase, readTexts} from '../query.ts';
import {created, type Handlers, noContent, ok, type SandboxCall} from '../route.ts';
import type {Project} from '../world/projects.ts';
import {type StatusCounts, type Version, versionFields} from '../world/versions.ts';
import type {World} from '../world/world.ts';
import {canAdminister, canSee} from './access.ts';
import {selfUrl} from './links.ts';
import {
  findProject,
  permissionError,
  readProject,
  readVersion,
  readWritableVersion,
  requireNotArchived,
} from './lookup.ts';
import {versionsOf} from './project-bean.ts';
import {nextNumber, type PositionInput, requireOnePosition} from './records.ts';
import {
  deleteVersion,
  moveUnfixedIssues,
  readVersionFields,
  type VersionMembers,
  versionBean,
} from './version-bean.ts';

interface ReplacementInput {
  readonly moveFixIssuesTo: string;
  readonly moveAffectedIssuesTo: string;
  readonly customFieldReplacementList: readonly {
    readonly customFieldId?: string;
    readonly moveTo?: string;
  }[];
}

export const versionsHandlers: Handlers = {
  'tracker/version/get': call => ok(versionBean(call, readVersion(call).version, expandOf(call))),
  /** Returns the number of issues that refer to the version in each field (services T2.5). */
  'tracker/version/get-related-issues': call => {
    const {version} = readVersion(call);
    const usages = Object.entries(version.customFields).map(([id, count]) => ({
      fieldName: versionFields[Number(id)] ?? `Field ${id}`,
      customFieldId: Number(id),
      issueCountWithVersionInCustomField: count,
    }));
    return ok({
      self: selfUrl(call, `version/${version.id}`),
      issuesFixedCount: countIssues(version.fixed),
      issuesAffectedCount: version.affected,
      issueCountWithCustomFieldsShowingVersion: usages.reduce(
        (sum, usage) => sum + usage.issueCountWithVersionInCustomField,
        0,
      ),
      customFieldUsage: usages,
    });
  },
  'tracker/version/get-unresolved-issues': call => {
    const {version} = readVersion(call);
    const issuesCount = countIssues(version.fixed);
    return ok({
      self: selfUrl(call, `version/${version.id}`),
      issuesCount,
      issuesUnresolvedCount: issuesCount - version.fixed.done,
    });
  },
  'tracker/version/delete': call => {
    const {version} = readWritableVersion(call);
    const replacement = (name: string) =>
      findReplacement(call, version, name, findText(call, name));
    deleteVersion(call, version, {
      fixed: replacement('moveFixIssuesTo'),
      affected: replacement('moveAffectedIssuesTo'),
    });
    return noContent;
  },
  'tracker/version/delete-and-replace': call => {
    const {version} = readWritableVersion(call);
    const body = readBody<ReplacementInput>(call);
    const {moveFixIssuesTo, moveAffectedIssuesTo} = body;
    deleteVersion(call, version, {
      fixed: findReplacement(call, version, 'moveFixIssuesTo', moveFixIssuesTo),
      affected: findReplacement(call, version, 'moveAffectedIssuesTo', moveAffectedIssuesTo),
      customFields: readFieldReplacements(call, version, body),
    });
    return noContent;
  },
  /** Moves fixVersion to the other version and clears affectedVersion (services T4.7). */
  'tracker/version/merge': call => {
    const {version} = readWritableVersion(call);
    const target = readWritableVersion(call, call.params.moveIssuesTo ?? '');
    if (target.version.id === version.id || target.version.projectId !== version.projectId) {
      throw trackerError(400, 'A version can be merged into another one of its project only.');
    }
    deleteVersion(call, version, {fixed: target.version});
    return noContent;
  },
  'tracker/project/get-versions': call => {
    const project = readProject(call);
    const expand = expandOf(call);
    return ok(versionsOf(call, project).map(version => versionBean(call, version, expand)));
  },
  'tracker/project/get-versions-paginated': call => {
    const project = readProject(call);
    const states = readStates(call);
    const query = normalizeCase(findText(call, 'query') ?? '');
    const expand = expandOf(call);
    const found = versionsOf(call, project).filter(
      version =>
        (states.size === 0 || states.has(stateOf(version))) &&
        (query === '' ||
          normalizeCase(version.name).includes(query) ||
          normalizeCase(version.description).includes(query)),
    );
    const options = {what: 'Versions', byDefault: 'sequence'};
    return offsetPage(call, sortByParameter(call, found, versionOrders(found), options), version =>
      versionBean(call, version, expand),
    );
  },
};

function countIssues({toDo, inProgress, done, unmapped}: StatusCounts): number {
  return toDo + inProgress + done + unmapped;
}

/** Find a replacement, which must be another version of the same project (services T2.5). */
function findReplacement(
  world: World,
  version: Version,
  name: string,
  id: string | null | undefined,
): Version | undefined {
  if (id === undefined || id === null) return undefined;
  const target = world.tracker.versions.get(id);
  if (target === undefined || target.projectId !== version.projectId || target.id === version.id) {
    throw fieldError({[name]: `The version ${id} cannot replace it: not another of its project.`});
  }
  return target;
}

function readFieldReplacements(
  world: World,
  version: Version,
  {customFieldReplacementList}: BodyValues<ReplacementInput>,
): ReadonlyMap<number, Version> {
  const replacements = new Map<number, Version>();
  for (const {customFieldId, moveTo} of customFieldReplacementList ?? []) {
    const fieldId = Number(customFieldId);
    if (versionFields[fieldId] === undefined) {
      throw fieldError({customFieldReplacementList: `There is no version field ${fieldId}.`});
    }
    const target = findReplacement(world, version, 'moveTo', moveTo);
    if (target !== undefined) replacements.set(fieldId, target);
  }
  return replacements;
}

type VersionState = 'released' | 'unreleased' | 'archived';

function stateOf(version: Version): VersionState {
  if (version.archived) return 'archived';
  return version.released ? 'released' : 'unreleased';
}

function readStates(call: SandboxCall): ReadonlySet<string> {
  const states = readTexts(call, 'status');
  const unknown = states.find(state => !['released', 'unreleased', 'archived'].includes(state));
  if (unknown !== undefined) {
    throw trackerError(
      400,
      `“${unknown}” is no status of versions: released, unreleased, archived.`,
    );
  }
  return new Set(states);
}

/** @param versions in the project's order */
function versionOrders(versions: readonly Version[]): Orders<Version> {
  const sequence = new Map(versions.map(({id}, index) => [id, index]));
  return {
    sequence: ({id}) => sequence.get(id) ?? 0,
    name: ({name}) => name,
    description: ({description}) => description,
    // Versions without a date come last.
    releaseDate: ({releaseDate}) => releaseDate ?? '9999',
    startDate: ({startDate}) => startDate ?? '9999',
  };
}

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
