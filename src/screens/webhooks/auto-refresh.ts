import {findJson, isObject, readFirstOf} from '../../base/json-value.ts';
import {dayMs, hourMs, timeText, toMs} from '../../base/times.ts';
import {askPages} from '../../state/ask/ask.ts';
import {troubleLine} from '../../state/ask/trouble.ts';
import {say} from '../../state/model/notice.ts';
import {slice} from '../../state/model/slice.ts';
import type {AppState} from '../../state/model/state.ts';
import {
  type Act,
  type Effect,
  type KeptThing,
  type Reaction,
  type Step,
  stay,
  type Task,
} from '../../state/model/step.ts';
import {makeRow} from '../../state/views/list/rows.ts';
import {planOfVerb} from '../../state/write/make-plan.ts';
import {whyNotSent} from '../../state/write/risk.ts';
import type {Checked, Outcome} from '../../state/write/state.ts';
import {webhooks} from './webhooks.ts';

/** Webhooks with less than this left are refreshed. */
export const refreshWithinDays = 7;
const everyMs = 6 * hourMs;
const name = 'webhook-refresh';

interface AutoRefresh {
  /** Expiring webhooks are refreshed while steward runs. */
  readonly on: boolean;
  /** When that was done last, in epoch milliseconds. */
  readonly atMs?: number | undefined;
  /** The queues it began: what becomes of them is said in a notice. */
  readonly runs: readonly number[];
}

/** Whether webhooks are refreshed by themselves, and when they were last. */
export const autoRefresh = slice<AutoRefresh>(name, {on: false, runs: []});

function keep(state: AppState): Effect {
  const {on, atMs} = autoRefresh.of(state);
  return {kind: 'keep', name, scope: 'profile', text: JSON.stringify({on, at: atMs})};
}

/** What an earlier session set. */
function recalled(state: AppState, text: string): AppState {
  const value = findJson(text);
  // A file that makes no sense is as good as none: it stays switched off.
  if (!isObject(value)) return state;
  const {on, at} = value;
  const atMs = typeof at === 'number' ? at : undefined;
  return autoRefresh.with(state, {...autoRefresh.of(state), on: on === true, atMs});
}

/** The setting is kept for each profile. */
export const autoRefreshKept: KeptThing = {
  name,
  scope: 'profile',
  recalled,
  begins: refreshWhenDue,
};

/** Switch it on or off. */
export function switchRefresh(state: AppState, on: boolean): Step {
  const next = autoRefresh.with(state, {...autoRefresh.of(state), on});
  const text = on
    ? `webhooks with less than ${refreshWithinDays} days left are refreshed while steward runs`
    : 'webhooks are no longer refreshed by themselves';
  const due = refreshWhenDue(say(next, text, on ? 'good' : 'warn'));
  return {state: due.state, effects: [keep(next), ...due.effects]};
}

/**
 * At the start and once a minute: look for webhooks that expire soon, where that is switched on, at
 * most every six hours and only while writing is allowed.
 */
function refreshWhenDue(state: AppState): Step {
  const {nowMs, connection} = state;
  const setting = autoRefresh.of(state);
  const isReady = connection.status === 'ready' && connection.identities.tracker !== undefined;
  const isDue = nowMs - (setting.atMs ?? 0) >= everyMs;
  if (!setting.on || !isReady || !isDue || whyNotSent(state)) return stay(state);
  const next = autoRefresh.with(state, {...setting, atMs: nowMs});
  return {state: next, effects: [keep(next), {kind: 'task', slot: name, run: findExpiring}]};
}

/** Read the list of webhooks; it is not the list on the screen. */
const findExpiring: Task = async (ports, {signal}) => {
  const [list] = webhooks.sources;
  if (list === undefined) return;
  try {
    const items: string[] = [];
    for await (const page of askPages(list, {}, ports, signal)) items.push(...page.items);
    ports.dispatch({kind: 'news', take: found(items, ports.clock.now())});
  } catch (thrown) {
    if (signal.aborted) return;
    const said = `expiring webhooks could not be looked for: ${troubleLine(thrown)}`;
    ports.dispatch({kind: 'notice', notice: {text: said, tone: 'warn'}});
  }
};

/** The list was read: those that expire soon are refreshed without a question, and journalled. */
function found(items: readonly string[], atMs: number): Act {
  return state => {
    const verb = webhooks.verbs?.find(one => one.id === 'refresh');
    const setting = autoRefresh.of(state);
    // Switched off, or made read-only, while the list was read.
    if (!verb || !setting.on || whyNotSent(state)) return stay(state);
    const rows = items
      .map(text => makeRow(webhooks, text))
      .filter(row => {
        const left = (toMs(readFirstOf(row.value, ['/expirationDate'])) ?? Infinity) - atMs;
        return left < refreshWithinDays * dayMs;
      });
    if (rows.length === 0) return stay(state);
    const plan = planOfVerb({verb, noun: webhooks.noun, rows, params: {}}, state);
    const run = state.nextKey;
    const only = plan.requests.map((_, i) => i);
    const next = autoRefresh.with(state, {...setting, runs: [...setting.runs, run]});
    return {
      state: {...next, nextKey: run + 1},
      effects: [{kind: 'write', effect: {kind: 'send', run, plan, only, by: 'auto-refresh'}}],
    };
  };
}

/** It looks once a minute, and says what became of what it sent. */
export const refreshFollows: Reaction = (_, step, event) => {
  if (event.kind === 'clock') {
    const due = refreshWhenDue(step.state);
    return {state: due.state, effects: [...step.effects, ...due.effects]};
  }
  if (event.kind !== 'write' || !('run' in event.event)) return step;
  if (!autoRefresh.of(step.state).runs.includes(event.event.run)) return step;
  if (event.event.kind === 'ended') {
    return {...step, state: sent(step.state, event.event.outcome)};
  }
  if (event.event.kind === 'checked') {
    return {...step, state: checked(step.state, event.event.checked)};
  }
  return step;
};

/** A failure is said; what went well is said when it was looked at again. */
function sent(state: AppState, {state: how, text}: Outcome): AppState {
  return how === 'done' ? state : say(state, `expiring webhooks not refreshed: ${text}`, 'bad');
}

function checked(state: AppState, found: Checked): AppState {
  if (found.problem !== undefined) {
    return say(state, `webhooks refreshed, but not seen again: ${found.problem}`, 'warn');
  }
  const ignored = found.ignored.length === 0 ? '' : `, ignored: ${found.ignored.join(', ')}`;
  const until = found.time === undefined ? '' : ` until ${timeText(found.time)}`;
  const text = `refreshed ${found.changed.length} expiring webhooks by itself${until}${ignored}; :journal`;
  return say(state, text, found.ignored.length === 0 ? 'good' : 'warn');
}
