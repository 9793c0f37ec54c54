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
import type {Task} from './issues.ts';
import {makeNotificationSchemes} from './notification-schemes.ts';
import {makePermissionSchemes, schemeIds} from './permission-schemes.ts';
import {makeProjects, type Project} from './projects.ts';
import {makeDraw} from './random.ts';
import type {SeedContext} from './seed-context.ts';
import {type WorldSize, worldCounts} from './sizes.ts';
import {makeTraffic} from './traffic.ts';
import {makeUiModifications} from './ui-modifications.ts';
import type {WorldUser} from './users.ts';
import {findOpenVersions, makeVersions} from './versions.ts';
import {makeWebhooks} from './webhooks.ts';

/** Everything the tracker keeps. Records are replaced, never changed; the maps keep their order. */
export type TrackerWorld = Readonly<ReturnType<typeof makeTrackerWorld>>;

export interface TrackerOptions extends Pick<SeedContext, 'seed' | 'now' | 'groups' | 'levels'> {
  readonly size: WorldSize;
  readonly users: readonly WorldUser[];
}

/** The tracker's world of a seed and a size; the same options give the same world. */
export function makeTrackerWorld(options: TrackerOptions) {
  const {seed, now, users, groups, levels} = options;
  const people = users
    .filter(user => user.active && user.accountType === 'atlassian')
    .map(user => user.accountId);
  const counts = worldCounts[options.size];
  const workshop = {...options, counts, people, draw: (purpose: string) => makeDraw(seed, purpose)};
  const permissionSchemes = makePermissionSchemes(workshop);
  const notificationSchemes = makeNotificationSchemes(workshop);
  const ids = permissionSchemes.map(scheme => scheme.id);
  const usual = ids.filter(id => id !== schemeIds.public && id !== schemeIds.private);
  const bare = makeProjects({
    ...workshop,
    permissionSchemeIds: {usual, public: schemeIds.public, private: schemeIds.private},
    notificationSchemeIds: notificationSchemes.map(scheme => scheme.id),
  });
  const byProject = makeVersions(workshop, bare);
  const versions = [...byProject.values()].flat();
  const projects: readonly Project[] = bare.map(project => {
    return {...project, versionIds: (byProject.get(project.id) ?? []).map(({id}) => id)};
  });
  const own = makeOwnStatuses(workshop, projects);
  const projectKeys = projects.map(project => project.key);
  const webhooks = makeWebhooks(workshop, projectKeys);
  const traffic = makeTraffic(now);
  return {
    seed,
    /** Milliseconds: when the world was made. */
    madeAt: now,
    /** Accounts of active people, who are assigned issues. */
    people,
    /** Account id → property key → value. */
    userProperties: makeUserProperties(workshop),
    groups: byId(groups),
    projects: byId(projects),
    /** Keys of today and former ones → project id. */
    projectIdByKey: indexKeys(projects),
    versions: byId(versions),
    statuses: byId([...globalStatuses, ...own.statuses]),
    workflows: byId([...sharedWorkflows, ...own.workflows]),
    issueTypes: byId(issueTypes),
    resolutions: byId(resolutions),
    priorities: byId(priorities),
    prioritySchemes: byId(makePrioritySchemes(workshop, projects)),
    permissionSchemes: byId(permissionSchemes),
    notificationSchemes: byId(notificationSchemes),
    webhooks: byId(webhooks),
    failures: makeFailureStream(workshop, traffic, webhooks, projectKeys),
    uiModifications: byId(makeUiModifications(workshop, projects)),
    traffic,
    /** Versions that were open when the world was made: issues of these are worked on. */
    openVersionIds: findOpenVersions(versions),
    /** Milliseconds of traffic between two moves of an issue. */
    beatMs: 60_000 / counts.versionBeatsPerMinute,
    levels,
    tasks: new Map<string, Task>(),
    /** Account id → ids of the projects it looked at, newest first. */
    recentProjects: new Map<string, readonly string[]>(),
    defaults: {
      resolutionId: resolutions[0]?.id,
      priorityId: '3' as string | undefined,
      notificationSchemeId: 10_000,
      permissionSchemeId: schemeIds.usual as number,
    },
    /** The next number of each kind nobody has. */
    next: {
      project: 10_000 + projects.length,
      version: 10_000 + versions.length,
      task: 1,
      actor: 30_001 + projects.length * 40,
      avatar: 20_000 + projects.length,
      /** Of all other kinds together. */
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
