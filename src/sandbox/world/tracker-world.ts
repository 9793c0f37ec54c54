import {makeAuditRecords} from './audit.ts';
import {makeFailureStream} from './failures.ts';
import {
  globalStatuses,
  issueTypes,
  makeOwnStatuses,
  makePrioritySchemes,
  makeUserProperties,
  priorities,
  resolutions,
  sharedWorkflows,
} from './issue-setup.ts';
import type {BackgroundTask} from './issues.ts';
import {makeNotificationSchemes} from './notification-schemes.ts';
import {makePermissionSchemes, schemeIds} from './permission-schemes.ts';
import {makeProjects, type Project} from './projects.ts';
import {makeRandom} from './random.ts';
import type {SeedContext} from './seed-context.ts';
import {makeApplicationRoles, makeProjectRoles, projectCategories} from './site-setup.ts';
import {type WorldSize, worldCounts} from './sizes.ts';
import {makeTraffic} from './traffic.ts';
import {makeUiModifications} from './ui-modifications.ts';
import type {WorldUser} from './users.ts';
import {findOpenVersions, makeVersions} from './versions.ts';
import {makeWebhooks} from './webhooks.ts';

/** All data of the tracker. Records are replaced, never mutated; maps are ordered by creation. */
export type TrackerWorld = Readonly<ReturnType<typeof makeTrackerWorld>>;

export interface TrackerOptions extends Pick<SeedContext, 'seed' | 'now' | 'groups' | 'levels'> {
  readonly size: WorldSize;
  readonly users: readonly WorldUser[];
}

/** Create the tracker's world for a seed and a size; the same options give the same world. */
export function makeTrackerWorld(options: TrackerOptions) {
  const {seed, now, users, groups, levels} = options;
  const persons = users.filter(user => user.accountType === 'atlassian');
  const people = persons.filter(user => user.active).map(user => user.accountId);
  const formerPeople = persons.filter(user => !user.active).map(user => user.accountId);
  const counts = worldCounts[options.size];
  const seedContext = {
    ...options,
    counts,
    people,
    formerPeople,
    random: (purpose: string) => makeRandom(seed, purpose),
  };
  const permissionSchemes = makePermissionSchemes(seedContext);
  const notificationSchemes = makeNotificationSchemes(seedContext);
  const ids = permissionSchemes.map(scheme => scheme.id);
  const usual = ids.filter(id => id !== schemeIds.public && id !== schemeIds.private);
  const bareProjects = makeProjects({
    ...seedContext,
    permissionSchemeIds: {usual, public: schemeIds.public, private: schemeIds.private},
    notificationSchemeIds: notificationSchemes.map(scheme => scheme.id),
  });
  const byProject = makeVersions(seedContext, bareProjects);
  const versions = [...byProject.values()].flat();
  const projects: readonly Project[] = bareProjects.map(project => {
    return {...project, versionIds: (byProject.get(project.id) ?? []).map(({id}) => id)};
  });
  const ownSetup = makeOwnStatuses(seedContext, projects);
  const projectKeys = projects.map(project => project.key);
  const audit = makeAuditRecords(seedContext, projects, users);
  const webhooks = makeWebhooks(seedContext, projectKeys);
  const traffic = makeTraffic(now);
  return {
    seed,
    /** Milliseconds; creation time of the world. */
    madeAt: now,
    /** Accounts of active people, who are assigned issues. */
    people,
    /** Account id → property key → value. */
    userProperties: makeUserProperties(seedContext),
    groups: byId(groups),
    applicationRoles: byId(makeApplicationRoles(groups, users.length)),
    roles: byId(makeProjectRoles(groups)),
    categories: byId(projectCategories),
    projects: byId(projects),
    /** Current and former keys → project id. */
    projectIdByKey: indexKeys(projects),
    versions: byId(versions),
    statuses: byId([...globalStatuses, ...ownSetup.statuses]),
    workflows: byId([...sharedWorkflows, ...ownSetup.workflows]),
    issueTypes: byId(issueTypes),
    resolutions: byId(resolutions),
    priorities: byId(priorities),
    prioritySchemes: byId(makePrioritySchemes(seedContext, projects)),
    permissionSchemes: byId(permissionSchemes),
    notificationSchemes: byId(notificationSchemes),
    webhooks: byId(webhooks),
    failures: makeFailureStream(seedContext, traffic, webhooks, projectKeys),
    uiModifications: byId(makeUiModifications(seedContext, projects)),
    traffic,
    /** Versions that were unreleased at the start; traffic moves their issues. */
    openVersionIds: findOpenVersions(versions),
    /** Milliseconds of traffic time between two moves of an issue. */
    beatMs: 60_000 / counts.versionBeatsPerMinute,
    levels,
    /** Audit records, oldest first. */
    audit: byId(audit),
    tasks: new Map<string, BackgroundTask>(),
    /** Account id → ids of its recently viewed projects, newest first. */
    recentProjects: new Map<string, readonly string[]>(),
    defaults: {
      resolutionId: resolutions[0]?.id,
      priorityId: '3' as string | undefined,
      notificationSchemeId: 10_000,
      permissionSchemeId: schemeIds.usual as number,
    },
    /** The next unused number of each kind. */
    next: {
      project: 10_000 + projects.length,
      version: 10_000 + versions.length,
      task: 1,
      audit: 1 + audit.length,
      actor: 30_001 + projects.length * 40,
      avatar: 20_000 + projects.length,
      /** Shared by all other kinds. */
      record: 100_000,
    },
  };
}

function indexKeys(projects: readonly Project[]): Map<string, string> {
  return new Map(
    projects.flatMap(({id, key, formerKeys}) => [
      ...formerKeys.map(former => [former, id] as const),
      [key, id] as const,
    ]),
  );
}

function byId<Item extends {readonly id: string | number}>(
  items: readonly Item[],
): Map<Item['id'], Item> {
  return new Map(items.map(item => [item.id, item]));
}
