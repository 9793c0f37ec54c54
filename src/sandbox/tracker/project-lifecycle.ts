import {trackerError} from '../errors.ts';
import {readBoolean} from '../query.ts';
import {type Handlers, noContent, ok} from '../route.ts';
import type {Project} from '../world/projects.ts';
import type {World} from '../world/world.ts';
import {noProject, readProjectAsAdmin} from './lookup.ts';
import {wholeProject} from './project-bean.ts';
import {removeProject} from './remove-project.ts';
import {startTask, taskReply} from './tasks.ts';

export const projectLifecycleHandlers: Handlers = {
  'tracker/project/archive': call => {
    const project = readProjectAsAdmin(call, 'projectIdOrKey');
    if (project.deleted !== undefined) throw noProject(project.key);
    if (project.archived !== undefined) {
      throw trackerError(400, `The project ${project.key} is archived already.`);
    }
    const archived = {at: call.now, byId: call.caller.accountId ?? ''};
    call.tracker.projects.set(project.id, {...project, archived});
    return noContent;
  },
  /** Of an archived project or one in the recycle bin (services W4.1). */
  'tracker/project/restore': call => {
    const project = readProjectAsAdmin(call, 'projectIdOrKey');
    if (project.archived === undefined && project.deleted === undefined) {
      throw trackerError(400, `The project ${project.key} is neither archived nor deleted.`);
    }
    const {archived, deleted, ...live} = project;
    // Out of the recycle bin it is what it was before; a second restore ends the archiving.
    const restored: Project = deleted !== undefined && archived ? {...live, archived} : live;
    call.tracker.projects.set(project.id, restored);
    return ok(wholeProject(call, restored, new Set()));
  },
  /** Into the recycle bin unless enableUndo is false (services W4.2). */
  'tracker/project/delete': call => {
    const project = readProjectAsAdmin(call, 'projectIdOrKey');
    const enableUndo = readBoolean(call, 'enableUndo', true);
    requireDeletable(call, project);
    if (!enableUndo) {
      removeProject(call, project.id);
    } else {
      if (project.deleted !== undefined) throw noProject(project.key);
      const deleted = {at: call.now, byId: call.caller.accountId ?? ''};
      call.tracker.projects.set(project.id, {...project, deleted});
    }
    return noContent;
  },
  /** 303 with a task at whose end the project is gone. */
  'tracker/project/delete-asynchronously': call => {
    const project = readProjectAsAdmin(call, 'projectIdOrKey');
    requireDeletable(call, project);
    const task = startTask(call, `Delete project ${project.key}`, {
      kind: 'delete-project',
      projectId: project.id,
    });
    return taskReply(call, task);
  },
};

/** Archived projects cannot be deleted (services T3, T7.4), nor those a task is deleting. */
function requireDeletable(world: World, project: Project): void {
  if (project.archived !== undefined && project.deleted === undefined) {
    throw trackerError(
      400,
      `The project ${project.key} is archived: restore it first, then delete it.`,
    );
  }
  for (const {settled, work} of world.tracker.tasks.values()) {
    if (!settled && work.kind === 'delete-project' && work.projectId === project.id) {
      throw trackerError(400, `The project ${project.key} is being deleted.`);
    }
  }
}
