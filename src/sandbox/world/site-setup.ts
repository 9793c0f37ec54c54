import type {Draw} from './random.ts';
import {nameAt, records} from './table.ts';
import type {WorldUser} from './users.ts';
import {words} from './words.ts';

export interface Group {
  /** A UUID. */
  readonly id: string;
  readonly name: string;
  readonly memberIds: ReadonlySet<string>;
}

export interface ProjectRole {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  /** Administrators of a project are its members. */
  readonly admin: boolean;
  /** New members of a project get it. */
  readonly default: boolean;
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

/** Group names that mean something to the permissions; the others are departments. */
export const groupNames = {
  admins: 'site-admins',
  users: 'tracker-users',
  agents: 'service-agents',
} as const;

/** Project roles; their ids are part of holders and actors. */
export const projectRoles = records<ProjectRole>('projectRoles');

export const projectCategories = records<ProjectCategory>('projectCategories');

/** Project types; a type without licence is listed, not accessible (services T4.5). */
export const projectTypes = records<ProjectType>('projectTypes');

/** Groups of the site: administrators (the first two users), everybody, the agents, departments. */
export function makeGroups(
  draw: Draw,
  users: readonly WorldUser[],
  count: number,
): readonly Group[] {
  const people = users.filter(user => user.accountType === 'atlassian');
  const ids = (members: readonly WorldUser[]) => new Set(members.map(user => user.accountId));
  const groups: Group[] = [
    {id: draw.uuid(), name: groupNames.admins, memberIds: ids(people.slice(0, 2))},
    {id: draw.uuid(), name: groupNames.users, memberIds: ids(people)},
    {
      id: draw.uuid(),
      name: groupNames.agents,
      memberIds: ids(draw.some(people, Math.ceil(people.length / 6))),
    },
  ];
  for (let index = 0; groups.length < count; index += 1) {
    groups.push({
      id: draw.uuid(),
      name: nameAt(words.departments, index, (name, round) => `${name}-${round}`),
      memberIds: ids(draw.some(people, draw.int(3, Math.max(3, Math.min(40, people.length / 4))))),
    });
  }
  return groups;
}
