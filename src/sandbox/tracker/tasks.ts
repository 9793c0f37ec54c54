import {trackerError} from '../errors.ts';
import type {JsonObject} from '../route.ts';
import {type Call, type Handlers, ok, type SandboxReply} from '../route.ts';
import {endOfTask, progressOfTask, type Task, type TaskWork} from '../world/issues.ts';
import {isAdmin} from './access.ts';
import {selfUrl} from './links.ts';

/** Start a task for the caller; it ends by itself as time goes by. */
export function startTask(call: Call, description: string, work: TaskWork): Task {
  const {tasks, next} = call.tracker;
  const task: Task = {
    id: String(next.task),
    description,
    submittedById: call.caller.accountId ?? '',
    submittedAt: call.now,
    work,
    settled: false,
  };
  next.task += 1;
  tasks.set(task.id, task);
  return task;
}

/** The 303 of an asynchronous operation: where the task is, and the task (services W5.7). */
export function taskReply(call: Call, task: Task): SandboxReply {
  const location = selfUrl(call, `task/${task.id}`);
  return {status: 303, json: taskBean(call, task), headers: {location}};
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
    ...(startedAt === undefined ? {} : {started: startedAt}),
    ...(done ? {finished: endOfTask(task)} : {}),
    lastUpdate,
  };
}
