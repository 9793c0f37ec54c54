import {ownWorkflowId, type Project} from './projects.ts';
import type {SeedContext} from './seed-context.ts';
import {records} from './table.ts';

/** Status categories as named by the statuses operations (services T2.8). */
export type StatusCategory = 'TODO' | 'IN_PROGRESS' | 'DONE';

export interface Status {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly category: StatusCategory;
  /** Absent for a global status. */
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
  /** 1 above standard, 0 standard, -1 sub-task. */
  readonly level: number;
  readonly avatarId: number;
}

/** A record with an order and a default, which administrators choose. */
export interface Resolution {
  readonly id: string;
  readonly name: string;
  readonly description: string;
}

export interface Priority extends Resolution {
  readonly statusColor: string;
  readonly avatarId: number;
}

/** The priorities available in some projects. */
export interface PriorityScheme {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly isDefault: boolean;
  readonly priorityIds: readonly string[];
  /** Absent for the default scheme, which applies to every project without another one. */
  readonly projectIds?: readonly string[];
}

export const globalStatuses = records<Status>('statuses');
export const sharedWorkflows = records<Workflow>('workflows');
export const issueTypes = records<IssueType>('issueTypes');
/** Resolutions in their order; the first one is the initial default. */
export const resolutions = records<Resolution>('resolutions');
/** Priorities from most to least urgent. */
export const priorities = records<Priority>('priorities');

/** Create the statuses and the workflow of each team-managed project. */
export function makeOwnStatuses(
  seedContext: SeedContext,
  projects: readonly Project[],
): {readonly statuses: readonly Status[]; readonly workflows: readonly Workflow[]} {
  const random = seedContext.random('own statuses');
  const statuses: Status[] = [];
  const workflows: Workflow[] = [];
  let id = 11_000;
  for (const [index, project] of projects.entries()) {
    if (project.style !== 'next-gen') continue;
    const statusIds: string[] = [];
    const middle = random.pick(['In Progress', 'Doing', '作業中', 'Under Review']);
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

/** Create the default priority scheme, and others that apply to some company-managed projects. */
export function makePrioritySchemes(
  seedContext: SeedContext,
  projects: readonly Project[],
): readonly PriorityScheme[] {
  const random = seedContext.random('priority schemes');
  const defaultIds = priorities.slice(0, 5).map(priority => priority.id);
  const schemes: PriorityScheme[] = [
    {
      id: '1',
      name: 'Default priority scheme',
      description: 'All projects that have no other.',
      isDefault: true,
      priorityIds: defaultIds,
    },
  ];
  const unassigned = projects
    .filter(project => project.style === 'classic')
    .map(project => project.id);
  for (let index = 1; index < seedContext.counts.prioritySchemes; index += 1) {
    const projectIds = unassigned.splice(0, random.int(0, 3));
    schemes.push({
      id: String(10_000 + index),
      name: `Priorities ${random.pick(['with deadline', 'of three', 'for incidents', 'for partners'])} ${index}`,
      description: '',
      isDefault: false,
      priorityIds:
        index === 1 ? [...defaultIds, '10000'] : random.some(defaultIds, random.int(2, 4)),
      projectIds,
    });
  }
  return schemes;
}

/** Create properties of some people: their location, and whether they are on call. */
export function makeUserProperties({
  random: of,
  people,
}: SeedContext): Map<string, Map<string, unknown>> {
  const random = of('user properties');
  const properties = new Map<string, Map<string, unknown>>();
  for (const accountId of people) {
    if (!random.chance(40)) continue;
    const office = random.pick(['Lisbon', 'Osaka', 'Nairobi', 'remote']);
    const location = {office, floor: random.int(1, 9)};
    const values = Object.entries({location, 'on-call': random.chance(20)});
    properties.set(accountId, new Map<string, unknown>(values));
  }
  return properties;
}
