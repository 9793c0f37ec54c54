import {ownWorkflowId, type Project} from './projects.ts';
import type {SeedContext} from './seed-context.ts';
import {records} from './table.ts';

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

export const globalStatuses = records<Status>('statuses');
export const sharedWorkflows = records<Workflow>('workflows');
export const issueTypes = records<IssueType>('issueTypes');
/** Resolutions in their order; the first one made is the default. */
export const resolutions = records<Resolution>('resolutions');
/** Priorities from most to least urgent. */
export const priorities = records<Priority>('priorities');

/** Statuses and the workflow of each team-managed project. */
export function makeOwnStatuses(
  workshop: SeedContext,
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
  workshop: SeedContext,
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
}: SeedContext): Map<string, Map<string, unknown>> {
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
