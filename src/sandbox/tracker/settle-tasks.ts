import {endOfTask} from '../world/tasks.ts';
import type {World} from '../world/world.ts';
import {removePriority} from './priorities.ts';
import {removeProject} from './remove-project.ts';
import {removeResolution} from './resolutions.ts';

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
