import type {Random} from './random.ts';
import {nameAt, records} from './table.ts';
import type {WorldUser} from './users.ts';
import {words} from './words.ts';

export interface Group {
  /** A UUID. */
  readonly id: string;
  readonly name: string;
  readonly memberIds: ReadonlySet<string>;
}

/** An actor of a role, in a project or by default; for a group, `holder` is its id. */
export interface RoleActor {
  readonly id: number;
  readonly kind: 'user' | 'group';
  readonly holder: string;
}

export interface ProjectRole {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  /** Administrators of a project are its members. */
  readonly admin: boolean;
  /** Assigned to new members of a project. */
  readonly default: boolean;
  /** The actors that the role gets in new projects. @default none */
  readonly actors?: readonly RoleActor[];
}

/** An application and the groups whose members have access to it. */
export interface ApplicationRole {
  /** Its key. */
  readonly id: string;
  readonly name: string;
  readonly groupIds: readonly string[];
  /** Groups that new users are added to. */
  readonly defaultGroupIds: readonly string[];
  readonly seats: number;
}

export interface ProjectCategory {
  readonly id: string;
  readonly name: string;
  readonly description: string;
}

export interface ProjectType {
  readonly key: string;
  readonly formattedKey: string;
  readonly descriptionKey: string;
  readonly color: string;
  readonly licensed: boolean;
}

/** Groups with a meaning in permissions; the others are departments. */
export const groupNames = {
  admins: 'site-admins',
  users: 'tracker-users',
  agents: 'service-agents',
} as const;

/** The project roles of a new site; holders and actors refer to their ids. */
export const projectRoles = records<ProjectRole>('projectRoles');

/** The project categories of a new site. */
export const projectCategories = records<ProjectCategory>('projectCategories');

/** Create the project roles of the site; the agents are default actors of the service desk team. */
export function makeProjectRoles(groups: readonly Group[]): readonly ProjectRole[] {
  const agents = groups.find(({name}) => name === groupNames.agents)?.id ?? '';
  return projectRoles.map(role =>
    role.name === 'Service Desk Team'
      ? {...role, actors: [{id: 10_200, kind: 'group', holder: agents}]}
      : role,
  );
}

/** Create the application roles: all users work in the tracker, agents on the service desk too. */
export function makeApplicationRoles(
  groups: readonly Group[],
  userCount: number,
): readonly ApplicationRole[] {
  const idOf = (name: string) => groups.find(group => group.name === name)?.id ?? '';
  const role = (id: string, name: string, group: string): ApplicationRole => {
    const groupIds = [idOf(group)];
    return {id, name, groupIds, defaultGroupIds: groupIds, seats: Math.ceil(userCount * 1.2)};
  };
  return [
    role('tracker-software', 'Tracker', groupNames.users),
    role('tracker-service', 'Tracker Service Desk', groupNames.agents),
  ];
}

/** Project types; a type without a licence is listed but not accessible (services T4.5). */
export const projectTypes = records<ProjectType>('projectTypes');

/**
 * Create the groups of the site: administrators (the first two users), all users, the agents,
 * departments.
 */
export function makeGroups(
  random: Random,
  users: readonly WorldUser[],
  count: number,
): readonly Group[] {
  const people = users.filter(user => user.accountType === 'atlassian');
  const ids = (members: readonly WorldUser[]) => new Set(members.map(user => user.accountId));
  const groups: Group[] = [
    {id: random.uuid(), name: groupNames.admins, memberIds: ids(people.slice(0, 2))},
    {id: random.uuid(), name: groupNames.users, memberIds: ids(people)},
    {
      id: random.uuid(),
      name: groupNames.agents,
      memberIds: ids(random.some(people, Math.ceil(people.length / 6))),
    },
  ];
  for (let index = 0; groups.length < count; index += 1) {
    groups.push({
      id: random.uuid(),
      name: nameAt(words.departments, index, (name, round) => `${name}-${round}`),
      memberIds: ids(
        random.some(people, random.int(3, Math.max(3, Math.min(40, people.length / 4)))),
      ),
    });
  }
  return groups;
}
