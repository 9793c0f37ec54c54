import type {Draw} from './random.ts';
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

const departments = [
  'engineering',
  'people-operations',
  'finance-and-legal',
  'release-managers',
  'design',
  'field-service',
  'data-platform',
  'security-response',
] as const;

/** Project roles; their ids are part of holders and actors. */
export const projectRoles: readonly ProjectRole[] = [
  {
    id: 10002,
    name: 'Administrators',
    description: 'Administer the project.',
    admin: true,
    default: false,
  },
  {
    id: 10003,
    name: 'Developers',
    description: 'Work on the issues of the project.',
    admin: false,
    default: true,
  },
  {
    id: 10004,
    name: 'Service Desk Team',
    description: 'Answer the customers.',
    admin: false,
    default: false,
  },
  {id: 10005, name: 'Viewers', description: 'Read only.', admin: false, default: false},
];

export const projectCategories: readonly ProjectCategory[] = [
  {id: '10000', name: 'Product', description: 'What customers buy'},
  {id: '10001', name: 'Platform', description: 'What products stand on'},
  {id: '10002', name: 'Internal', description: 'For ourselves'},
  {id: '10003', name: 'Partners 協力会社', description: 'Done with other companies'},
];

/** Project types; a type without licence is listed, not accessible (services T4.5). */
export const projectTypes: readonly ProjectType[] = [
  {
    key: 'software',
    formattedKey: 'Software',
    descriptionKey: 'project.type.software.description',
    color: '#3572b0',
    licensed: true,
  },
  {
    key: 'service_desk',
    formattedKey: 'Service Desk',
    descriptionKey: 'project.type.servicedesk.description',
    color: '#67ab49',
    licensed: true,
  },
  {
    key: 'business',
    formattedKey: 'Business',
    descriptionKey: 'project.type.business.description',
    color: '#f5a623',
    licensed: true,
  },
  {
    key: 'product_discovery',
    formattedKey: 'Product Discovery',
    descriptionKey: 'project.type.discovery.description',
    color: '#8777d9',
    licensed: false,
  },
];

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
    const department = departments[index % departments.length] ?? 'team';
    const round = Math.floor(index / departments.length);
    groups.push({
      id: draw.uuid(),
      name: round === 0 ? department : `${department}-${round + 1}`,
      memberIds: ids(draw.some(people, draw.int(3, Math.max(3, Math.min(40, people.length / 4))))),
    });
  }
  return groups;
}
