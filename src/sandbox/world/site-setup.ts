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

export interface ProjectRole {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  /** Administrators of a project are its members. */
  readonly admin: boolean;
  /** Assigned to new members of a project. */
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

/** Groups with a meaning in permissions; the others are departments. */
export const groupNames = {
  admins: 'site-admins',
  users: 'tracker-users',
  agents: 'service-agents',
} as const;

/** Project roles; holders and actors refer to their ids. */
export const projectRoles = records<ProjectRole>('projectRoles');

export const projectCategories = records<ProjectCategory>('projectCategories');

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
