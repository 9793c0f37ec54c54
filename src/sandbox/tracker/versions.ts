import {type Given, readBody} from '../body.ts';
import {fieldError, trackerError} from '../errors.ts';
import {expandOf, findText} from '../query.ts';
import type {Handlers} from '../route.ts';
import {type StatusCounts, type Version, versionFields} from '../world/versions.ts';
import type {World} from '../world/world.ts';
import {selfUrl} from './links.ts';
import {readVersion, readWritableVersion} from './lookup.ts';
import {versionBean} from './version-bean.ts';
import {removeVersion} from './version-counts.ts';

interface Replacements {
  readonly moveFixIssuesTo: string;
  readonly moveAffectedIssuesTo: string;
  readonly customFieldReplacementList: readonly {
    readonly customFieldId?: string;
    readonly moveTo?: string;
  }[];
}

/** Handlers by operation id. */
export const versionsHandlers: Handlers<World> = {
  'tracker/version/get': (request, world) => {
    const {version} = readVersion(request, world, request.params.id ?? '');
    return {status: 200, json: versionBean(request, version, expandOf(request))};
  },
  /** How many issues name it in each field (services T2.5). */
  'tracker/version/get-related-issues': (request, world) => {
    const {version} = readVersion(request, world, request.params.id ?? '');
    const usages = Object.entries(version.customFields).map(([id, count]) => ({
      fieldName: versionFields[Number(id)] ?? `Field ${id}`,
      customFieldId: Number(id),
      issueCountWithVersionInCustomField: count,
    }));
    const json = {
      self: selfUrl(request, `version/${version.id}`),
      issuesFixedCount: countIssues(version.fixed),
      issuesAffectedCount: version.affected,
      issueCountWithCustomFieldsShowingVersion: usages.reduce(
        (sum, usage) => sum + usage.issueCountWithVersionInCustomField,
        0,
      ),
      customFieldUsage: usages,
    };
    return {status: 200, json};
  },
  'tracker/version/get-unresolved-issues': (request, world) => {
    const {version} = readVersion(request, world, request.params.id ?? '');
    const issuesCount = countIssues(version.fixed);
    const json = {
      self: selfUrl(request, `version/${version.id}`),
      issuesCount,
      issuesUnresolvedCount: issuesCount - version.fixed.done,
    };
    return {status: 200, json};
  },
  /** The replacements are in the query. */
  'tracker/version/delete': (request, world) => {
    const {version} = readWritableVersion(request, world, request.params.id ?? '');
    const replacement = (name: string): Version | undefined =>
      findReplacement(world, version, name, findText(request, name));
    removeVersion(world, version, {
      ...asMember('fixed', replacement('moveFixIssuesTo')),
      ...asMember('affected', replacement('moveAffectedIssuesTo')),
    });
    return {status: 204};
  },
  /** Also in version picker fields. */
  'tracker/version/delete-and-replace': (request, world) => {
    const {version} = readWritableVersion(request, world, request.params.id ?? '');
    const body = readBody<Replacements>(request);
    const replacement = (name: 'moveFixIssuesTo' | 'moveAffectedIssuesTo'): Version | undefined =>
      findReplacement(world, version, name, body[name]);
    removeVersion(world, version, {
      ...asMember('fixed', replacement('moveFixIssuesTo')),
      ...asMember('affected', replacement('moveAffectedIssuesTo')),
      customFields: readFieldReplacements(world, version, body),
    });
    return {status: 204};
  },
  /** FixVersion goes to the other version, affectedVersion is cleared (services T4.7). */
  'tracker/version/merge': (request, world) => {
    const {version} = readWritableVersion(request, world, request.params.id ?? '');
    const target = readWritableVersion(request, world, request.params.moveIssuesTo ?? '');
    if (target.version.id === version.id || target.version.projectId !== version.projectId) {
      throw trackerError(400, 'A version can be merged into another one of its project only.');
    }
    removeVersion(world, version, {fixed: target.version});
    return {status: 204};
  },
};

function countIssues({toDo, inProgress, done, unmapped}: StatusCounts): number {
  return toDo + inProgress + done + unmapped;
}

function asMember<Name extends 'fixed' | 'affected'>(
  name: Name,
  version: Version | undefined,
): {readonly [key in Name]?: Version} {
  const member: {[key in Name]?: Version} = {};
  if (version !== undefined) member[name] = version;
  return member;
}

/** Of the same project and not the version itself (services T2.5). */
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
  {customFieldReplacementList}: Given<Replacements>,
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
