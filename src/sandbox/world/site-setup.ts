import type {Draw} from './random.ts';
import {items, nameAt, table} from './table.ts';
import type {WorldUser} from './users.ts';

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

const departments = items(`
  engineering, people-operations, finance-and-legal, release-managers, design, field-service,
  data-platform, security-response
`);

/** Project roles; their ids are part of holders and actors. */
export const projectRoles: readonly ProjectRole[] = table(
  ['id', 'name', 'description'],
  `
  10002 | Administrators | Administer the project.
  10003 | Developers | Work on the issues of the project.
  10004 | Service Desk Team | Answer the customers.
  10005 | Viewers | Read only.
  `,
).map(({id, ...role}) => {
  return {id: Number(id), ...role, admin: id === '10002', default: id === '10003'};
});

export const projectCategories: readonly ProjectCategory[] = table(
  ['id', 'name', 'description'],
  `
  10000 | Product | What customers buy
  10001 | Platform | What products stand on
  10002 | Internal | For ourselves
  10003 | Partners 協力会社 | Done with other companies
  `,
);

/** Project types; a type without licence is listed, not accessible (services T4.5). */
export const projectTypes: readonly ProjectType[] = table(
  ['key', 'formattedKey', 'descriptionKey', 'color'],
  `
  software | Software | project.type.software.description | #3572b0
  service_desk | Service Desk | project.type.servicedesk.description | #67ab49
  business | Business | project.type.business.description | #f5a623
  product_discovery | Product Discovery | project.type.discovery.description | #8777d9
  `,
).map(type => ({...type, licensed: type.key !== 'product_discovery'}));

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
      name: nameAt(departments, index, (name, round) => `${name}-${round}`),
      memberIds: ids(draw.some(people, draw.int(3, Math.max(3, Math.min(40, people.length / 4))))),
    });
  }
  return groups;
}
