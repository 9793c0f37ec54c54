import {commandFor} from '../../../api/command-for.ts';
import {text} from '../../../base/column.ts';
import {parseJsonValue} from '../../../base/json-value.ts';
import {keysIn} from '../../keys/binding.ts';
import {showNotice} from '../../model/notice.ts';
import type {AppState} from '../../model/state.ts';
import {type Action, noEffects} from '../../model/transition.ts';
import {exportEffect} from '../../views/list/export.ts';
import {sendPlan} from '../../write/start-write.ts';
import type {Outcome, RunStage} from '../../write/state.ts';
import {closeReport} from './end-report.ts';
import {popupLines} from './popup-lines.ts';
import {lineOfOutcome, responseLines} from './report-lines.ts';
import {announced, inStage, movedTop, type WriteStageKind} from './stage.ts';
import {runLines} from './write-lines.ts';

/** A running queue stays on the screen until it is stopped. */
const stillSending: Action = state =>
  noEffects(showNotice(state, 'still sending: ctrl+c stops', 'warn'));

/** Start no further requests; pressed again, abort the running ones too. */
const stopQueue = inStage('running', (state, run) => {
  const text = run.stopping
    ? 'cancelling the running requests: they may still take effect'
    : 'stopping after the running requests; ctrl+c again cancels those too';
  return {
    state: showNotice({...state, write: {...run, stopping: true}}, text, 'warn'),
    effects: [{kind: 'write', effect: {kind: 'stop', run: run.run, now: run.stopping}}],
  };
});

const leaveReport = inStage('report', closeReport);

const retry = inStage('report', (state, report) => {
  const reason = whyNoRetry(report);
  if (reason !== undefined) return noEffects(showNotice(state, reason, 'warn'));
  return sendPlan(state, report.plan, toRetry(report), report.outcomes);
});

const nextFailure = inStage('report', (state, report) => {
  const lines = failuresOf(report).map(index => lineOfOutcome(report, index, state.columns));
  const next = lines.find(line => line > report.top) ?? lines[0];
  if (next === undefined) return noEffects(showNotice(state, 'nothing failed', 'good'));
  return noEffects({...state, write: {...report, top: next}});
});

/** Show the raw response, or the summary. */
const showAnswer = inStage('report', (state, report) =>
  noEffects({...state, write: {...report, asAnswer: !report.asAnswer, top: 0}}),
);

/**
 * The requests to retry: the failed ones or, if none failed, those not started. Never a request
 * that was or may have been carried out, even in part; nor, for plans in order, the requests after
 * it.
 */
function toRetry({plan, outcomes}: RunStage): readonly number[] {
  const indexes = (wanted: Outcome['state']) =>
    outcomes.flatMap(({state}, i) => (state === wanted ? [i] : []));
  if (plan.inOrder && indexes('unclear').length + indexes('partly').length > 0) return [];
  const failed = indexes('failed');
  return failed.length > 0 ? failed : indexes('left');
}

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
const exportReport = inStage('report', (state, report) => {
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

const reportKey = keysIn('report');

/** The key that exports the report of a queue. */
export const exportReportKey = reportKey(
  'E',
  'write the report to a CSV file: each object with its outcome and command',
  exportReport,
  {hint: 'export'},
);

const shown = {
  lines: runLines,
  popup: popupLines,
  spoken(run, state) {
    const {head, body} = runLines(run, state);
    return [...announced(head), ...announced(body.slice(run.top, run.top + 1))];
  },
  moved: (run, to, state) => ({
    ...run,
    top: movedTop(runLines(run, state), run.top, to, state),
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
    reportKey('enter', 'close the report', leaveReport, {hint: 'close', always: true}),
    reportKey('y', 'show the raw response, or the outcome', showAnswer, {
      hint: 'answer',
      needs: ({write}) =>
        write?.stage === 'report' && responseLines(write) !== undefined
          ? undefined
          : 'Responses: :journal',
    }),
    reportKey('.', 'retry failed requests, or send those not started', retry, {
      hint: 'retry',
      always: true,
      needs: ({write}) => (write?.stage === 'report' ? whyNoRetry(write) : 'nothing failed'),
    }),
    reportKey('n', 'next failure', nextFailure, {
      hint: 'next failure',
      needs: ({write}) =>
        write?.stage === 'report' && failuresOf(write).length > 0 ? undefined : 'nothing failed',
    }),
  ],
};
