import type {ClassificationLevel} from './content-types.ts';
import {type FailureStream, makeFailureStream} from './failures.ts';
import {
  globalStatuses,
  type IssueType,
  issueTypes,
  makeOwnStatuses,
  makePrioritySchemes,
  makeUserProperties,
  type Priority,
  type PriorityScheme,
  priorities,
  type Resolution,
  resolutions,
  type Status,
  sharedWorkflows,
  type Workflow,
} from './issue-setup.ts';
import type {Task} from './issues.ts';
import {makeNotificationSchemes, type NotificationScheme} from './notification-schemes.ts';
import {makePermissionSchemes, type PermissionScheme, schemeIds} from './permission-schemes.ts';
import {makeProjects, type Project} from './projects.ts';
import {makeDraw} from './random.ts';
import type {Group} from './site-setup.ts';
import {trackerCounts, type WorldSize} from './sizes.ts';
import {makeTraffic, type Traffic} from './traffic.ts';
import {makeUiModifications, type UiModification} from './ui-modifications.ts';
import type {WorldUser} from './users.ts';
import {findOpenVersions, makeVersions, type Version} from './versions.ts';
import {makeWebhooks, type Webhook} from './webhooks.ts';
import type {Workshop} from './workshop.ts';

/** Everything the tracker keeps. Records are replaced, never changed; the maps keep their order. */
export interface TrackerWorld {
  readonly seed: number;
  /** Milliseconds: when the world was made. */
  readonly madeAt: number;
  /** Accounts of active people, who are assigned issues. */
  readonly people: readonly string[];
  /** Account id → property key → value. */
  readonly userProperties: Map<string, Map<string, unknown>>;
  readonly groups: Map<string, Group>;
  readonly projects: Map<string, Project>;
  /** Keys of today and former ones → project id. */
  readonly projectIdByKey: Map<string, string>;
  readonly versions: Map<string, Version>;
  readonly statuses: Map<string, Status>;
  readonly workflows: Map<string, Workflow>;
  readonly issueTypes: Map<string, IssueType>;
  readonly resolutions: Map<string, Resolution>;
  readonly priorities: Map<string, Priority>;
  readonly prioritySchemes: Map<string, PriorityScheme>;
  readonly permissionSchemes: Map<number, PermissionScheme>;
  readonly notificationSchemes: Map<number, NotificationScheme>;
  readonly webhooks: Map<number, Webhook>;
  readonly failures: FailureStream;
  readonly traffic: Traffic;
  /** Versions that were open when the world was made: issues of these are worked on. */
  readonly openVersionIds: readonly string[];
  /** Milliseconds of traffic between two moves of an issue. */
  readonly beatMs: number;
  readonly uiModifications: Map<string, UiModification>;
  readonly levels: readonly ClassificationLevel[];
  readonly tasks: Map<string, Task>;
  /** Account id → ids of the projects it looked at, newest first. */
  readonly recentProjects: Map<string, readonly string[]>;
  readonly defaults: {
    resolutionId: string | undefined;
    priorityId: string | undefined;
    readonly notificationSchemeId: number;
    readonly permissionSchemeId: number;
  };
  /** The next number of each kind nobody has. */
  readonly next: {
    project: number;
    version: number;
    task: number;
    actor: number;
    avatar: number;
    /** Of all other kinds together. */
    record: number;
  };
}

export interface TrackerOptions extends Pick<Workshop, 'seed' | 'now' | 'groups' | 'levels'> {
  readonly size: WorldSize;
  readonly users: readonly WorldUser[];
}

/** The tracker's world of a seed and a size; the same options give the same world. */
export function makeTrackerWorld(options: TrackerOptions): TrackerWorld {
  const {seed, now, users, groups, levels} = options;
  const people = users
    .filter(user => user.active && user.accountType === 'atlassian')
    .map(user => user.accountId);
  const counts = trackerCounts[options.size];
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
  const projects = bare.map(project => {
    return {...project, versionIds: (byProject.get(project.id) ?? []).map(({id}) => id)};
  });
  const own = makeOwnStatuses(workshop, projects);
  const projectKeys = projects.map(project => project.key);
  const webhooks = makeWebhooks(workshop, projectKeys);
  const traffic = makeTraffic(now);
  return {
    seed,
    madeAt: now,
    people,
    userProperties: makeUserProperties(workshop),
    groups: byId(groups),
    projects: byId(projects),
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
    openVersionIds: findOpenVersions(versions),
    beatMs: 60_000 / counts.versionBeatsPerMinute,
    levels,
    tasks: new Map(),
    recentProjects: new Map(),
    defaults: {
      resolutionId: resolutions[0]?.id,
      priorityId: '3',
      notificationSchemeId: 10_000,
      permissionSchemeId: schemeIds.usual,
    },
    next: {
      project: 10_000 + projects.length,
      version: 10_000 + versions.length,
      task: 1,
      actor: 30_001 + projects.length * 40,
      avatar: 20_000 + projects.length,
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
