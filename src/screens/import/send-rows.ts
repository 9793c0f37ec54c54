import {readOutcome} from '../../api/journal/read-outcome.ts';
import type {ResolvedCall} from '../../api/request-plan.ts';
import {refOfCall} from '../../api/resolve-call.ts';
import {checkRow} from '../../api/table/check-row.ts';
import {counted} from '../../base/counted.ts';
import {findJson, readPointer} from '../../base/json-value.ts';
import {fetchText} from '../../state/ask/ask.ts';
import {errorLine} from '../../state/ask/error-summary.ts';
import {keysIn} from '../../state/keys/binding.ts';
import {actionForView} from '../../state/model/actions.ts';
import {withView} from '../../state/model/locations.ts';
import {showNotice} from '../../state/model/notice.ts';
import {withoutPrompt} from '../../state/model/prompt-kind.ts';
import {type AppState, viewOf} from '../../state/model/state.ts';
import {
  type Action,
  afterEvents,
  afterEveryEvent,
  noEffects,
  type Task,
  type Transition,
} from '../../state/model/transition.ts';
import {rowAtCursor} from '../../state/views/list/list-update.ts';
import {clearSelection} from '../../state/views/list/marks.ts';
import type {ListView} from '../../state/views/list/state.ts';
import {makePlan} from '../../state/write/make-plan.ts';
import {planRequests, startWrite} from '../../state/write/start-write.ts';
import type {WriteEvent, WriteRequest} from '../../state/write/state.ts';
import {importName, replacedReason, tableOf, withTable} from './import-list.ts';
import {
  changeRows,
  type ImportedTable,
  type ImportRow,
  importedTable,
  labelOf,
  unsentProblem,
} from './import-rows.ts';

/** The rows that ctrl+s sends: the selected ones or all, without those that are done. */
function rowsToSend({rows}: ImportedTable, {marked}: ListView): readonly ImportRow[] {
  return rows.filter(
    ({line, state}) =>
      (marked.size === 0 || marked.has(String(line))) && (state === 'ready' || state === 'failed'),
  );
}

/** Return why ctrl+s has nothing to send. */
function whyNotSent(table: ImportedTable, view: ListView): string | undefined {
  if (table.sending !== undefined) return 'rows are being sent';
  const rows = rowsToSend(table, view);
  const wrong = rows.filter(({problems}) => problems.length > 0);
  if (wrong.length > 0) {
    return `${counted(wrong.length, 'row')} invalid, the first on line ${wrong[0]?.line}: enter edits a row, D drops it`;
  }
  if (rows.length > 0) return undefined;
  const unclear = table.rows.filter(({state: of}) => of === 'unclear').length;
  return unclear === 0
    ? 'no rows left to send'
    : `the outcome of ${counted(unclear, 'row')} is not known`;
}

const requestOf = ({operation}: ImportedTable, row: ImportRow, nowMs: number): WriteRequest => ({
  label: labelOf(row),
  rows: [String(row.line)],
  call: {operation, given: checkRow(operation, row.values, nowMs).given},
});

const titleOf = ({operation, file}: ImportedTable, count: number): string =>
  `${operation.summary}: ${counted(count, 'row')} of ${file}`;

const previewRows: Action = actionForView('list', (state, view) => {
  const table = tableOf(state, view);
  const reason = table === undefined ? replacedReason : whyNotSent(table, view);
  if (table === undefined || reason !== undefined) {
    return noEffects(showNotice(state, reason ?? replacedReason, 'warn'));
  }
  const rows = rowsToSend(table, view);
  const title = titleOf(table, rows.length);
  const requests = rows.map(row => requestOf(table, row, state.nowMs));
  const {notes = []} = table.operation;
  return startWrite(state, makePlan({title, object: String(rows.length), requests, notes}, state));
});

const dropRows: Action = actionForView('list', (state, view) => {
  const table = tableOf(state, view);
  const at = rowAtCursor(view)?.id;
  if (table === undefined) return noEffects(state);
  const dropped = view.marked.size > 0 ? view.marked : new Set(at === undefined ? [] : [at]);
  const rows = table.rows.filter(({line}) => !dropped.has(String(line)));
  return noEffects(withTable(withView(state, clearSelection(view)), {...table, rows}));
});

const key = keysIn(importName);

export const importKeys = [
  key('ctrl+s', 'preview the requests of the selected rows, or of all', previewRows, {
    // Shown with invalid rows too: pressed, it says which.
    always: true,
    hint(state) {
      const view = viewOf(state, 'list');
      const table = tableOf(state, view);
      const count = view && table ? rowsToSend(table, view).length : 0;
      return count === 0 ? undefined : `preview ${counted(count, 'row')}`;
    },
  }),
  key('D', 'drop the row, or the selected ones, from the import', dropRows, {
    needs: state =>
      importedTable.of(state)?.sending === undefined ? undefined : 'rows are being sent',
    hint: 'drop',
    menu: 'Drop from the import',
  }),
];

/** Show the outcome of each request in its row, also of one that undoes or redoes its write. */
export const updateImport = afterEvents(['write'], (_, step, {event}) => {
  const started = event.kind === 'ended' ? withUndo(step.state, event) : withRun(step.state, event);
  const table = importedTable.of(started);
  if (table?.sending === undefined || !('run' in event) || event.run !== table.sending.run) {
    return {...step, state: started};
  }
  if (event.kind === 'finished') return finished(step, started, table);
  if (event.kind !== 'began' && event.kind !== 'ended') return step;
  const line = table.sending.lines[event.index] ?? 0;
  const change = (row: ImportRow): ImportRow =>
    event.kind === 'began'
      ? {...row, state: 'running', result: ''}
      : {...row, ...outcomeOf(event), state: event.outcome.state};
  return {...step, state: withTable(started, changeRows(table, [line], change))};
});

/** Refuse another profile, which would drop the imported table, while edited rows are not sent. */
export const holdProfile = afterEveryEvent((before, step) => {
  if (step.effects.every(({kind}) => kind !== 'connect')) return step;
  const problem = unsentProblem(before);
  if (problem === undefined) return step;
  return noEffects(showNotice(withoutPrompt(before), problem, 'warn'));
});

/** An undone row can be sent again; the redo makes it done. */
function withUndo(state: AppState, {outcome, entry}: Ended): AppState {
  const table = importedTable.of(state);
  const undoes = readPointer(findJson(entry), '/undoes');
  const row = table?.rows.find(one => one.entry !== undefined && one.entry === undoes);
  if (table === undefined || row === undefined || outcome.state !== 'done') return state;
  const now = row.state === 'done' ? ({state: 'ready', result: 'undone'} as const) : undefined;
  const change = (): ImportRow => ({
    ...row,
    state: 'done',
    ...outcomeOf({outcome, entry}),
    ...now,
  });
  return withTable(state, changeRows(table, [row.line], change));
}

/** Note the run that sends rows of the table. */
function withRun(state: AppState, event: WriteEvent): AppState {
  const table = importedTable.of(state);
  const {write} = state;
  if (event.kind !== 'began' || write?.stage !== 'running' || write.run !== event.run) return state;
  const {plan} = write;
  if (table === undefined || plan.title !== titleOf(table, plan.requests.length)) return state;
  if (table.sending?.run === event.run) return state;
  const lines = plan.requests.map(({rows: [line] = []}) => Number(line));
  return importedTable.with(state, {...table, sending: {run: event.run, lines}});
}

type Ended = Pick<Extract<WriteEvent, {kind: 'ended'}>, 'outcome' | 'entry'>;

function outcomeOf({outcome, entry}: Ended): Pick<ImportRow, 'result' | 'entry'> {
  const {state, text} = outcome;
  if (state !== 'done') return {result: text};
  const value = findJson(entry);
  const id = readPointer(value, '/ids/0');
  return {
    result: id === undefined ? text : `id ${String(id)}`,
    entry: String(readPointer(value, '/id')),
  };
}

/** After the last request, read whether the writes without a clear outcome were carried out. */
function finished(step: Transition, state: AppState, {sending: _, ...table}: ImportedTable) {
  const shown = withTable(state, table);
  const unclear = table.rows.filter(row => row.state === 'unclear');
  if (unclear.length === 0) return {...step, state: shown};
  const effect = {
    kind: 'task',
    slot: 'import-unclear',
    run: readUnclear(shown, table, unclear),
    asks: true,
  } as const;
  return {state: shown, effects: [...step.effects, effect]};
}

function readUnclear(state: AppState, table: ImportedTable, rows: readonly ImportRow[]): Task {
  const {requests} = planRequests(
    rows.map(row => requestOf(table, row, state.nowMs)),
    state,
  );
  return async (ports, {signal}) => {
    const reads = new Map<string, Promise<string>>();
    const reader = {
      send(call: ResolvedCall): Promise<string> {
        const key = JSON.stringify([call.operation.group, call.operation.name, call.given]);
        const text = reads.get(key) ?? fetchText(refOfCall(call), {}, ports, signal);
        reads.set(key, text);
        return text;
      },
      now: () => ports.clock.now(),
      signal,
      explain: errorLine,
    };
    for (const [i, {call, planned}] of requests.entries()) {
      const row = rows[i];
      if (row === undefined || planned === undefined || signal.aborted) return;
      const outcome = await readOutcome(call, planned.plan, ordinalOf(table, row), reader);
      if (signal.aborted) return;
      ports.dispatch({
        kind: 'taskResult',
        take: now => noEffects(withOutcome(now, table, row, outcome)),
      });
    }
  };
}

/** Of several equal rows, the number of this one, from 1: so many objects must exist. */
function ordinalOf({rows}: ImportedTable, row: ImportRow): number {
  const same = JSON.stringify(row.values);
  return rows.filter(
    ({line, state, values}) =>
      line === row.line ||
      (JSON.stringify(values) === same &&
        (state === 'done' || (state === 'unclear' && line < row.line))),
  ).length;
}

function withOutcome(
  state: AppState,
  {id}: ImportedTable,
  {line}: ImportRow,
  outcome: Awaited<ReturnType<typeof readOutcome>>,
): AppState {
  const table = importedTable.of(state);
  if (table?.id !== id) return state;
  const change = (row: ImportRow): ImportRow => {
    if (row.state !== 'unclear') return row;
    if ('problem' in outcome) return {...row, result: `cannot be read: ${outcome.problem}`};
    if (!outcome.isDone) return {...row, state: 'failed', result: 'read: not carried out'};
    return {
      ...row,
      state: 'done',
      result: outcome.id === undefined ? 'read: done' : `id ${outcome.id}`,
    };
  };
  return withTable(state, changeRows(table, [line], change));
}
