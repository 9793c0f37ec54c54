import {uncapitalize} from '../../../base/capital.ts';
import {safeText} from '../../../base/safe-text.ts';
import {type KeyBinding, key} from '../../keys/binding.ts';
import {leaveWrite} from '../../locations/go-to.ts';
import {closeLocation} from '../../model/locations.ts';
import {type AppState, viewOf} from '../../model/state.ts';
import {type Action, after, andThen, noEffects, type Transition} from '../../model/transition.ts';
import {countExpected, countIn} from '../../write/counts.ts';
import type {RunStage} from '../../write/state.ts';
import {changesOf} from './change-rows.ts';
import {isPopup, withoutId} from './popup-lines.ts';
import {statusOf} from './write-lines.ts';

/** Return to where a write started; a verb's form closes too if it succeeded. */
export function closeReport(state: AppState, {outcomes}: RunStage): Transition {
  const isDone = outcomes.every(({state: how}) => how === 'done');
  const isVerb = viewOf(state, 'form')?.use !== undefined;
  return isDone && isVerb ? closeLocation(leaveWrite(state)) : noEffects(leaveWrite(state));
}

/**
 * Replace the report of a write by a notice once every request has succeeded and is verified, or
 * the only one was rejected and had no form: a form keeps its values to correct. Other reports stay
 * open.
 */
export const replaceReport = after(['write', 'taskResult'], (_, step) => {
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
  return (counts?.things ?? []).every(thing => {
    if (thing.after === undefined || counts === undefined) return false;
    return counts.values.every(({pointer}, at) => {
      const expected = countExpected(counts, thing, at);
      return expected === undefined || countIn(thing.after, pointer) === expected;
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

/** The result of a successful write: `HPAY: lead is Mateo Wren`. */
function resultText(run: RunStage, {nowMs}: AppState): string {
  const {plan, outcomes} = run;
  const [request, ...others] = plan.requests;
  const status = statusOf(run, {nowMs});
  if (request === undefined || others.length > 0) {
    return `${plan.title}: ${outcomes.length} done`;
  }
  if (status !== undefined) {
    const said = status.map(({text}) => text).join('');
    return `${request.label}: ${said.trim()}`;
  }
  const changed = changesOf(request, plan.called).filter(one => one.before !== one.after);
  const [change, ...more] = changed;
  const isUpdate = request.call.operation.effect === 'update';
  if (change === undefined || more.length > 0 || !isUpdate) {
    const {title, object} = plan;
    return title.includes(object) ? `${title}: done` : `${title}: ${safeText(object)}`;
  }
  const [object, field] = [safeText(plan.object), uncapitalize(change.field)];
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
