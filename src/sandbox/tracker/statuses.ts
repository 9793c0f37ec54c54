import {trackerError} from '../errors.ts';
import {offsetPage, tokenPage} from '../paging.ts';
import {findText, folded, readChoice, readTexts} from '../query.ts';
import type {Handlers, SandboxRequest} from '../route.ts';
import type {Status} from '../world/issue-setup.ts';
import type {Project} from '../world/projects.ts';
import type {World} from '../world/world.ts';
import {statusBean} from './issue-beans.ts';
import {findProject, noProject} from './lookup.ts';

/** Handlers by operation id. */
export const statusesHandlers: Handlers<World> = {
  /** Unknown ones are left out. */
  'tracker/statuses/get-by-id': (request, world) => {
    const json = readTexts(request, 'id').flatMap(id => {
      const status = world.tracker.statuses.get(id);
      return status === undefined ? [] : [statusBean(status)];
    });
    return {status: 200, json};
  },
  /** Of a project, or global without one. */
  'tracker/statuses/get-by-name': (request, world) => {
    const names = new Set(readTexts(request, 'name'));
    const projectId = findText(request, 'projectId');
    const json = [...world.tracker.statuses.values()]
      .filter(status => names.has(status.name) && status.projectId === projectId)
      .map(statusBean);
    return {status: 200, json};
  },
  'tracker/statuses/search': (request, world) => {
    const category = readChoice(request, 'statusCategory', [
      'TODO',
      'IN_PROGRESS',
      'DONE',
    ] as const);
    const text = folded(findText(request, 'searchString') ?? '');
    const projectId = findText(request, 'projectId');
    const found = [...world.tracker.statuses.values()].filter(
      status =>
        (category === undefined || status.category === category) &&
        (text === '' || folded(status.name).includes(text)) &&
        (projectId === undefined || status.projectId === projectId),
    );
    return offsetPage(request, found, {sizeDefault: 200, sizeMax: 200, present: statusBean});
  },
  'tracker/statuses/get-project-issue-type-usages-for': (request, world) => {
    const status = readStatus(request, world);
    const projectId = request.params.projectId ?? '';
    const project = findProject(world, projectId);
    if (project === undefined || project.deleted !== undefined) throw noProject(projectId);
    const ids = project.issueTypeIds.filter(id => usesStatus(world, project, id, status));
    const issueTypes = tokenPage(request, ids, id => ({id}));
    return {status: 200, json: {statusId: status.id, projectId: project.id, issueTypes}};
  },
  'tracker/statuses/get-project-usages-for': (request, world) => {
    const status = readStatus(request, world);
    const using = [...world.tracker.projects.values()].filter(
      project =>
        project.deleted === undefined &&
        project.issueTypeIds.some(id => usesStatus(world, project, id, status)),
    );
    const projects = tokenPage(request, using, project => ({id: project.id}));
    return {status: 200, json: {statusId: status.id, projects}};
  },
  'tracker/statuses/get-workflow-usages-for': (request, world) => {
    const status = readStatus(request, world);
    const using = [...world.tracker.workflows.values()].filter(workflow =>
      workflow.statusIds.includes(status.id),
    );
    const workflows = tokenPage(request, using, workflow => ({id: workflow.id}));
    return {status: 200, json: {statusId: status.id, workflows}};
  },
};

function usesStatus(world: World, project: Project, typeId: string, status: Status): boolean {
  const workflow = world.tracker.workflows.get(project.workflowIds[typeId] ?? '');
  return workflow?.statusIds.includes(status.id) ?? false;
}

function readStatus(request: SandboxRequest, world: World): Status {
  const id = request.params.statusId ?? '';
  const status = world.tracker.statuses.get(id);
  if (status === undefined) throw trackerError(404, `The status ${id} does not exist.`);
  return status;
}
