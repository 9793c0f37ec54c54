import {trackerError} from '../errors.ts';
import type {Handlers, SandboxReply, SandboxRequest} from '../route.ts';
import {endOfTask, progressOfTask, type Task, type TaskWork} from '../world/tasks.ts';
import type {World} from '../world/world.ts';
import {isAdmin} from './access.ts';
import {selfUrl} from './links.ts';

/** Start a task for the caller; it ends by itself as time goes by. */
export function startTask(
  request: SandboxRequest,
  world: World,
  description: string,
  work: TaskWork,
): Task {
  const {tasks, next} = world.tracker;
  const task: Task = {
    id: String(next.task),
    description,
    submittedById: request.caller.accountId ?? '',
    submittedAt: request.now,
    work,
    settled: false,
  };
  next.task += 1;
  tasks.set(task.id, task);
  return task;
}

/** The 303 of an asynchronous operation: where the task is, and the task (services W5.7). */
export function taskReply(request: SandboxRequest, world: World, task: Task): SandboxReply {
  const location = selfUrl(request, `task/${task.id}`);
  return {status: 303, json: taskBean(request, world, task), headers: {location}};
}

/** Handlers by operation id. */
export const tasksHandlers: Handlers<World> = {
  /** For an administrator or who started it. */
  'tracker/task/get': (request, world) => {
    return {status: 200, json: taskBean(request, world, readTask(request, world))};
  },
  /** What a task of the sandbox does cannot be stopped once it is asked for. */
  'tracker/task/cancel': (request, world) => {
    const task = readTask(request, world);
    if (progressOfTask(task, request.now).status === 'COMPLETE') {
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

function readTask(request: SandboxRequest, world: World): Task {
  const id = request.params.taskId ?? '';
  const task = world.tracker.tasks.get(id);
  if (task === undefined) throw trackerError(404, `No task has the ID ${id}.`);
  const {caller} = request;
  if (task.submittedById !== caller.accountId && !isAdmin(world, caller)) {
    throw trackerError(403, 'Only an administrator or who started the task may read it.');
  }
  return task;
}

function taskBean(
  request: SandboxRequest,
  world: World,
  task: Task,
): Readonly<Record<string, unknown>> {
  const {now} = request;
  const {status, percent, startedAt} = progressOfTask(task, now);
  const done = status === 'COMPLETE';
  const lastUpdate = done ? endOfTask(task) : now;
  const accounts = [...world.users.keys()];
  return {
    self: selfUrl(request, `task/${task.id}`),
    id: task.id,
    description: task.description,
    status,
    message: messages[status],
    submittedBy: 10_000 + accounts.indexOf(task.submittedById),
    progress: percent,
    elapsedRuntime: startedAt === undefined ? 0 : lastUpdate - startedAt,
    submitted: task.submittedAt,
    ...(startedAt === undefined ? {} : {started: startedAt}),
    ...(done ? {finished: endOfTask(task)} : {}),
    lastUpdate,
  };
}
