import {findNamed} from '../../api/catalogue.ts';
import type {TaskProgress} from '../../api/client.ts';
import {outcomeOfTask, readTaskProgress} from '../../api/follow-task.ts';
import {journalName} from '../../api/journal/entry.ts';
import {trackerRef} from '../../api/operation-ref.ts';
import {instant, nameText, number, text} from '../../base/column.ts';
import {isFailure} from '../../base/failure.ts';
import {makeLookup} from '../../base/json-pointer.ts';
import {findJson, isObject, parseJsonValue, readPointer, textAt} from '../../base/json-value.ts';
import {memoizeFor} from '../../base/memoize-for.ts';
import {fetchText} from '../../state/ask/ask.ts';
import {summarizeError} from '../../state/ask/error-summary.ts';
import {showNotice} from '../../state/model/notice.ts';
import {list} from '../../state/model/resource.ts';
import {type AppState, slice} from '../../state/model/state.ts';
import {
  type Action,
  afterEvents,
  andThen,
  type LocalList,
  noEffects,
  type PersistedState,
  type Ports,
  type Task,
  type Transition,
} from '../../state/model/transition.ts';
import {trackerVerb} from '../../state/model/verb.ts';
import {withStale} from '../../state/overlays/write/write-update.ts';
import {withLocalRows} from '../../state/views/list/list-page.ts';
import {ownEntries} from '../../state/write/journal.ts';

const readTask = trackerRef('task get', {taskId: '{task}'});

/**
 * Final state of a task that the service no longer reports (services W5.7: after about 14 days).
 */
const unknownState = 'UNKNOWN';

/** The last known state by task id; tasks in the journal but not here are unknown. */
const lastStates = slice<Readonly<Record<string, TaskProgress>>>('tasks', {});

/** Background tasks started by writes, from the profile's journal. */
export const tasks = list({
  id: 'tasks',
  noun: 'task',
  aliases: ['task'],
  local: 'tasks',
  identity: ['/task'],
  name: ['/what'],
  columns: [
    text('STATE', '/status', {
      min: 9,
      max: 16,
      dropPriority: 0,
      tones: {
        COMPLETE: 'good',
        FAILED: 'bad',
        DEAD: 'bad',
        CANCELLED: 'warn',
        [unknownState]: 'dim',
      },
    }),
    number('%', '/progress', {dropPriority: 0}),
    nameText('WHAT', '/what', {min: 24, max: 60, grows: true}),
    instant('STARTED', '/at', {id: 'begun', dropPriority: 1, tone: 'dim'}),
    text('MESSAGE', '/message', {id: 'says', min: 12, max: 50, dropPriority: 2}),
    text('TASK', '/task', {max: 14, dropPriority: 3, tone: 'dim'}),
  ],
  describe: {call: readTask},
  verbs: [
    trackerVerb.one(
      'cancel',
      'Cancel',
      'task cancel',
      {taskId: '{row/task}'},
      {
        when: [
          {
            pointer: '/status',
            isNot: ['COMPLETE', 'FAILED', 'DEAD', 'CANCELLED', unknownState],
            reason: 'the task has ended',
          },
        ],
      },
    ),
  ],
  empty:
    'No background tasks. Permanent deletion of projects, priorities and resolutions starts one.',
  about:
    'Background tasks started by writes in the journal of this profile, followed until they end, in later sessions too. Enter shows all details.',
});

interface StartedTask {
  readonly task: string;
  readonly what: string;
  readonly at: string;
  readonly operation: string;
}

/** The tasks started by the journal's writes, newest first. */
const startedTasksIn = memoizeFor((journal: AppState['journal']): readonly StartedTask[] =>
  journal
    .filter(entry => entry.includes('"task":'))
    .flatMap(entry => {
      const value = parseJsonValue(entry);
      const task = textAt(value, '/task');
      const [what, at] = [textAt(value, '/what'), textAt(value, '/at')];
      return task === '' ? [] : [{task, what, at, operation: textAt(value, '/operation')}];
    })
    .reverse(),
);

function hasEnded(taskState: TaskProgress | undefined): boolean {
  return (
    taskState !== undefined &&
    (taskState.status === unknownState || outcomeOfTask(taskState.status) !== undefined)
  );
}

/** Tasks that are running, as far as known. */
export function runningTasks(state: AppState): readonly StartedTask[] {
  const taskState = lastStates.of(state);
  return startedTasksIn(ownEntries(state)).filter(({task}) => !hasEnded(taskState[task]));
}

/** Their rows: running ones before finished ones, each newest first. */
export const localTasks: LocalList = {
  rows: rowsOf,
  again: state => followTasks(state),
};

function rowsOf(state: AppState): readonly string[] {
  const taskState = lastStates.of(state);
  const all = startedTasksIn(ownEntries(state)).map(one => ({
    ...one,
    status: 'not checked yet',
    ...taskState[one.task],
  }));
  const rank = ({task}: StartedTask): number => (hasEnded(taskState[task]) ? 1 : 0);
  return all.sort((a, b) => rank(a) - rank(b)).map(one => JSON.stringify(one));
}

/** Update the list's views. */
function withTaskRows(state: AppState): AppState {
  return withLocalRows(state, tasks.local, rowsOf(state));
}

const slot = 'tasks';

/** Follow running tasks; restarts if it is already following some. */
function followTasks(before: AppState): Transition {
  const state = withTaskRows(before);
  const ids = runningTasks(state).map(({task}) => task);
  const isReady =
    state.connection.status === 'ready' && state.connection.identities.tracker !== undefined;
  if (ids.length === 0 || !isReady) return {state, effects: [{kind: 'cancel', slots: [slot]}]};
  return {state, effects: [{kind: 'task', slot, run: pollTasks(ids)}]};
}

const firstWaitMs = 500;
const longestWaitMs = 5000;
const wrongWaitMs = 30_000;

/**
 * Poll each task until it ends: after 0.5 s, doubling to 5 s, later if the service asks for it or
 * fails.
 */
function pollTasks(ids: readonly string[]): Task {
  return async (ports, {signal}) => {
    let open = ids;
    let waitMs = firstWaitMs;
    while (open.length > 0 && !signal.aborted) {
      // Aborted: the check below ends the loop, since `sleep` rejects.
      await ports.clock.sleep(waitMs, signal).catch(() => undefined);
      if (signal.aborted) return;
      let nextMs = Math.min(2 * waitMs, longestWaitMs);
      for (const task of open) {
        const taskState = await requestState(task, ports, signal);
        if (signal.aborted) return;
        if ('waitMs' in taskState) {
          nextMs = Math.max(nextMs, taskState.waitMs);
          continue;
        }
        ports.dispatch({kind: 'taskResult', take: withTaskState(task, taskState)});
        if (hasEnded(taskState)) open = open.filter(one => one !== task);
      }
      waitMs = nextMs;
    }
  };
}

async function requestState(
  task: string,
  ports: Ports,
  signal: AbortSignal,
): Promise<TaskProgress | {readonly waitMs: number}> {
  try {
    const progress = readTaskProgress(makeLookup(await fetchText(readTask, {task}, ports, signal)));
    return progress ?? {status: unknownState, message: 'the response is not a task'};
  } catch (thrown) {
    const {kind, details} = isFailure(thrown) ? thrown : {kind: 'bug', details: {}};
    const {title} = summarizeError(thrown);
    if (kind === 'not_found' || kind === 'permission_denied')
      return {status: unknownState, message: title};
    return {waitMs: Math.max(wrongWaitMs, 1000 * (details.retryAfterSeconds ?? 0))};
  }
}

/** Store and show the state of a task; report its end, and refresh what it changed. */
const withTaskState =
  (task: string, taskState: TaskProgress): Action =>
  (state, registry) => {
    const known = lastStates.of(state);
    const old = known[task];
    if (JSON.stringify(old) === JSON.stringify(taskState)) return noEffects(state);
    const all = startedTasksIn(ownEntries(state));
    const entries = Object.entries({...known, [task]: taskState});
    // Forget tasks that the journal no longer has.
    const kept = entries.filter(([id]) => all.some(one => one.task === id));
    const next = withTaskRows(lastStates.with(state, Object.fromEntries(kept)));
    if (!hasEnded(taskState)) return noEffects(next);
    const started = all.find(one => one.task === task);
    const said = outcomeText(next, started?.what ?? task, taskState);
    const wrote = started && findNamed({service: 'tracker', operation: started.operation});
    return noEffects(wrote ? withStale(said, [wrote], registry) : said);
  };

function outcomeText(
  state: AppState,
  what: string,
  {status, message = ''}: TaskProgress,
): AppState {
  const end = outcomeOfTask(status);
  if (end === 'well') return showNotice(state, `${what}: done`, 'good');
  const why = message === '' ? '' : `: ${message}`;
  if (end === 'badly') return showNotice(state, `${what}: ended as ${status}${why}`, 'bad');
  return showNotice(state, `${what}: outcome unknown${why}`, 'warn');
}

/** Persisted task states. */
export const persistedTasks: PersistedState = {
  name: slot,
  scope: 'account',
  value: lastStates.of,
  restore(state, text) {
    // Foreign or truncated data: the tasks are requested again.
    const value = findJson(text);
    if (!isObject(value)) return state;
    const found = Object.entries(value).flatMap(([task, one]): [string, TaskProgress][] => {
      const status = readPointer(one, '/status');
      return typeof status === 'string' ? [[task, one as unknown as TaskProgress]] : [];
    });
    return lastStates.with(state, {...Object.fromEntries(found), ...lastStates.of(state)});
  },
};

/** Follow the task of a write, and tasks of an earlier session. */
export const followTaskReaction = afterEvents(['write', 'restored'], (before, step, event) => {
  const {state} = step;
  const isBegun =
    event.kind === 'write' &&
    event.event.kind === 'ended' &&
    runningTasks(state).length > runningTasks(before).length;
  const isRecalled = event.kind === 'restored' && [slot, journalName].includes(event.name);
  if (!isBegun && !isRecalled) return step;
  return andThen({...step, state}, followTasks);
});
