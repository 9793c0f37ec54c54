import {trackerError} from '../errors.ts';
import {type Call, type Handlers, type JsonObject, ok, type SandboxReply} from '../route.ts';
import {endOfTask, progressOfTask, type Task} from '../world/issues.ts';
import type {World} from '../world/world.ts';
import {isAdmin} from './access.ts';
import {selfUrl} from './links.ts';
import {nextNumber} from './records.ts';

/** The 303 of an asynchronous operation: where its task is, and the task (services W5.7). */
export function startTask(
  call: Call,
  {description, deletes, finish}: Pick<Task, 'description' | 'deletes' | 'finish'>,
): SandboxReply {
  const task: Task = {
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

/** The id of a task that is to delete something and has not yet; undefined when none is. */
export function findDeleting(world: World, deletes: string): string | undefined {
  const tasks = [...world.tracker.tasks.values()];
  return tasks.find(task => !task.settled && task.deletes === deletes)?.id;
}

/** Do the work of the tasks whose time has come: tasks have no timer, the next request ends them. */
export function settleTasks(world: World, now: number): void {
  for (const task of world.tracker.tasks.values()) {
    if (task.settled || now < endOfTask(task)) continue;
    world.tracker.tasks.set(task.id, {...task, settled: true});
    task.finish();
  }
}

export const tasksHandlers: Handlers = {
  'tracker/task/get': call => ok(taskBean(call, readTask(call))),
  /** What a task of the sandbox does cannot be stopped once it is asked for. */
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

function readTask(call: Call): Task {
  const id = call.params.taskId ?? '';
  const task = call.tracker.tasks.get(id);
  if (task === undefined) throw trackerError(404, `No task has the ID ${id}.`);
  const {caller} = call;
  if (task.submittedById !== caller.accountId && !isAdmin(call)) {
    throw trackerError(403, 'Only an administrator or who started the task may read it.');
  }
  return task;
}

function taskBean(call: Call, task: Task): JsonObject {
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
