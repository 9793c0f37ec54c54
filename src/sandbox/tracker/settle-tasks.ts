import {endOfTask} from '../world/issues.ts';
import type {World} from '../world/world.ts';
import {removePriority, removeResolution} from './ordered-kinds.ts';

/** Remove a project for good, with its versions, statuses and keys. */
export function removeProject(world: World, projectId: string): void {
  const {projects, projectIdByKey, versions, statuses, recentProjects} = world.tracker;
  const project = projects.get(projectId);
  if (project === undefined) return;
  projects.delete(projectId);
  for (const id of project.versionIds) versions.delete(id);
  for (const [key, id] of projectIdByKey) if (id === projectId) projectIdByKey.delete(key);
  for (const status of statuses.values()) {
    if (status.projectId === projectId) statuses.delete(status.id);
  }
  for (const [account, ids] of recentProjects) {
    recentProjects.set(
      account,
      ids.filter(id => id !== projectId),
    );
  }
}

/** Do the work of the tasks whose time has come: tasks have no timer, the next request ends them. */
export function settleTasks(world: World, now: number): void {
  for (const task of world.tracker.tasks.values()) {
    if (task.settled || now < endOfTask(task)) continue;
    world.tracker.tasks.set(task.id, {...task, settled: true});
    switch (task.work.kind) {
      case 'delete-project':
        removeProject(world, task.work.projectId);
        break;
      case 'delete-resolution':
        removeResolution(world, task.work.id, task.work.replaceWith);
        break;
      case 'delete-priority':
        removePriority(world, task.work.id);
        break;
    }
  }
}
