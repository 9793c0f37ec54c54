import {type PriorityScheme, priorities, type Status, type Workflow} from './issue-setup.ts';
import {ownWorkflowId, type Project} from './projects.ts';
import type {Draw} from './random.ts';

/** Statuses and the workflow of each team-managed project. */
export function makeOwnStatuses(
  draw: Draw,
  projects: readonly Project[],
): {readonly statuses: readonly Status[]; readonly workflows: readonly Workflow[]} {
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
  draw: Draw,
  projects: readonly Project[],
  count: number,
): readonly PriorityScheme[] {
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
  for (let index = 1; index < count; index += 1) {
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
export function makeUserProperties(
  draw: Draw,
  people: readonly string[],
): Map<string, Map<string, unknown>> {
  const properties = new Map<string, Map<string, unknown>>();
  for (const accountId of people) {
    if (!draw.chance(40)) continue;
    const office = draw.pick(['Lisbon', 'Osaka', 'Nairobi', 'remote']);
    properties.set(
      accountId,
      new Map<string, unknown>([
        ['location', {office, floor: draw.int(1, 9)}],
        ['on-call', draw.chance(20)],
      ]),
    );
  }
  return properties;
}
