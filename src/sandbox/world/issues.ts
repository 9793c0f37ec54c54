import type {Project} from './projects.ts';
import {hashNumber} from './random.ts';

/**
 * An issue as far as users, permissions and counts need it. Issues are not kept: number, id and
 * people follow from the project and the seed.
 */
export interface Issue {
  readonly id: number;
  readonly key: string;
  readonly project: Project;
  readonly number: number;
}

/** What a person can be to an issue (services T2.3). */
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

/** The issue with that number in the project; undefined when the project has fewer. */
export function findIssueOf(project: Project, number: number): Issue | undefined {
  if (!Number.isInteger(number) || number < 1 || number > project.issueCount) return undefined;
  return {id: project.issueBase + number, key: `${project.key}-${number}`, project, number};
}

/** Accounts that are this to the issue; always one assignee and one reporter. */
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
  const found = new Set<string>();
  for (let index = 0; index < count; index += 1) {
    const id = people[hashNumber(first, index) % people.length];
    if (id !== undefined) found.add(id);
  }
  return [...found];
}

/** Something that runs behind an answer (services W5.7); its state follows from the time. */
export interface Task {
  readonly id: string;
  readonly description: string;
  readonly submittedById: string;
  /** Milliseconds since the UNIX epoch. */
  readonly submittedAt: number;
  /** Kind and id of what it deletes: `project 10000`. */
  readonly deletes: string;
  /** Does its work, when the time has come. */
  readonly finish: () => void;
  /** Its work is done. */
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
