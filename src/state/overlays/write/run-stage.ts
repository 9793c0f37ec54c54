import {commandFor} from '../../../api/command-for.ts';
import {nameIn, objectOf} from '../../../api/journal/object-of.ts';
import {uncapitalize} from '../../../base/capital.ts';
import {text} from '../../../base/column.ts';
import {isArray, isObject, parseJsonValue} from '../../../base/json-value.ts';
import {safeText} from '../../../base/safe-text.ts';
import {type KeyBinding, key, keysIn} from '../../keys/binding.ts';
import {leaveWrite} from '../../locations/go-to.ts';
import {closeLocation} from '../../model/locations.ts';
import {showNotice} from '../../model/notice.ts';
import {type AppState, viewOf} from '../../model/state.ts';
import {
  type Action,
  afterEvents,
  andThen,
  noEffects,
  type Transition,
} from '../../model/transition.ts';
import {exportEffect} from '../../views/list/export.ts';
import {expectedCount, readCount} from '../../write/counts.ts';
import {sendPlan} from '../../write/start-write.ts';
import type {Outcome, RunStage, WriteRequest} from '../../write/state.ts';
import {changesOf} from './change-rows.ts';
import {isPopup, popupLines, withoutId} from './popup-lines.ts';
import {lineOfOutcome, responseLines, toRetry} from './report-lines.ts';
import {actionForStage, announcedTexts, scrolledTop, type WriteStageKind} from './stage.ts';
import {runLines, startsTask, statusOf} from './write-lines.ts';

/** A running queue stays on the screen until it is stopped. */
const stillSending: Action = state =>
  noEffects(showNotice(state, 'still sending: ctrl+c stops', 'warn'));

/** Start no further requests; pressed again, abort the running ones too. */
const stopQueue = actionForStage('running', (state, run) => {
  const text = run.stopping
    ? 'cancelling the running requests: they may still take effect'
    : 'stopping after the running requests; ctrl+c again cancels those too';
  return {
    state: showNotice({...state, write: {...run, stopping: true}}, text, 'warn'),
    effects: [{kind: 'write', effect: {kind: 'stop', run: run.run, now: run.stopping}}],
  };
});

const leaveReport = actionForStage('report', closeReport);

const retry = actionForStage('report', (state, report) => {
  const reason = whyNoRetry(report);
  if (reason !== undefined) return noEffects(showNotice(state, reason, 'warn'));
  return sendPlan(state, report.plan, toRetry(report), report.outcomes);
});

const nextFailure = actionForStage('report', (state, report) => {
  const lines = failuresOf(report).map(index => lineOfOutcome(report, index, state.columns));
  const next = lines.find(line => line > report.top) ?? lines[0];
  if (next === undefined) return noEffects(showNotice(state, 'nothing failed', 'good'));
  return noEffects({...state, write: {...report, top: next}});
});

/** Show the raw response, or the summary. */
const showAnswer = actionForStage('report', (state, report) =>
  noEffects({...state, write: {...report, asAnswer: !report.asAnswer, top: 0}}),
);

/** Return why nothing of a report can be retried; undefined if something can. */
function whyNoRetry(run: RunStage): string | undefined {
  if (toRetry(run).length > 0) return undefined;
  const has = (wanted: Outcome['state']) => run.outcomes.some(({state}) => state === wanted);
  if (has('unclear')) return 'the request may have succeeded: check first, then start again';
  return has('partly') ? 'only part of the request failed: send that part alone' : 'nothing failed';
}

/** Indexes of the requests of a report that did not succeed. */
function failuresOf({outcomes}: RunStage): readonly number[] {
  const wrong: readonly Outcome['state'][] = ['failed', 'partly', 'unclear'];
  return outcomes.flatMap(({state}, i) => (wrong.includes(state) ? [i] : []));
}

const columns = [
  text('WHAT', '/what'),
  text('RESULT', '/result'),
  text('SAID', '/said'),
  text('COMMAND', '/command'),
];

/** The outcomes of a queue's requests, as rows of a file. */
function reportRows({plan, outcomes}: RunStage, {session}: AppState) {
  return plan.requests.map(({label, call}, i) => {
    const {state: result, text: said} = outcomes[i] ?? {state: 'left', text: ''};
    const command = commandFor(call, session.flags[call.operation.service]);
    const row = JSON.stringify({what: label, result, said, command});
    return {text: row, value: parseJsonValue(row)};
  });
}

/** Export the report on the screen, with one line per request. */
const exportReport = actionForStage('report', (state, report) => {
  const day = new Date(state.nowMs).toISOString().slice(0, 10);
  const words = report.plan.title
    .replace(/[^A-Za-z0-9]+/g, '-')
    .slice(0, 40)
    .toLowerCase();
  const path = `report-${words}-${day}-${report.run}.csv`;
  const target = {to: 'file', path, format: 'csv'} as const;
  return {
    state: showNotice(state, 'writing the report…', 'dim'),
    effects: [exportEffect({target, rows: reportRows(report, state), columns})],
  };
});

const inReport = keysIn('report');

/** The key that exports the report of a queue. */
export const exportReportKey = inReport(
  'E',
  'write the report to a CSV file: each object with its outcome and command',
  exportReport,
  {hint: 'export'},
);

const shown = {
  lines: runLines,
  popup: popupLines,
  announcement(run, state) {
    const {head, body} = runLines(run, state);
    return [...announcedTexts(head), ...announcedTexts(body.slice(run.top, run.top + 1))];
  },
  moved: (run, to, state) => ({
    ...run,
    top: scrolledTop(runLines(run, state), run.top, to, state),
    follows: false,
  }),
} satisfies WriteStageKind<RunStage>;

/** The stage of running requests. */
export const runningStage: WriteStageKind<RunStage> = {
  ...shown,
  back: stillSending,
  stop: stopQueue,
};

/** The stage of their report. */
export const reportStage: WriteStageKind<RunStage> = {
  ...shown,
  back: leaveReport,
  stop: leaveReport,
  keys: [
    inReport('enter', 'close the report', leaveReport, {hint: 'close', always: true}),
    inReport('y', 'show the raw response, or the outcome', showAnswer, {
      hint: 'response',
      needs: ({write}) =>
        write?.stage === 'report' && responseLines(write) !== undefined
          ? undefined
          : 'Responses: :journal',
    }),
    inReport('.', 'retry failed requests, or send those not started', retry, {
      hint: 'retry',
      always: true,
      needs: ({write}) => (write?.stage === 'report' ? whyNoRetry(write) : 'nothing failed'),
    }),
    inReport('n', 'next failure', nextFailure, {
      hint: 'next failure',
      needs: ({write}) =>
        write?.stage === 'report' && failuresOf(write).length > 0 ? undefined : 'nothing failed',
    }),
  ],
};

/** Return to where a write started; a verb's form closes too if it succeeded. */
function closeReport(state: AppState, {outcomes}: RunStage): Transition {
  const isDone = outcomes.every(({state: how}) => how === 'done');
  const isVerb = viewOf(state, 'form')?.use !== undefined;
  return isDone && isVerb ? closeLocation(leaveWrite(state)) : noEffects(leaveWrite(state));
}

/**
 * Replace the report of a write by a notice once every request has succeeded and is verified, or
 * the only one was rejected and had no form: a form keeps its values to correct. Other reports stay
 * open.
 */
export const replaceReport = afterEvents(['write', 'taskResult'], (_, step) => {
  const {write} = step.state;
  if (write?.stage !== 'report' || write.reopened) return step;
  const isRejected = isRejectedAlone(write, step.state);
  if (!isRejected && !isClean(write)) return step;
  return andThen(step, state => {
    const {state: closed, effects} = closeReport(state, write);
    const notice = isRejected ? rejectedNotice(write) : noticeOf(write, state);
    return {state: {...closed, reported: write, notice}, effects};
  });
});

/** Whether the only request of a popup without a form was rejected. */
function isRejectedAlone(run: RunStage, state: AppState): boolean {
  const {outcomes, plan} = run;
  if (outcomes.length !== 1 || outcomes[0]?.state !== 'failed') return false;
  return plan.counts === undefined && viewOf(state, 'form') === undefined && isPopup(run, state);
}

function rejectedNotice({plan, outcomes}: RunStage): NonNullable<AppState['notice']> {
  const text = `✗ ${plan.title}: ${outcomes[0]?.text ?? ''} · enter details · esc dismisses`;
  return {text, tone: 'bad', stays: 'unread', hasReport: true};
}

/** Whether every request succeeded, and the reads afterwards returned the expected values. */
function isClean({outcomes, checked, plan: {counts}}: RunStage): boolean {
  if (outcomes.some(({state}) => state !== 'done')) return false;
  if (checked === 'checking' || checked?.problem !== undefined) return false;
  if (checked !== undefined && checked.ignored.length > 0) return false;
  return (counts?.entities ?? []).every(thing => {
    if (thing.after === undefined || counts === undefined) return false;
    return counts.values.every(({pointer}, at) => {
      const expected = expectedCount(counts, thing, at);
      return expected === undefined || readCount(thing.after, pointer) === expected;
    });
  });
}

function noticeOf(run: RunStage, state: AppState): NonNullable<AppState['notice']> {
  const {plan} = run;
  // The counts before and after deserve a report.
  const hasReport = plan.requests.length > 1 || plan.counts !== undefined;
  const {leftOut} = plan;
  const text = [
    leftOut === undefined ? `✓ ${resultText(run, state)}` : `${resultText(run, state)}. ${leftOut}`,
    ...(plan.undoable > 0 ? ['u undo'] : []),
    ...(hasReport ? ['enter details'] : []),
  ].join(' · ');
  return {
    text,
    tone: leftOut === undefined ? 'good' : 'warn',
    stays: true,
    ...(hasReport && {hasReport}),
  };
}

function doneText(title: string, object: string): string {
  return title.includes(object) ? `${title}: done` : `${title}: ${object}`;
}

/** The object of a request; if the plan has only its id, the name read just before. */
function objectName(object: string, {before, call}: WriteRequest): string {
  const isId = objectOf(call).ids.includes(object);
  if (!isId || before === undefined || before === 'looking' || 'problem' in before) return object;
  const answer = parseJsonValue(before.text);
  const value = isArray(answer) ? answer[0] : answer;
  // A scheme of a project is read without the project.
  const ids = ['id', 'key', 'accountId', 'groupId'].flatMap(member =>
    isObject(value) && value[member] !== undefined ? [String(value[member])] : [],
  );
  const isOther = ids.length > 0 && !ids.includes(object);
  return (isOther ? undefined : nameIn(answer)) ?? object;
}

/** The result of a successful write: `HPAY: lead is Mateo Wren`. */
function resultText(run: RunStage, state: AppState): string {
  const {plan, outcomes} = run;
  const [request, ...others] = plan.requests;
  const status = statusOf(run, state);
  const isOne = request !== undefined && others.length === 0;
  if (status !== undefined) {
    const said = status.map(({text}) => text).join('');
    return `${isOne ? request.label : plan.title}: ${said.trim()}`;
  }
  if (startsTask(plan)) return `${plan.title}: started, in the background (T shows it)`;
  if (!isOne) return `${plan.title}: ${outcomes.length} done`;
  const name = safeText(objectName(plan.object, request));
  const changed = changesOf(request, plan.called).filter(one => one.before !== one.after);
  const [change, ...more] = changed;
  const isUpdate = request.call.operation.effect === 'update';
  // A cell of a matrix is no field of the object that the plan is about.
  const isField = isUpdate && viewOf(state, 'matrix') === undefined;
  if (change === undefined || more.length > 0 || !isField) return doneText(plan.title, name);
  const [object, field] = [name, uncapitalize(change.field)];
  // `Highest: priority is Highest` would not say that it is the default now.
  if (object === field || object === safeText(withoutId(change.after)))
    return doneText(plan.title, name);
  if (change.after === 'yes') return `${object}: ${field}`;
  if (change.after === 'no') return `${object}: not ${field}`;
  return `${object}: ${field} is ${safeText(withoutId(change.after))}`;
}

/** Open the report of the last successful write. */
const openReport: Action = state =>
  noEffects(
    state.reported === undefined
      ? state
      : {...state, notice: undefined, write: {...state.reported, reopened: true, top: 0}},
  );

/** The key that opens the report of the last write, while a notice offers it. */
export const reportKey: KeyBinding = key(
  'enter',
  'details of the change just made, while its notice is shown',
  openReport,
  {
    scopes: ['list', 'text', 'home', 'matrix'],
    only: ({notice, reported}) => notice?.hasReport === true && reported !== undefined,
  },
);
