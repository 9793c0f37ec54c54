import {readFirstOf} from '../../base/json-value.ts';
import {timeText, toMs} from '../../base/times.ts';
import type {KeptThing} from '../../state/model/kept-thing.ts';
import {say} from '../../state/model/notice.ts';
import type {AppState} from '../../state/model/state.ts';
import {type Step, stay} from '../../state/model/step.ts';
import {makeRow} from '../../state/views/list/rows.ts';
import {whyNotSent} from '../../state/write/gate.ts';
import {planOfAction} from '../../state/write/make-plan.ts';
import type {Checked, WriteEvent} from '../../state/write/state.ts';
import {webhooks} from './webhooks.ts';

/** Name under which the setting is kept, for each profile. */
export const autoRefreshName = 'webhook-refresh';

/** Webhooks with less than this left are refreshed. */
export const refreshWithinDays = 7;
const dayMs = 86_400_000;
const everyMs = 6 * 3_600_000;

/** The setting as it is kept. */
export function autoRefreshText({writing}: Pick<AppState, 'writing'>): string {
  return JSON.stringify({on: writing.refreshesWebhooks, at: writing.refreshedAtMs});
}

/** What an earlier session set. */
function recalled(state: AppState, text: string): AppState {
  try {
    const {on, at} = JSON.parse(text) as {on?: unknown; at?: unknown};
    const writing = {
      ...state.writing,
      refreshesWebhooks: on === true,
      refreshedAtMs: typeof at === 'number' ? at : undefined,
    };
    return {...state, writing};
  } catch {
    // A file that makes no sense is as good as none: it stays switched off.
    return state;
  }
}

/** Whether webhooks are refreshed by themselves, and when they were last; kept for each profile. */
export const autoRefreshKept: KeptThing = {name: autoRefreshName, scope: 'profile', recalled};

/**
 * At the start and once a minute: look for webhooks that expire soon, where that is switched on, at
 * most every six hours and only while writing is allowed.
 */
export function refreshWhenDue(state: AppState): Step {
  const {writing, nowMs, connection} = state;
  const isReady = connection.status === 'ready' && connection.identities.tracker !== undefined;
  const isDue = nowMs - (writing.refreshedAtMs ?? 0) >= everyMs;
  if (!writing.refreshesWebhooks || !isReady || !isDue || whyNotSent(state)) return stay(state);
  const next = {...state, writing: {...writing, refreshedAtMs: nowMs}};
  return {
    state: next,
    effects: [
      {kind: 'keep', name: autoRefreshName, text: autoRefreshText(next)},
      {kind: 'write', effect: {kind: 'find'}},
    ],
  };
}

/** The list was read: those that expire soon are refreshed without a question, and journalled. */
export function autoFound(state: AppState, event: Extract<WriteEvent, {kind: 'found'}>): Step {
  const action = webhooks.actions?.find(one => one.id === 'refresh');
  // Switched off, or made read-only, while the list was read.
  if (!action || !state.writing.refreshesWebhooks || whyNotSent(state)) return stay(state);
  const rows = event.items
    .map(text => makeRow(webhooks, text))
    .filter(row => {
      const left = (toMs(readFirstOf(row.value, ['/expirationDate'])) ?? Infinity) - event.atMs;
      return left < refreshWithinDays * dayMs;
    });
  if (rows.length === 0) return stay(state);
  const plan = planOfAction(action, webhooks, rows, {}, state);
  const run = state.nextKey;
  const only = plan.requests.map((_, i) => i);
  return {
    state: {...state, nextKey: run + 1},
    effects: [{kind: 'write', effect: {kind: 'send', run, plan, only, by: 'auto-refresh'}}],
  };
}

/** What the automatic refresh did, in a notice. */
export function autoChecked(state: AppState, checked: Checked): AppState {
  if (checked.problem !== undefined) {
    return say(state, `webhooks refreshed, but not seen again: ${checked.problem}`, 'warn');
  }
  const ignored = checked.ignored.length === 0 ? '' : `, ignored: ${checked.ignored.join(', ')}`;
  const until = checked.time === undefined ? '' : ` until ${timeText(checked.time)}`;
  const text = `refreshed ${checked.changed.length} expiring webhooks by itself${until}${ignored}; :journal`;
  return say(state, text, checked.ignored.length === 0 ? 'good' : 'warn');
}
