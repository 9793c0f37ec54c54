import {findOperation} from '../../api/catalogue.ts';
import {instant, nameText, number, text} from '../../base/column.ts';
import {
  findJson,
  isObject,
  type JsonValue,
  parseJsonValue,
  readPointer,
  textAt,
} from '../../base/json-value.ts';
import {memoizeFor} from '../../base/memoize-for.ts';
import {parseInstantMs} from '../../base/times.ts';
import {reasonOf} from '../../state/ask/error-summary.ts';
import {showNotice} from '../../state/model/notice.ts';
import {list} from '../../state/model/resource.ts';
import {type AppState, slice, viewOf} from '../../state/model/state.ts';
import {
  afterEveryEvent,
  andThen,
  type LocalList,
  noEffects,
  type Task,
  type Transition,
} from '../../state/model/transition.ts';
import {withLocalRows} from '../../state/views/list/list-page.ts';
import {ownEntries} from '../../state/write/journal.ts';

const name = 'audit';

/** Text of the log, and the view it was read for. */
const read = slice<{readonly view?: number; readonly text?: string; readonly path?: string}>(
  name,
  {},
);

/** The writes in the audit log, newest first, with the journal's data about those made here. */
export const auditList = list({
  id: 'audit',
  title: 'Audit log',
  noun: 'write',
  aliases: ['audit-log'],
  local: name,
  identity: ['/line'],
  name: ['/what', '/op'],
  exports: 'sh',
  columns: [
    instant('AT', '/at', {id: 'time', dropPriority: 0, tone: 'dim'}),
    text('RESULT', '/result', {max: 12, dropPriority: 0, tones: {done: 'good', failed: 'bad'}}),
    text('STATUS', '/status', {max: 6, dropPriority: 3, tone: 'dim'}),
    nameText('WHAT', ['/what', '/op'], {min: 20, max: 56}),
    text('COMMAND', '/command', {min: 16, max: 120, grows: true, dropPriority: 1, tone: 'dim'}),
    text('METHOD', '/method', {max: 6, dropPriority: 4}),
    text('PATH', '/path', {min: 16, max: 60, dropPriority: 4, tone: 'dim'}),
    text('PROFILE', '/profile', {max: 16, dropPriority: 5, tone: 'dim'}),
    number('MS', '/ms', {dropPriority: 6, tone: 'dim'}),
  ],
  sort: {column: 'time', reverse: true},
  emptyTitle: 'The audit log is empty',
  empty:
    'No writes in the audit log, or the log is off. Turn it on with steward --audit, or "audit_log": true in a profile. The journal (:journal) lists the writes of steward either way.',
  about:
    'Every write in the audit log, by steward, jr and cf. Writes made here show their command, from the journal; E exports the selected rows, or all, as a shell script.',
});

/** Tolerated milliseconds between the line of the journal and the request. */
const apartMs = 5000;

interface Known {
  readonly atMs: number;
  readonly method: string;
  readonly url: string;
  readonly what: string;
  readonly command: string;
}

/** The writes of the journal that were sent, indexed by request. */
const knownIn = memoizeFor((journal: readonly string[]): readonly Known[] =>
  journal.flatMap(entry => {
    const value = parseJsonValue(entry);
    const [method, url, what, command] = [
      '/request/method',
      '/request/url',
      '/what',
      '/command',
    ].map(pointer => textAt(value, pointer));
    const atMs = parseInstantMs(readPointer(value, '/at'));
    if (atMs === undefined || !method || !url) return [];
    return [{atMs, method, url, what: what ?? '', command: command ?? ''}];
  }),
);

function rowsOf(state: AppState): readonly string[] {
  const left = [...knownIn(ownEntries(state))];
  const lines = (read.of(state).text ?? '').split('\n');
  const rows = lines.flatMap((line, i) => {
    const value = findJson(line);
    const method = textAt(value, '/method');
    // Other lines are of another program, or incomplete.
    if (!isObject(value) || !isWriting(value, method)) return [];
    const at = readPointer(value, '/ts') ?? null;
    const path = textAt(value, '/path');
    const atMs = parseInstantMs(at) ?? 0;
    // A line matches the nearest write with the same request.
    const near = left
      .filter(one => one.method === method && one.url.endsWith(path) && path !== '')
      .filter(one => Math.abs(one.atMs - atMs) <= apartMs)
      .sort((a, b) => Math.abs(a.atMs - atMs) - Math.abs(b.atMs - atMs))[0];
    if (near !== undefined) left.splice(left.indexOf(near), 1);
    const exit = readPointer(value, '/exit');
    return [
      JSON.stringify({
        line: i + 1,
        at,
        result: exit === 0 ? 'done' : 'failed',
        status: readPointer(value, '/status') ?? null,
        ...(near && {what: near.what, command: near.command}),
        op: readPointer(value, '/op') ?? null,
        method,
        path,
        exit: exit ?? null,
        ms: readPointer(value, '/duration_ms') ?? null,
        profile: readPointer(value, '/profile') ?? null,
      }),
    ];
  });
  return rows.reverse();
}

/** The log also contains reads and dry runs of one-shot commands. */
function isWriting(value: JsonValue, method: string): boolean {
  const isRead = method === 'GET' || method === 'HEAD' || method === '';
  const [group = '', operation = ''] = textAt(value, '/op').split(' ');
  const known =
    findOperation('tracker', group, operation) ?? findOperation('content', group, operation);
  return !isRead && known?.effect !== 'read' && readPointer(value, '/dry_run') !== true;
}

/** Read the log for the current list. */
function readAgain(state: AppState): Transition {
  const view = viewOf(state, 'list')?.key;
  if (view === undefined) return noEffects(state);
  const run: Task = async (ports, {signal}) => {
    const take = await ports.auditLog().then(
      found => (now: AppState) => read.with(now, {view, ...found}),
      thrown => (now: AppState) =>
        showNotice(
          read.with(now, {view}),
          `the audit log cannot be read: ${reasonOf(thrown)}`,
          'bad',
        ),
    );
    if (!signal.aborted)
      ports.dispatch({kind: 'taskResult', take: now => noEffects(shown(take(now)))});
  };
  const next = read.with(state, {...read.of(state), view});
  return {state: next, effects: [{kind: 'task', slot: name, run}]};
}

function shown(state: AppState): AppState {
  return withLocalRows(state, name, rowsOf(state));
}

/** Its rows are set once the file is read. */
export const localAudit: LocalList = {again: readAgain};

/** Fill the list when it is opened. */
export const loadAuditRows = afterEveryEvent((_, step) => {
  const view = viewOf(step.state, 'list');
  if (view?.resource.local !== name || read.of(step.state).view === view.key) return step;
  return andThen(step, readAgain);
});
