import type {Random} from './random.ts';
import type {SeedContext} from './seed-context.ts';
import {groupNames, projectCategories, projectRoles, type RoleActor} from './site-setup.ts';
import {records} from './table.ts';
import {words} from './words.ts';

/**
 * A project defined in tables.json. These are the first projects of every world, so that a small
 * one has all kinds.
 */
interface ProjectSketch {
  readonly key: string;
  readonly name: string;
  readonly type: 'software' | 'service_desk' | 'business';
  readonly style?: 'next-gen';
  readonly description: string;
  readonly state?: 'archived' | 'deleted' | 'private' | 'public';
  /** Its lead is a person whose account is inactive. */
  readonly leadLeft?: boolean;
}

/**
 * Twelve projects with wide letters, right-to-left letters, combining marks and one hostile name.
 */
const sketches = records<ProjectSketch>('projects');

const subjects: Readonly<Record<ProjectSketch['type'], readonly string[]>> = {
  software: words.softwareSubjects,
  service_desk: words.serviceDeskSubjects,
  business: words.businessSubjects,
};

export interface Component {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly leadId?: string;
  readonly assigneeType: 'PROJECT_DEFAULT' | 'COMPONENT_LEAD' | 'PROJECT_LEAD' | 'UNASSIGNED';
  readonly issueCount: number;
  /** Defined in the catalogue of components and only connected to the project (services T2.4). */
  readonly fromCatalog: boolean;
}

/** Generate up to seven components of one project. */
function makeComponents(
  random: Random,
  people: readonly string[],
  projectIndex: number,
  issueCount: number,
): readonly Component[] {
  const chosen = random.some(words.componentNames, random.int(0, 7));
  return chosen.map((name, index) => {
    const hasLead = random.chance(60);
    return {
      id: String(10_000 + projectIndex * 10 + index),
      name,
      description: random.chance(50) ? `What belongs to ${name.toLowerCase()}.` : '',
      ...(hasLead ? {leadId: random.pick(people)} : {}),
      assigneeType: random.pick([
        'PROJECT_DEFAULT',
        ...(hasLead ? (['COMPONENT_LEAD'] as const) : []),
        'PROJECT_LEAD',
        'UNASSIGNED',
      ] as const),
      issueCount: random.int(0, Math.floor(issueCount / 4)),
      fromCatalog: random.chance(15),
    };
  });
}

export type ProjectTypeKey = 'software' | 'service_desk' | 'business';

/** Time and author of an action. */
export interface ActionStamp {
  /** Milliseconds since the UNIX epoch. */
  readonly at: number;
  readonly byId: string;
}

/** A project; replaced as a whole when it changes. */
export interface Project {
  readonly id: string;
  readonly uuid: string;
  readonly key: string;
  /** Previous keys, which still resolve to the project. */
  readonly formerKeys: readonly string[];
  readonly name: string;
  readonly description: string;
  readonly url: string;
  readonly typeKey: ProjectTypeKey;
  readonly style: 'classic' | 'next-gen';
  readonly leadId: string;
  readonly assigneeType: 'PROJECT_LEAD' | 'UNASSIGNED';
  readonly categoryId?: string;
  readonly isPrivate: boolean;
  readonly createdAt: number;
  readonly archived?: ActionStamp;
  /** In the trash. */
  readonly deleted?: ActionStamp;
  readonly issueTypeIds: readonly string[];
  /** Issue type id → workflow id. */
  readonly workflowIds: Readonly<Record<string, string>>;
  /** Issues are numbered 1 to issueCount; their ids start after issueBase. */
  readonly issueCount: number;
  readonly issueBase: number;
  /** Milliseconds; time of the last change of an issue. */
  readonly lastIssueAt: number;
  readonly components: readonly Component[];
  /** In the project's display order. */
  readonly versionIds: readonly string[];
  /** Role id → its actors. */
  readonly actors: Readonly<Record<string, readonly RoleActor[]>>;
  readonly permissionSchemeId: number;
  readonly notificationSchemeId: number;
  /** The issue security scheme, if any. */
  readonly securitySchemeId?: string;
  readonly avatarId: string;
  /** Uploaded avatars. */
  readonly customAvatarIds: readonly string[];
  /** Features that differ from their default: key → state. */
  readonly features: Readonly<Record<string, 'ENABLED' | 'DISABLED'>>;
  readonly properties: ReadonlyMap<string, unknown>;
  /** Sender of its mails; by default the site's. */
  readonly senderEmail?: string;
  readonly defaultLevelId?: string;
}

/** The seed context with the ids of the schemes. */
interface ProjectPool extends SeedContext {
  readonly permissionSchemeIds: {
    readonly usual: readonly number[];
    readonly private: number;
    readonly public: number;
  };
  readonly notificationSchemeIds: readonly number[];
}

const day = 86_400_000;

/** Issue types and the shared workflow of each type of project. */
export const typeSetups: Readonly<
  Record<ProjectTypeKey, {readonly issueTypeIds: readonly string[]; readonly workflowId: string}>
> = {
  software: {issueTypeIds: ['10000', '10001', '10002', '10004', '10003'], workflowId: '10101'},
  service_desk: {issueTypeIds: ['10005', '10006', '10007', '10003'], workflowId: '10102'},
  business: {issueTypeIds: ['10002', '10008', '10003'], workflowId: '10103'},
};

/** Return the id of the workflow of a team-managed project. */
export function ownWorkflowId(projectIndex: number): string {
  return String(20_000 + projectIndex);
}

/** Number of system avatars of projects; their ids start at 10400. */
export const systemAvatarCount = 24;

/** Create the projects of a site: twelve predefined ones, then generated ones. */
export function makeProjects(pool: ProjectPool): readonly Project[] {
  const random = pool.random('projects');
  const usedNames = new Set<string>();
  const projects: Project[] = [];
  let issueBase = 10_000;
  for (let index = 0; index < pool.counts.projects; index += 1) {
    const project = makeProject(random, pool, index, issueBase, usedNames);
    issueBase += project.issueCount;
    projects.push(project);
  }
  return projects;
}

function makeProject(
  random: Random,
  pool: ProjectPool,
  index: number,
  issueBase: number,
  taken: Set<string>,
): Project {
  const sketch = sketches[index] ?? generateSketch(random, taken);
  taken.add(sketch.key).add(sketch.name);
  const style = sketch.style || 'classic';
  const setup = typeSetups[sketch.type];
  const leadId = pickLead(random, pool.people);
  const createdAt = pool.now - random.int(200, 2_000) * day;
  const issueCount = random.chance(4) ? 0 : random.int(20, random.chance(12) ? 9_000 : 900);
  const schemes = pool.permissionSchemeIds;
  const gone = {at: pool.now - random.int(2, 50) * day, byId: pool.people[0] ?? leadId};
  const state = sketch.state;
  return {
    id: String(10_000 + index),
    uuid: random.uuid(),
    key: sketch.key,
    formerKeys: random.chance(6) ? [`OLD${sketch.key}`.slice(0, 10)] : [],
    name: sketch.name,
    description: sketch.description,
    url: random.chance(30) ? `https://wiki.example.com/${sketch.key.toLowerCase()}` : '',
    typeKey: sketch.type,
    style,
    leadId: (sketch.leadLeft ? pool.formerPeople[0] : undefined) ?? leadId,
    assigneeType: random.chance(60) ? 'PROJECT_LEAD' : 'UNASSIGNED',
    ...(random.chance(75) ? {categoryId: random.pick(projectCategories).id} : {}),
    isPrivate: state === 'private',
    createdAt,
    ...(state === 'archived' ? {archived: gone} : {}),
    ...(state === 'deleted' ? {deleted: gone} : {}),
    issueTypeIds: setup.issueTypeIds,
    workflowIds: Object.fromEntries(
      setup.issueTypeIds.map(id => [
        id,
        style === 'next-gen' ? ownWorkflowId(index) : setup.workflowId,
      ]),
    ),
    issueCount,
    issueBase,
    lastIssueAt: state === 'archived' ? gone.at : pool.now - random.int(1, 30 * 24 * 60) * 60_000,
    components: makeComponents(random, pool.people, index, issueCount),
    versionIds: [],
    actors: makeActors(random, pool, index, leadId, state === 'private'),
    permissionSchemeId:
      state === 'private' || state === 'public' ? schemes[state] : random.pick(schemes.usual),
    notificationSchemeId: random.pick(pool.notificationSchemeIds),
    ...(random.chance(25) ? {securitySchemeId: '10000'} : {}),
    avatarId: String(10_400 + random.int(0, systemAvatarCount - 1)),
    customAvatarIds: random.chance(25) ? [String(20_000 + index)] : [],
    features: random.chance(40) ? {'tracker.releases': 'DISABLED'} : {},
    properties: makeProperties(random, index),
    ...(random.chance(20) ? {senderEmail: `${sketch.key.toLowerCase()}@mail.example.com`} : {}),
    defaultLevelId:
      random.chance(30) && pool.levels.length > 0 ? random.pick(pool.levels).id : undefined,
  };
}

/** Pick a lead, but never the member (see the first users in users.ts), who may not write. */
function pickLead(random: Random, people: readonly string[]): string {
  const picked = random.pick(people);
  return picked === people[3] ? (people[2] ?? picked) : picked;
}

function generateSketch(random: Random, taken: ReadonlySet<string>): ProjectSketch {
  const type = random.weighted([
    ['software', 6],
    ['service_desk', 2],
    ['business', 2],
  ] as const);
  const base = `${random.pick(words.projectThings)} ${random.pick(subjects[type])}`;
  const name = firstUnused(taken, number => (number === 1 ? base : `${base} ${number}`));
  const letters = base
    .split(' ')
    .map((word, at) => word.slice(0, at === 0 ? 3 : 2))
    .join('')
    .toUpperCase();
  const key = firstUnused(taken, number => `${letters.slice(0, 7)}${number === 1 ? '' : number}`);
  return {
    key,
    name,
    type,
    description: random.pick(words.purposes),
    style: random.chance(30) ? 'next-gen' : undefined,
    state: random.weighted([
      [undefined, 82],
      ['archived', 6],
      ['deleted', 2],
      ['private', 7],
      ['public', 3],
    ] as const),
  };
}

function firstUnused(taken: ReadonlySet<string>, nameOf: (number: number) => string): string {
  for (let number = 1; ; number += 1) {
    const name = nameOf(number);
    if (!taken.has(name)) return name;
  }
}

/** @param named assign roles to individual users only, not to groups */
function makeActors(
  random: Random,
  pool: ProjectPool,
  index: number,
  leadId: string,
  usersOnly: boolean,
): Project['actors'] {
  const actors: Record<string, readonly RoleActor[]> = {};
  // The third user is the administrator of the first projects (see the first users in users.ts).
  const admins = new Set([leadId, ...(index < 4 ? pool.people.slice(2, 3) : [])]);
  // The people with credentials have no other role, so that their permissions are known.
  const others = pool.people.slice(4, 400);
  // The group of all users is excluded.
  const groupIds = pool.groups.filter(({name}) => name !== groupNames.users).map(group => group.id);
  let id = 30_000 + index * 40;
  const actor = (kind: RoleActor['kind'], holder: string): RoleActor => {
    id += 1;
    return {id, kind, holder};
  };
  for (const role of projectRoles) {
    const users = role.admin ? [...admins] : random.some(others, random.int(0, 5));
    const groups = role.admin || usersOnly || random.chance(50) ? [] : [random.pick(groupIds)];
    actors[role.id] = [
      ...users.map(user => actor('user', user)),
      ...groups.map(group => actor('group', group)),
    ];
  }
  return actors;
}

function makeProperties(random: Random, index: number): ReadonlyMap<string, unknown> {
  const properties = new Map<string, unknown>();
  if (index === 0 || random.chance(30)) {
    properties.set('team.charter', {
      page: `https://wiki.example.com/charter/${index}`,
      reviewed: random.chance(50),
      size: random.int(3, 14),
    });
  }
  if (index === 0 || random.chance(15))
    properties.set('cost-centre', String(random.int(4_100, 4_900)));
  return properties;
}
