import type {Draw} from './random.ts';
import type {SeedContext} from './seed-context.ts';
import {groupNames, projectCategories, projectRoles} from './site-setup.ts';
import {records} from './table.ts';
import {words} from './words.ts';

/** How a project made by hand looks; the first projects of every world, so that a small one has all kinds. */
interface ProjectSketch {
  readonly key: string;
  readonly name: string;
  readonly type: 'software' | 'service_desk' | 'business';
  readonly style?: 'next-gen';
  readonly description: string;
  readonly state?: 'archived' | 'deleted' | 'private' | 'public';
}

/** Twelve projects with wide letters, letters from right to left, combining marks and one hostile name. */
const sketches = records<ProjectSketch>('projects');

/** What the projects are about, by their type. */
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
  /** Kept in the catalogue of components and only connected to the project (services T2.4). */
  readonly fromCatalog: boolean;
}

/** Components of one project: none to seven. */
function makeComponents(
  draw: Draw,
  people: readonly string[],
  projectIndex: number,
  issueCount: number,
): readonly Component[] {
  const chosen = draw.some(words.componentNames, draw.int(0, 7));
  return chosen.map((name, index) => {
    const hasLead = draw.chance(60);
    return {
      id: String(10_000 + projectIndex * 10 + index),
      name,
      description: draw.chance(50) ? `What belongs to ${name.toLowerCase()}.` : '',
      ...(hasLead ? {leadId: draw.pick(people)} : {}),
      assigneeType: draw.pick([
        'PROJECT_DEFAULT',
        ...(hasLead ? (['COMPONENT_LEAD'] as const) : []),
        'PROJECT_LEAD',
        'UNASSIGNED',
      ] as const),
      issueCount: draw.int(0, Math.floor(issueCount / 4)),
      fromCatalog: draw.chance(15),
    };
  });
}

export type ProjectTypeKey = 'software' | 'service_desk' | 'business';

/** Who holds a role in a project; a group by its id. */
export interface RoleActor {
  readonly id: number;
  readonly kind: 'user' | 'group';
  readonly holder: string;
}

/** When and by whom something was done. */
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
  /** Keys it had before; they still find it. */
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
  /** In the recycle bin. */
  readonly deleted?: ActionStamp;
  readonly issueTypeIds: readonly string[];
  /** Issue type id → workflow id. */
  readonly workflowIds: Readonly<Record<string, string>>;
  /** Issues are numbered 1 to issueCount; their ids start after issueBase. */
  readonly issueCount: number;
  readonly issueBase: number;
  /** Milliseconds; the last change of an issue. */
  readonly lastIssueAt: number;
  readonly components: readonly Component[];
  /** In the project's display order. */
  readonly versionIds: readonly string[];
  /** Role id → who holds it. */
  readonly actors: Readonly<Record<string, readonly RoleActor[]>>;
  readonly permissionSchemeId: number;
  readonly notificationSchemeId: number;
  /** Whether it has levels of issue security. */
  readonly securitySchemeId?: string;
  readonly avatarId: string;
  /** Uploaded avatars. */
  readonly customAvatarIds: readonly string[];
  /** Features switched against their default: key → state. */
  readonly features: Readonly<Record<string, 'ENABLED' | 'DISABLED'>>;
  readonly properties: ReadonlyMap<string, unknown>;
  /** Sender of its mails; absent: the site's. */
  readonly senderEmail?: string;
  readonly defaultLevelId?: string;
}

/** What projects are made from beside the workshop: the schemes there are. */
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

/** Id of the workflow that only this team-managed project has. */
export function ownWorkflowId(projectIndex: number): string {
  return String(20_000 + projectIndex);
}

/** System avatars of projects: ids from 10400 on. */
export const systemAvatarCount = 24;

/** Projects of a site. The first twelve are sketched by hand, the others drawn. */
export function makeProjects(pool: ProjectPool): readonly Project[] {
  const draw = pool.draw('projects');
  const taken = new Set<string>();
  const projects: Project[] = [];
  let issueBase = 10_000;
  for (let index = 0; index < pool.counts.projects; index += 1) {
    const project = makeProject(draw, pool, index, issueBase, taken);
    issueBase += project.issueCount;
    projects.push(project);
  }
  return projects;
}

function makeProject(
  draw: Draw,
  pool: ProjectPool,
  index: number,
  issueBase: number,
  taken: Set<string>,
): Project {
  const sketch = sketches[index] ?? drawSketch(draw, taken);
  taken.add(sketch.key).add(sketch.name);
  const style = sketch.style || 'classic';
  const setup = typeSetups[sketch.type];
  const leadId = draw.pick(pool.people);
  const createdAt = pool.now - draw.int(200, 2_000) * day;
  const issueCount = draw.chance(4) ? 0 : draw.int(20, draw.chance(12) ? 9_000 : 900);
  const schemes = pool.permissionSchemeIds;
  const gone = {at: pool.now - draw.int(2, 50) * day, byId: pool.people[0] ?? leadId};
  const state = sketch.state;
  return {
    id: String(10_000 + index),
    uuid: draw.uuid(),
    key: sketch.key,
    formerKeys: draw.chance(6) ? [`OLD${sketch.key}`.slice(0, 10)] : [],
    name: sketch.name,
    description: sketch.description,
    url: draw.chance(30) ? `https://wiki.example.com/${sketch.key.toLowerCase()}` : '',
    typeKey: sketch.type,
    style,
    leadId,
    assigneeType: draw.chance(60) ? 'PROJECT_LEAD' : 'UNASSIGNED',
    ...(draw.chance(75) ? {categoryId: draw.pick(projectCategories).id} : {}),
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
    lastIssueAt: state === 'archived' ? gone.at : pool.now - draw.int(1, 30 * 24 * 60) * 60_000,
    components: makeComponents(draw, pool.people, index, issueCount),
    versionIds: [],
    actors: makeActors(draw, pool, index, leadId, state === 'private'),
    permissionSchemeId:
      state === 'private' || state === 'public' ? schemes[state] : draw.pick(schemes.usual),
    notificationSchemeId: draw.pick(pool.notificationSchemeIds),
    ...(draw.chance(25) ? {securitySchemeId: '10000'} : {}),
    avatarId: String(10_400 + draw.int(0, systemAvatarCount - 1)),
    customAvatarIds: draw.chance(25) ? [String(20_000 + index)] : [],
    features: draw.chance(40) ? {'tracker.releases': 'DISABLED'} : {},
    properties: makeProperties(draw, index),
    ...(draw.chance(20) ? {senderEmail: `${sketch.key.toLowerCase()}@mail.example.com`} : {}),
    defaultLevelId:
      draw.chance(30) && pool.levels.length > 0 ? draw.pick(pool.levels).id : undefined,
  };
}

function drawSketch(draw: Draw, taken: ReadonlySet<string>): ProjectSketch {
  const type = draw.weighted([
    ['software', 6],
    ['service_desk', 2],
    ['business', 2],
  ] as const);
  const base = `${draw.pick(words.projectThings)} ${draw.pick(subjects[type])}`;
  const name = firstFree(taken, number => (number === 1 ? base : `${base} ${number}`));
  const letters = base
    .split(' ')
    .map((word, at) => word.slice(0, at === 0 ? 3 : 2))
    .join('')
    .toUpperCase();
  const key = firstFree(taken, number => `${letters.slice(0, 7)}${number === 1 ? '' : number}`);
  return {
    key,
    name,
    type,
    description: draw.pick(words.purposes),
    style: draw.chance(30) ? 'next-gen' : undefined,
    state: draw.weighted([
      [undefined, 82],
      ['archived', 6],
      ['deleted', 2],
      ['private', 7],
      ['public', 3],
    ] as const),
  };
}

function firstFree(taken: ReadonlySet<string>, nameOf: (number: number) => string): string {
  for (let number = 1; ; number += 1) {
    const name = nameOf(number);
    if (!taken.has(name)) return name;
  }
}

/** @param named only persons named one by one hold roles, no groups */
function makeActors(
  draw: Draw,
  pool: ProjectPool,
  index: number,
  leadId: string,
  named: boolean,
): Project['actors'] {
  const actors: Record<string, readonly RoleActor[]> = {};
  // The third user is the administrator of the first projects (see the first users in users.ts).
  const admins = new Set([leadId, ...(index < 4 ? pool.people.slice(2, 3) : [])]);
  // The people the credentials stand for have no other role, so that it is known what they may do.
  const others = pool.people.slice(4, 400);
  // Not the group of everybody.
  const groupIds = pool.groups.filter(({name}) => name !== groupNames.users).map(group => group.id);
  let id = 30_000 + index * 40;
  const actor = (kind: RoleActor['kind'], holder: string): RoleActor => {
    id += 1;
    return {id, kind, holder};
  };
  for (const role of projectRoles) {
    const users = role.admin ? [...admins] : draw.some(others, draw.int(0, 5));
    const groups = role.admin || named || draw.chance(50) ? [] : [draw.pick(groupIds)];
    actors[role.id] = [
      ...users.map(user => actor('user', user)),
      ...groups.map(group => actor('group', group)),
    ];
  }
  return actors;
}

function makeProperties(draw: Draw, index: number): ReadonlyMap<string, unknown> {
  const properties = new Map<string, unknown>();
  if (index === 0 || draw.chance(30)) {
    properties.set('team.charter', {
      page: `https://wiki.example.com/charter/${index}`,
      reviewed: draw.chance(50),
      size: draw.int(3, 14),
    });
  }
  if (index === 0 || draw.chance(15)) properties.set('cost-centre', String(draw.int(4_100, 4_900)));
  return properties;
}
