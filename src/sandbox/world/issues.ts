import type {Project} from './projects.ts';
import {hashNumber} from './random.ts';

/**
 * An issue with the data needed for users, permissions and counts. Issues are not stored: number,
 * id and people are computed from the project and the seed.
 */
export interface Issue {
  readonly id: number;
  readonly key: string;
  readonly project: Project;
  readonly number: number;
}

/** The role of a person in an issue (services T2.3). */
export type IssuePart =
  | 'assignee'
  | 'reporter'
  | 'watcher'
  | 'voter'
  | 'commenter'
  | 'transitioner';

const mostPeople: Readonly<Record<IssuePart, number>> = {
  assignee: 1,
  reporter: 1,
  watcher: 4,
  voter: 3,
  commenter: 3,
  transitioner: 2,
};

/** Find the issue with a number in the project; undefined if the project has fewer issues. */
export function findIssueOf(project: Project, number: number): Issue | undefined {
  if (!Number.isInteger(number) || number < 1 || number > project.issueCount) return undefined;
  return {id: project.issueBase + number, key: `${project.key}-${number}`, project, number};
}

/** List the accounts with a role in the issue; always one assignee and one reporter. */
export function peopleOfIssue(
  seed: number,
  issue: Issue,
  part: IssuePart,
  people: readonly string[],
): readonly string[] {
  const partSeed = hashNumber(seed, part.length * 31 + part.charCodeAt(0));
  const first = hashNumber(partSeed, issue.id);
  const most = mostPeople[part];
  const count = most === 1 ? 1 : first % (most + 1);
  const accountIds = new Set<string>();
  for (let index = 0; index < count; index += 1) {
    const id = people[hashNumber(first, index) % people.length];
    if (id !== undefined) accountIds.add(id);
  }
  return [...accountIds];
}

/** A background task (services W5.7); its state is computed from the time. */
export interface BackgroundTask {
  readonly id: string;
  readonly description: string;
  readonly submittedById: string;
  /** Milliseconds since the UNIX epoch. */
  readonly submittedAt: number;
  /** Kind and id of the entity it deletes: `project 10000`. */
  readonly deletes: string;
  /** Perform the task's work; called once its time has passed. */
  readonly finish: () => void;
  /** The work has been performed. */
  readonly settled: boolean;
}

export type TaskStatus = 'ENQUEUED' | 'RUNNING' | 'COMPLETE';

const queuedMs = 300;
const runningMs = 1_500;

/** Compute when a task completes, in milliseconds since the UNIX epoch. */
export function endOfTask(task: BackgroundTask): number {
  return task.submittedAt + queuedMs + runningMs;
}

/** Compute the progress of a task at a time. */
export function progressOfTask(
  task: BackgroundTask,
  now: number,
): {readonly status: TaskStatus; readonly percent: number; readonly startedAt?: number} {
  const startedAt = task.submittedAt + queuedMs;
  if (now < startedAt) return {status: 'ENQUEUED', percent: 0};
  if (now >= endOfTask(task)) return {status: 'COMPLETE', percent: 100, startedAt};
  return {status: 'RUNNING', percent: Math.floor(((now - startedAt) / runningMs) * 100), startedAt};
}
