import {expandOf} from '../query.ts';
import type {Handlers} from '../route.ts';
import {type StatusCounts, versionFields} from '../world/versions.ts';
import type {World} from '../world/world.ts';
import {selfUrl} from './links.ts';
import {readVersion} from './lookup.ts';
import {versionBean} from './version-bean.ts';

/** Handlers by operation id. */
export const versionsReadHandlers: Handlers<World> = {
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
};

function countIssues({toDo, inProgress, done, unmapped}: StatusCounts): number {
  return toDo + inProgress + done + unmapped;
}
