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
import {type Draw, makeDraw} from './random.ts';
import {type Group, groupNames} from './site-setup.ts';
import {type TrackerCounts, trackerCounts, type WorldSize} from './sizes.ts';
import {makeTraffic, type Traffic} from './traffic.ts';
import {makeUiModifications, type UiModification} from './ui-modifications.ts';
import type {WorldUser} from './users.ts';
import {findOpenVersions, makeVersions, type Version} from './versions.ts';
import {makeWebhooks, type Webhook} from './webhooks.ts';

/** A level of the organization's data classification. */
export interface DataLevel {
  readonly id: string;
  readonly status: 'DRAFT' | 'PUBLISHED' | 'ARCHIVED';
  readonly order: number;
  readonly name: string;
  readonly description: string;
  readonly guideline: string;
  readonly color: string;
}

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
  readonly levels: readonly DataLevel[];
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

export interface TrackerOptions {
  readonly seed: number;
  readonly size: WorldSize;
  readonly now: number;
  readonly users: readonly WorldUser[];
  readonly groups: readonly Group[];
  readonly levels: readonly DataLevel[];
}

/** The tracker's world of a seed and a size; the same options give the same world. */
export function makeTrackerWorld(options: TrackerOptions): TrackerWorld {
  const {seed, now, users, groups, levels} = options;
  const people = users
    .filter(user => user.active && user.accountType === 'atlassian')
    .map(user => user.accountId);
  const counts = trackerCounts[options.size];
  const workshop = {...options, counts, people, draw: (purpose: string) => makeDraw(seed, purpose)};
  const schemes = makeSchemes(workshop);
  const {projects, versions} = makeProjectRecords(workshop, schemes);
  const traffic = makeTraffic(now);
  return {
    seed,
    madeAt: now,
    people,
    userProperties: makeUserProperties(workshop.draw('user properties'), people),
    groups: byId(groups),
    projects: byId(projects),
    projectIdByKey: indexKeys(projects),
    versions: byId(versions),
    ...makeIssueRecords(workshop, projects),
    permissionSchemes: byId(schemes.permission),
    notificationSchemes: byId(schemes.notification),
    ...makeAppRecords(workshop, projects, traffic),
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
      actor: 30_000 + projects.length * 40,
      avatar: 20_000 + projects.length,
      record: 100_000,
    },
  };
}

interface Workshop extends TrackerOptions {
  readonly counts: TrackerCounts;
  readonly people: readonly string[];
  /** Draws of their own for each part, so that one can grow without changing the others. */
  readonly draw: (purpose: string) => Draw;
}

interface Schemes {
  readonly permission: readonly PermissionScheme[];
  readonly notification: readonly NotificationScheme[];
}

function makeSchemes({draw, counts, groups, people}: Workshop): Schemes {
  return {
    permission: makePermissionSchemes(draw('permission schemes'), {
      count: counts.permissionSchemes,
      groups,
      people,
    }),
    notification: makeNotificationSchemes(draw('notification schemes'), {
      count: counts.notificationSchemes,
      groups,
      people,
    }),
  };
}

function makeProjectRecords(
  {draw, counts, now, people, groups, levels}: Workshop,
  schemes: Schemes,
): {readonly projects: readonly Project[]; readonly versions: readonly Version[]} {
  const usual = schemes.permission
    .map(scheme => scheme.id)
    .filter(id => id !== schemeIds.public && id !== schemeIds.private);
  const bare = makeProjects(draw('projects'), {
    now,
    count: counts.projects,
    people,
    groupIds: groups.filter(group => group.name !== groupNames.users).map(group => group.id),
    permissionSchemeIds: {usual, public: schemeIds.public, private: schemeIds.private},
    notificationSchemeIds: schemes.notification.map(scheme => scheme.id),
    levelIds: levels.map(level => level.id),
  });
  const byProject = makeVersions(draw('versions'), bare, {now, count: counts.versions, people});
  const versionIds = (id: string): readonly string[] =>
    (byProject.get(id) ?? []).map(version => version.id);
  return {
    projects: bare.map(project => ({...project, versionIds: versionIds(project.id)})),
    versions: [...byProject.values()].flat(),
  };
}

function makeIssueRecords(
  {draw, counts}: Workshop,
  projects: readonly Project[],
): Pick<
  TrackerWorld,
  'statuses' | 'workflows' | 'issueTypes' | 'resolutions' | 'priorities' | 'prioritySchemes'
> {
  const own = makeOwnStatuses(draw('own statuses'), projects);
  return {
    statuses: byId([...globalStatuses, ...own.statuses]),
    workflows: byId([...sharedWorkflows, ...own.workflows]),
    issueTypes: byId(issueTypes),
    resolutions: byId(resolutions),
    priorities: byId(priorities),
    prioritySchemes: byId(
      makePrioritySchemes(draw('priority schemes'), projects, counts.prioritySchemes),
    ),
  };
}

function makeAppRecords(
  {seed, draw, counts, now, people}: Workshop,
  projects: readonly Project[],
  traffic: Traffic,
): Pick<TrackerWorld, 'webhooks' | 'failures' | 'uiModifications'> {
  const projectKeys = projects.map(project => project.key);
  const hooks = makeWebhooks(draw('webhooks'), {
    now,
    count: counts.webhooks,
    projectKeys,
    registeredById: people[0] ?? '',
  });
  return {
    webhooks: byId(hooks),
    failures: makeFailureStream({
      seed,
      startedAt: now,
      past: counts.pastFailures,
      perMinute: counts.failuresPerMinute,
      traffic,
      webhooks: hooks,
      projectKeys,
    }),
    uiModifications: byId(
      makeUiModifications(draw('UI modifications'), projects, counts.uiModifications),
    ),
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
