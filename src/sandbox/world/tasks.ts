/** What a task does when it ends. */
export type TaskWork =
  | {readonly kind: 'delete-project'; readonly projectId: string}
  | {
      readonly kind: 'delete-resolution' | 'delete-priority';
      readonly id: string;
      readonly replaceWith?: string;
    };

/** Something that runs behind an answer (services W5.7); its state follows from the time. */
export interface Task {
  readonly id: string;
  readonly description: string;
  readonly submittedById: string;
  /** Milliseconds since the UNIX epoch. */
  readonly submittedAt: number;
  readonly work: TaskWork;
  /** Its work is done; set when the time has come. */
  readonly settled: boolean;
}

export type TaskStatus = 'ENQUEUED' | 'RUNNING' | 'COMPLETE';

const waitsMs = 300;
const runsMs = 1_500;

/** When a task's work is done, in milliseconds since the UNIX epoch. */
export function endOfTask(task: Task): number {
  return task.submittedAt + waitsMs + runsMs;
}

/** Where a task is at a time. */
export function progressOfTask(
  task: Task,
  now: number,
): {readonly status: TaskStatus; readonly percent: number; readonly startedAt?: number} {
  const startedAt = task.submittedAt + waitsMs;
  if (now < startedAt) return {status: 'ENQUEUED', percent: 0};
  if (now >= endOfTask(task)) return {status: 'COMPLETE', percent: 100, startedAt};
  return {status: 'RUNNING', percent: Math.floor(((now - startedAt) / runsMs) * 100), startedAt};
}
