import type {Trouble} from '../../model/load.ts';
import {roomLines} from '../../model/room.ts';
import type {AppState} from '../../model/state.ts';
import {type Parts, type Step, stay} from '../../model/step.ts';
import {heldBy} from '../../views/form/read-before.ts';
import {withEntry} from '../../write/journal.ts';
import {countEffects} from '../../write/start-write.ts';
import type {
  Before,
  Outcome,
  Previewed,
  RunStage,
  WriteEvent,
  WriteRequest,
} from '../../write/state.ts';
import {withRowsWritten, withStale} from './after-write.ts';
import {lineOfOutcome} from './report-lines.ts';
import {comesBack, whyChanged} from './take-back.ts';
import {runHeadLines} from './write-lines.ts';

/** What an event of writing makes of the state. */
export function updateWrite(state: AppState, event: WriteEvent, parts: Parts): Step {
  const {write} = state;
  switch (event.kind) {
    case 'planned': {
      if (write?.stage !== 'preview') return stay(state);
      const {previews, trouble} = event;
      return stay({...state, write: {...write, previews, trouble: write.trouble ?? trouble}});
    }
    case 'looked':
      return stay(looked(state, event));
    case 'named':
      return stay(named(state, event));
    case 'counted':
      return stay(counted(state, event));
    case 'began':
      return stay(
        inRun(state, event.run, run =>
          followed(withOutcome(run, event.index, running), event.index, state),
        ),
      );
    case 'waits':
      return stay(inRun(state, event.run, run => ({...run, waits: event.seconds})));
    case 'ended': {
      const next = {...state, journal: withEntry(state.journal, event.entry)};
      return stay(inRun(next, event.run, run => withOutcome(run, event.index, event.outcome)));
    }
    case 'finished':
      return {
        state: withStale(finished(state, event.run), event.wrote, parts),
        effects:
          write?.stage === 'running' && write.run === event.run && event.wrote.length > 0
            ? countEffects(write.plan, 'after')
            : [],
      };
    case 'checked':
      return stay(inRun(state, event.run, run => ({...run, checked: event.checked})));
  }
}

/** Why a write that takes another back cannot be sent, by what was found. */
function troubleOfLook({call, expects}: WriteRequest, before: Before): Trouble | undefined {
  if (expects === undefined) return undefined;
  const text =
    'problem' in before
      ? before.problem
      : whyChanged(expects, heldBy(call.operation, before.text, call.given.inputs));
  if (text === undefined) return undefined;
  return {title: 'It is not taken back', text, advice: []};
}

/** The state with another preview, also below the dialog that asks for it. */
function inPreview(state: AppState, change: <S extends Previewed>(preview: S) => S): AppState {
  const {write} = state;
  return write && 'previews' in write ? {...state, write: change(write)} : state;
}

/** What the object of a request holds, beside it. */
function looked(state: AppState, {call, before}: Extract<WriteEvent, {kind: 'looked'}>): AppState {
  return inPreview(state, preview => {
    const {plan} = preview;
    const known = plan.requests.find(one => one.call === call);
    const trouble = preview.trouble ?? (known && troubleOfLook(known, before));
    const requests = plan.requests.map(one => (one.call === call ? {...one, before} : one));
    // What is there now says more of that than the record.
    const back = (one: WriteRequest | undefined): number => (one && comesBack(one) ? 1 : 0);
    const now = requests.find(one => one.call === call);
    const undoable = plan.undoable + back(now) - back(known);
    const but = (now && comesBack(now)) || {but: []};
    const stay = [...new Set([...(plan.stay ?? []), ...but.but])];
    return {...preview, trouble, plan: {...plan, requests, undoable, stay}};
  });
}

/** What a thing counts, beside it. */
function counted(
  state: AppState,
  {by, when, text}: Extract<WriteEvent, {kind: 'counted'}>,
): AppState {
  const {write} = state;
  if (write === undefined || !('plan' in write)) return state;
  const {plan} = write;
  if (plan.counts === undefined) return state;
  const things = plan.counts.things.map(one => (one.by === by ? {...one, [when]: text} : one));
  return {...state, write: {...write, plan: {...plan, counts: {...plan.counts, things}}}};
}

/** The object's name in place of its id, while nothing of it was typed. */
function named(state: AppState, {by, name}: Extract<WriteEvent, {kind: 'named'}>): AppState {
  if (state.write?.stage === 'confirm' && state.write.typed !== '') return state;
  return inPreview(state, preview => {
    const {plan} = preview;
    if (plan.namedBy !== by || plan.object === name) return preview;
    const requests = plan.requests.map(one => ({...one, label: `${one.label}: ${name}`}));
    return {...preview, plan: {...plan, object: name, requests}};
  });
}

const running: Outcome = {state: 'running', text: ''};

function inRun(state: AppState, run: number, change: (stage: RunStage) => RunStage): AppState {
  const {write} = state;
  if (write?.stage !== 'running' && write?.stage !== 'report') return state;
  return write.run === run ? {...state, write: change(write)} : state;
}

/** The request that began is on the screen, unless somebody scrolled. */
function followed(run: RunStage, index: number, state: AppState): RunStage {
  if (!run.follows) return run;
  const room = roomLines(state) - runHeadLines;
  const line = lineOfOutcome(run, index, state.columns);
  return {...run, top: Math.max(run.top, line - room + 1)};
}

function withOutcome(run: RunStage, index: number, outcome: Outcome): RunStage {
  const outcomes = run.outcomes.map((before, i) => (i === index ? outcome : before));
  return {...run, outcomes, waits: undefined};
}

/** The report of a queue that ended. */
function finished(state: AppState, run: number): AppState {
  const {write} = state;
  if (write?.stage !== 'running' || write.run !== run) return state;
  const left = write.stopping ? 'stopped before it began' : 'not started after the failure';
  const outcomes = write.outcomes.map(
    (outcome): Outcome => (outcome.state === 'waiting' ? {state: 'left', text: left} : outcome),
  );
  const isSent = outcomes.some(outcome => outcome.state === 'done');
  const checked = isSent && write.plan.check ? 'checking' : undefined;
  const report = {...write, stage: 'report', outcomes, checked, waits: undefined} as const;
  return withRowsWritten({...state, write: report}, report);
}
