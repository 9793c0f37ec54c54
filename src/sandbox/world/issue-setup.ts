import {ownWorkflowId, type Project} from './projects.ts';
import {items, table} from './table.ts';
import type {Workshop} from './workshop.ts';

/** Status categories as the statuses operations name them (services T2.8). */
export type StatusCategory = 'TODO' | 'IN_PROGRESS' | 'DONE';

export interface Status {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly category: StatusCategory;
  /** Absent: global. */
  readonly projectId?: string;
}

export interface Workflow {
  readonly id: string;
  readonly name: string;
  readonly statusIds: readonly string[];
}

export interface IssueType {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** 1 above ordinary, 0 ordinary, -1 sub-task. */
  readonly level: number;
  readonly avatarId: number;
}

/** Something whose order and default administrators choose. */
export interface Resolution {
  readonly id: string;
  readonly name: string;
  readonly description: string;
}

export interface Priority extends Resolution {
  readonly statusColor: string;
  readonly avatarId: number;
}

/** Which priorities some projects offer. */
export interface PriorityScheme {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly isDefault: boolean;
  readonly priorityIds: readonly string[];
  /** Absent for the default one, which holds every project not in another. */
  readonly projectIds?: readonly string[];
}

export const globalStatuses: readonly Status[] = table(
  ['id', 'name', 'category', 'description'],
  `
  1 | Open | TODO | The issue is open and ready for the assignee to start work on it.
  3 | In Progress | IN_PROGRESS | Somebody is working on it.
  4 | Reopened | TODO | It was resolved once, but the resolution was wrong.
  5 | Resolved | DONE | A resolution was chosen; the reporter may verify it.
  6 | Closed | DONE | Finished and verified.
  10000 | To Do | TODO
  10001 | Done | DONE
  10002 | Backlog | TODO | Not planned yet.
  10003 | Selected for Development | TODO
  10004 | In Review | IN_PROGRESS | Waiting for another pair of eyes.
  10005 | Waiting for Support | IN_PROGRESS
  10006 | Waiting for Customer | IN_PROGRESS
  10007 | Escalated | IN_PROGRESS
  10008 | Awaiting Approval | IN_PROGRESS
  10009 | Declined | DONE
  10010 | Verified in Staging ✔ | DONE
  `,
).map(one => ({...one, category: one.category as StatusCategory}));

export const sharedWorkflows: readonly Workflow[] = table(
  ['id', 'name', 'statusIds'],
  `
  10100 | classic default | 1, 3, 4, 5, 6
  10101 | Software simplified | 10002, 10003, 3, 10004, 10001, 10010
  10102 | Service fulfilment | 10005, 10006, 10007, 5, 6
  10103 | Business approval | 10000, 3, 10008, 10001, 10009
  `,
).map(one => ({...one, statusIds: items(one.statusIds)}));

export const issueTypes: readonly IssueType[] = table(
  ['id', 'name', 'description', 'level', 'avatarId'],
  `
  10000 | Epic | A big story. | 1 | 10307
  10001 | Story | What a user wants. | 0 | 10315
  10002 | Task | A small piece of work. | 0 | 10318
  10003 | Sub-task | A part of a task. | -1 | 10316
  10004 | Bug | Something is wrong. | 0 | 10303
  10005 | Service Request | Help wanted. | 0 | 10321
  10006 | Incident | An outage. | 0 | 10304
  10007 | Change | A change to a service. | 0 | 10311
  10008 | Approval | Somebody decides. | 0 | 10312
  `,
).map(one => ({...one, level: Number(one.level), avatarId: Number(one.avatarId)}));

/** Resolutions in their order; the first one made is the default. */
export const resolutions: readonly Resolution[] = table(
  ['id', 'name', 'description'],
  `
  10000 | Done | Work has been completed on this issue.
  10001 | Won’t Do | This issue won’t be actioned.
  10002 | Duplicate | The problem is a duplicate of another issue.
  10003 | Cannot Reproduce | All attempts at reproducing it failed.
  10004 | Known Error | The cause is known and there is a workaround.
  10005 | Hardware Failure | A broken part was replaced.
  10006 | Declined | This issue was not approved.
  `,
);

/** Priorities from most to least urgent. */
export const priorities: readonly Priority[] = table(
  ['id', 'name', 'description', 'statusColor', 'avatarId'],
  `
  1 | Highest | This problem will block progress. | #d04437 | 10401
  2 | High | Serious problem that could block progress. | #f15C75 | 10402
  3 | Medium | Has the potential to affect progress. | #f79232 | 10403
  4 | Low | Minor problem or easily worked around. | #707070 | 10404
  5 | Lowest | Trivial problem with little or no impact on progress. | #999999 | 10405
  10000 | Regulator deadline | A date set by law. | #6554c0 | 10406
  `,
).map(one => ({...one, avatarId: Number(one.avatarId)}));

/** Statuses and the workflow of each team-managed project. */
export function makeOwnStatuses(
  workshop: Workshop,
  projects: readonly Project[],
): {readonly statuses: readonly Status[]; readonly workflows: readonly Workflow[]} {
  const draw = workshop.draw('own statuses');
  const statuses: Status[] = [];
  const workflows: Workflow[] = [];
  let id = 11_000;
  for (const [index, project] of projects.entries()) {
    if (project.style !== 'next-gen') continue;
    const statusIds: string[] = [];
    const middle = draw.pick(['In Progress', 'Doing', '作業中', 'Under Review']);
    for (const [name, category] of [
      ['To Do', 'TODO'],
      [middle, 'IN_PROGRESS'],
      ['Done', 'DONE'],
    ] as const) {
      id += 1;
      statuses.push({id: String(id), name, description: '', category, projectId: project.id});
      statusIds.push(String(id));
    }
    workflows.push({id: ownWorkflowId(index), name: `${project.key} workflow`, statusIds});
  }
  return {statuses, workflows};
}

/** The default priority scheme and others that take some company-managed projects. */
export function makePrioritySchemes(
  workshop: Workshop,
  projects: readonly Project[],
): readonly PriorityScheme[] {
  const draw = workshop.draw('priority schemes');
  const usual = priorities.slice(0, 5).map(priority => priority.id);
  const schemes: PriorityScheme[] = [
    {
      id: '1',
      name: 'Default priority scheme',
      description: 'All projects that have no other.',
      isDefault: true,
      priorityIds: usual,
    },
  ];
  const open = projects.filter(project => project.style === 'classic').map(project => project.id);
  for (let index = 1; index < workshop.counts.prioritySchemes; index += 1) {
    const projectIds = open.splice(0, draw.int(0, 3));
    schemes.push({
      id: String(10_000 + index),
      name: `Priorities ${draw.pick(['with deadline', 'of three', 'for incidents', 'for partners'])} ${index}`,
      description: '',
      isDefault: false,
      priorityIds: index === 1 ? [...usual, '10000'] : draw.some(usual, draw.int(2, 4)),
      projectIds,
    });
  }
  return schemes;
}

/** Properties of some people: where they sit, whether they are on call. */
export function makeUserProperties({
  draw: of,
  people,
}: Workshop): Map<string, Map<string, unknown>> {
  const draw = of('user properties');
  const properties = new Map<string, Map<string, unknown>>();
  for (const accountId of people) {
    if (!draw.chance(40)) continue;
    const office = draw.pick(['Lisbon', 'Osaka', 'Nairobi', 'remote']);
    const location = {office, floor: draw.int(1, 9)};
    const values = Object.entries({location, 'on-call': draw.chance(20)});
    properties.set(accountId, new Map<string, unknown>(values));
  }
  return properties;
}
