import {describeHere, rawHere} from '../../model/acts.ts';
import {closeLocation} from '../../model/locations.ts';
import {say} from '../../model/notice.ts';
import type {Row} from '../../model/row.ts';
import {type AppState, viewOf} from '../../model/state.ts';
import {type Act, type Parts, type Step, stay} from '../../model/step.ts';
import type {VerbUse} from '../../model/verb.ts';
import {openForm, openQuestion, openVerbForm} from '../../views/form/open-form.ts';
import {prefilled} from '../../views/form/prefill.ts';
import {carry, liftRows, whereCarried} from '../../views/list/lift.ts';
import {clearedBy} from '../../write/counts.ts';
import {whyNotSent} from '../../write/gate.ts';
import {planOfRows} from '../../write/make-plan.ts';
import {commandsOfWrite} from '../../write/plan-commands.ts';
import {planOfVerb, wordsAlone} from '../../write/plan-verb.ts';
import {readyTimer, sendPlan, startWrite} from '../../write/start-write.ts';
import type {
  AskStage,
  ConfirmStage,
  MenuStage,
  Outcome,
  PreviewStage,
  RunStage,
  WriteIntent,
} from '../../write/state.ts';
import {menuOf, noAction, shownOf, typedInMenu, whyNoMenu} from './verb-menu.ts';
import {rowsWithin, type VerbHere, verbsHere} from './verbs-here.ts';
import {failuresOf} from './write-scroll.ts';

/** Do what a key asks of a write. */
export function doWrite(state: AppState, intent: WriteIntent, parts: Parts): Step {
  const {write} = state;
  if (intent === 'menu') return openMenu(state, parts);
  if (intent === 'copy') return copyCommands(state);
  switch (write?.stage) {
    case undefined:
      return stay(state);
    case 'menu':
      return intent === 'accept'
        ? choose(state, write, parts)
        : stay(menuBack(state, write, intent, parts));
    case 'ask':
      if (intent === 'accept') return answer(state, write);
      return stay(intent === 'stop' ? closed(state) : {...state, write: write.menu});
    case 'preview':
      return inPreview(state, write, intent);
    case 'confirm':
      return inDialog(state, write, intent);
    case 'running':
      return inQueue(state, write, intent);
    case 'report':
      return inReport(state, write, intent);
  }
}

function closed(state: AppState): AppState {
  return {...state, write: undefined};
}

function openMenu(state: AppState, parts: Parts): Step {
  const reason = whyNoMenu(state);
  if (reason !== undefined) return stay(say(state, reason, 'warn'));
  const menu = menuOf(state, parts);
  if (menu.found.every(({kind}) => kind === 'look')) return stay(say(state, noAction, 'warn'));
  return stay({...state, help: undefined, write: menu});
}

/** What was typed goes first, then the operations, then the menu. */
function menuBack(state: AppState, menu: MenuStage, intent: WriteIntent, parts: Parts): AppState {
  if (intent === 'stop') return closed(state);
  if (menu.typed !== undefined) return {...state, write: typedInMenu(menu, undefined)};
  const write = menuOf(state, parts);
  return menu.all && !write.all ? {...state, write} : closed(state);
}

/** Choose an entry of the menu by its letter. */
export function chooseByKey(letter: string): Act {
  return (state, parts) => {
    const {write} = state;
    if (write?.stage !== 'menu') return stay(state);
    const cursor = write.entries.findIndex(({key}) => key === letter);
    return cursor === -1 ? stay(state) : choose(state, {...write, cursor}, parts);
  };
}

function choose(state: AppState, menu: MenuStage, parts: Parts): Step {
  const entry = menu.entries[menu.cursor];
  if (entry === undefined) return stay(state);
  if (entry.reason !== undefined) return stay(say(state, entry.reason, 'warn'));
  if (entry.kind === 'all') {
    const all = {...menu, all: true, typed: undefined, cursor: 0};
    return stay({...state, write: {...all, entries: shownOf(all)}});
  }
  if (entry.kind === 'look') {
    return (entry.look === 'raw' ? rawHere : describeHere)(closed(state), parts);
  }
  if (entry.kind === 'key') {
    const found = parts.rowKeys(state).find(({text}) => text === entry.text);
    return found === undefined ? stay(state) : found.run(closed(state), parts);
  }
  // An object that is looked at has verbs as its row has.
  if (entry.kind === 'verb') return runVerb(state, entry.use, menu);
  const view = viewOf(state, 'list');
  const {rows} = menu;
  if (entry.kind === 'question') return openQuestion(closed(state), entry.question, rows);
  if (view === undefined || rows.length === 1) {
    return openForm(closed(state), entry.text, rows[0]);
  }
  const {operation} = entry;
  const given = (row: Row) => ({inputs: prefilled(operation, state, row)});
  return startWrite(state, planOfRows(operation, view.resource.noun, rows, given, state));
}

/** Do a verb: ask for days, open its form, or show its preview. */
function runVerb(state: AppState, use: VerbUse, menu: MenuStage): Step {
  const {verb} = use;
  if (typeof verb.rows === 'object') {
    const ask: AskStage = {
      stage: 'ask',
      menu,
      use,
      question: `${wordsAlone(verb).replace(/ N days$/, '')} how many days?`,
      text: String(verb.rows.withinDays),
      problem: undefined,
    };
    return stay({...state, write: ask});
  }
  const carried = whereCarried(closed(state), use);
  if (carried !== undefined) {
    const {state: lifted, effects} = liftRows(carried.state, use);
    return {state: lifted, effects: [...carried.effects, ...effects]};
  }
  if (verb.asks !== undefined) return openVerbForm(closed(state), use);
  return startWrite(state, planOfVerb(use, state));
}

/** Do the verb that claims a letter; where none does, or it cannot be done now, that is said. */
export function doVerbOfKey(letter: string): Act {
  return (state, parts) => {
    const found = verbOfKey(state, letter);
    if (typeof found === 'string') return stay(say(state, found, 'warn'));
    return runVerb(state, found.use, menuOf(state, parts));
  };
}

/** Lift the row under the cursor, or the marked ones, and carry it so many places. */
export function carryRow(by: number): Act {
  return (state, parts) => {
    const {state: lifted} = doVerbOfKey('m')(state, parts);
    return carry(at => at + by)(lifted, parts);
  };
}

/** The verb here that claims a letter, or why none can be done by it. */
export function verbOfKey(state: AppState, letter: string): VerbHere | string {
  const found = verbsHere(state).find(({use}) => use.verb.key === letter);
  if (found === undefined) return 'there is no such verb here: x lists them';
  return found.reason === undefined ? found : `${wordsAlone(found.use.verb)}: ${found.reason}`;
}

function answer(state: AppState, ask: AskStage): Step {
  const view = viewOf(state, 'list');
  const {use} = ask;
  const {rows} = use.verb;
  if (view === undefined || typeof rows !== 'object') return stay(state);
  const wrong = (problem: string) => stay({...state, write: {...ask, problem}});
  if (!/^\d{1,4}$/.test(ask.text.trim())) return wrong('a number of days');
  const days = Number(ask.text);
  const found = rowsWithin(view.rows, rows.pointer, days, state.nowMs);
  if (found.length === 0) return wrong(`none expires within ${days} days`);
  return startWrite(state, planOfVerb({...use, rows: found}, state));
}

function inPreview(state: AppState, preview: PreviewStage, intent: WriteIntent): Step {
  if (intent === 'back' || intent === 'stop') return stay(closed(state));
  if (intent === 'request') {
    return stay({...state, write: {...preview, asRequest: !preview.asRequest, top: 0}});
  }
  const {plan, trouble} = preview;
  if (intent === 'clear') return stay(clearing(state, preview));
  if (intent !== 'accept' || !preview.ready) return stay(state);
  if (preview.strays !== undefined) return again(state, preview, preview.strays);
  if (trouble !== undefined) return stay(say(state, `nothing sent: ${trouble.title}`, 'bad'));
  const reason = whyNotSent(state) ?? whyNotYet(preview);
  if (reason !== undefined) return stay(say(state, reason, 'warn'));
  if (plan.risk < 2) return sendPlan(state, plan);
  const confirm: ConfirmStage = {
    stage: 'confirm',
    preview,
    focus: 'cancel',
    typed: '',
    problem: undefined,
    ready: false,
  };
  return {state: {...state, write: confirm}, effects: [readyTimer]};
}

/** Whoever typed a word here, and enter behind it, meant no preview: it takes another enter. */
function again(state: AppState, preview: PreviewStage, strays: string): Step {
  const text = `not sent: “${strays}” was typed, which does nothing here; enter again sends it`;
  const write = {...preview, strays: undefined, ready: false};
  return {state: say({...state, write}, text, 'warn'), effects: [readyTimer]};
}

/** What nothing takes the place of may be cleared. */
function clearing(state: AppState, preview: PreviewStage): AppState {
  const {plan} = preview;
  if (plan.counts === undefined) return state;
  const counts = {...plan.counts, clears: true};
  return {...state, write: {...preview, plan: {...plan, counts}}};
}

/** Why there is nothing that would be cleared, and so nothing to allow. */
export function whyNothingCleared({write}: AppState): string | undefined {
  const counts = write?.stage === 'preview' ? write.plan.counts : undefined;
  const isSome = counts !== undefined && !counts.clears && clearedBy(counts).length > 0;
  return isSome ? undefined : 'nothing is cleared here';
}

/** What takes another write back waits until it is known that nothing changed since, and what clears until that is allowed. */
function whyNotYet({plan}: PreviewStage): string | undefined {
  const waits = plan.requests.some(
    ({expects, before}) => expects !== undefined && before === 'looking',
  );
  if (waits) return 'still looking whether it changed since';
  const {counts} = plan;
  if (counts === undefined || counts.clears) return undefined;
  if (counts.things[0]?.before === undefined) return 'still counting what would be cleared';
  const lost = clearedBy(counts);
  return lost.length === 0 ? undefined : `${lost.join(', ')} would be cleared: c allows it`;
}

function inDialog(state: AppState, dialog: ConfirmStage, intent: WriteIntent): Step {
  const {preview, focus, ready, typed} = dialog;
  const {plan} = preview;
  if (intent === 'back') return stay({...state, write: preview});
  if (intent === 'stop') return stay(closed(state));
  if (!ready) return stay(state);
  if (intent === 'focus') {
    return stay({...state, write: {...dialog, focus: focus === 'cancel' ? 'send' : 'cancel'}});
  }
  if (plan.risk === 3) {
    if (intent !== 'accept') return stay(state);
    if (typed === plan.object) return sendPlan(state, plan);
    return stay({...state, write: {...dialog, problem: `not sent: this is not ${plan.object}`}});
  }
  const isYes = intent === 'confirm' || (intent === 'accept' && focus === 'send');
  if (isYes) return sendPlan(state, plan);
  return intent === 'accept' ? stay({...state, write: preview}) : stay(state);
}

function inQueue(state: AppState, run: RunStage, intent: WriteIntent): Step {
  if (intent !== 'stop') {
    const isLeaving = intent === 'back' || intent === 'accept';
    return stay(isLeaving ? say(state, 'still sending: ctrl+c stops it', 'warn') : state);
  }
  const text = run.stopping
    ? 'giving up what runs: it may still be carried out'
    : 'stopping after the running requests; ctrl+c again gives those up too';
  return {
    state: say({...state, write: {...run, stopping: true}}, text, 'warn'),
    effects: [{kind: 'write', effect: {kind: 'stop', run: run.run, now: run.stopping}}],
  };
}

function inReport(state: AppState, report: RunStage, intent: WriteIntent): Step {
  switch (intent) {
    case 'accept':
    case 'back':
    case 'stop':
      return leaveReport(state, report);
    case 'retry': {
      const reason = whyNoRetry(report);
      if (reason !== undefined) return stay(say(state, reason, 'warn'));
      return sendPlan(state, report.plan, toRetry(report), report.outcomes);
    }
    case 'nextFailure': {
      const failures = failuresOf(report);
      const next = failures.find(i => i > report.top) ?? failures[0];
      if (next === undefined) return stay(say(state, 'nothing failed', 'good'));
      return stay({...state, write: {...report, top: next}});
    }
    default:
      return stay(state);
  }
}

/** Back to where the write began; the form of a verb that was done is done with too. */
function leaveReport(state: AppState, {outcomes}: RunStage): Step {
  const isDone = outcomes.every(({state: how}) => how === 'done');
  const isVerb = viewOf(state, 'form')?.use !== undefined;
  return isDone && isVerb ? closeLocation(closed(state)) : stay(closed(state));
}

/**
 * What is sent again: what failed, and without any what was not started. Never what may have been
 * carried out: that is looked at first; nor, in order, what comes after it.
 */
function toRetry({plan, outcomes}: Pick<RunStage, 'plan' | 'outcomes'>): readonly number[] {
  const indexes = (wanted: Outcome['state']) =>
    outcomes.flatMap(({state}, i) => (state === wanted ? [i] : []));
  if (plan.inOrder && indexes('unclear').length > 0) return [];
  const failed = indexes('failed');
  return failed.length > 0 ? failed : indexes('left');
}

/** Why nothing of a report is sent again; undefined when something is. */
export function whyNoRetry(run: Pick<RunStage, 'plan' | 'outcomes'>): string | undefined {
  if (toRetry(run).length > 0) return undefined;
  return run.outcomes.some(({state}) => state === 'unclear')
    ? 'it may have been carried out: look first, then begin it again'
    : 'nothing failed';
}

function copyCommands(state: AppState): Step {
  const commands = commandsOfWrite(state);
  if (commands.length === 0) return stay(say(state, 'there is no command here', 'warn'));
  const what = commands.length === 1 ? 'the command' : `${commands.length} commands`;
  return {state, effects: [{kind: 'copy', text: commands.join('\n'), what}]};
}
