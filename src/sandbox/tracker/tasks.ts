import {trackerError} from '../errors.ts';
import {
  type Handlers,
  type JsonMembers,
  ok,
  type SandboxCall,
  type SandboxReply,
} from '../route.ts';
import {type BackgroundTask, endOfTask, progressOfTask} from '../world/issues.ts';
import type {World} from '../world/world.ts';
import {isAdmin} from './access.ts';
import {selfUrl} from './links.ts';
import {nextNumber} from './records.ts';

/** Start a task and build the 303 response with its URL and the task (services W5.7). */
export function startTask(
  call: SandboxCall,
  {description, deletes, finish}: Pick<BackgroundTask, 'description' | 'deletes' | 'finish'>,
): SandboxReply {
  const task: BackgroundTask = {
    id: String(nextNumber(call, 'task')),
    description,
    submittedById: call.caller.accountId ?? '',
    submittedAt: call.now,
    deletes,
    finish,
    settled: false,
  };
  call.tracker.tasks.set(task.id, task);
  const location = selfUrl(call, `task/${task.id}`);
  return {status: 303, json: taskBean(call, task), headers: {location}};
}

/** Find the id of an unfinished task that deletes an entity; undefined without one. */
export function findDeletionTask(world: World, deletes: string): string | undefined {
  const tasks = [...world.tracker.tasks.values()];
  return tasks.find(task => !task.settled && task.deletes === deletes)?.id;
}

/** Run the work of the tasks that are due. Tasks have no timer; the next request completes them. */
export function completeDueTasks(world: World, now: number): void {
  for (const task of world.tracker.tasks.values()) {
    if (task.settled || now < endOfTask(task)) continue;
    world.tracker.tasks.set(task.id, {...task, settled: true});
    task.finish();
  }
}

export const tasksHandlers: Handlers = {
  'tracker/task/get': call => ok(taskBean(call, readTask(call))),
  /** Refuses: a task of the sandbox cannot be cancelled once it is submitted. */
  'tracker/task/cancel': call => {
    const task = readTask(call);
    if (progressOfTask(task, call.now).status === 'COMPLETE') {
      throw trackerError(400, 'The task is finished.');
    }
    throw trackerError(400, 'A delete is transactional and cannot be cancelled.');
  },
};

const messages = {
  ENQUEUED: 'Waiting for its turn.',
  RUNNING: 'Deleting.',
  COMPLETE: 'Done.',
} as const;

function readTask(call: SandboxCall): BackgroundTask {
  const id = call.params.taskId ?? '';
  const task = call.tracker.tasks.get(id);
  if (task === undefined) throw trackerError(404, `No task has the ID ${id}.`);
  const {caller} = call;
  if (task.submittedById !== caller.accountId && !isAdmin(call)) {
    throw trackerError(403, 'Only an administrator or who started the task may read it.');
  }
  return task;
}

function taskBean(call: SandboxCall, task: BackgroundTask): JsonMembers {
  const {now} = call;
  const {status, percent, startedAt} = progressOfTask(task, now);
  const done = status === 'COMPLETE';
  const lastUpdate = done ? endOfTask(task) : now;
  const accounts = [...call.users.keys()];
  return {
    self: selfUrl(call, `task/${task.id}`),
    id: task.id,
    description: task.description,
    status,
    message: messages[status],
    submittedBy: 10_000 + accounts.indexOf(task.submittedById),
    progress: percent,
    elapsedRuntime: startedAt === undefined ? 0 : lastUpdate - startedAt,
    submitted: task.submittedAt,
    started: startedAt,
    finished: done ? endOfTask(task) : undefined,
    lastUpdate,
  };
}
