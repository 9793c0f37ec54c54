import {
  type Alert,
  type AlertMemory,
  freshMemory,
  type Mutes,
  readRule,
} from '../../../api/watch/alerts.ts';
import {findJson, isArray, isObject, textsIn} from '../../../base/json-value.ts';
import type {Params} from '../../../state/model/call.ts';
import type {Attention} from '../../../state/model/count.ts';
import {type AppState, slice} from '../../../state/model/state.ts';
import type {Effect, PersistedState} from '../../../state/model/transition.ts';

/** Alert rules and open alerts. Everything but `memory` is persisted per account. */
export interface Alerts {
  /** Rules as typed; empty turns alerts off. */
  readonly rules: readonly string[];
  /** Program and arguments that are run for each alert. */
  readonly exec?: readonly string[];
  readonly mutes: Mutes;
  /** Unacknowledged alerts, latest last. */
  readonly open: readonly Alert[];
  readonly memory: AlertMemory;
}

const openKept = 50;
const name = 'alerts';

/** Alert state of the profile. */
export const alertsOf = slice<Alerts>(name, {
  rules: [],
  mutes: new Map(),
  open: [],
  memory: freshMemory,
});

/** Persist rules, mutes and open alerts. */
export function keepAlerts(state: AppState): Effect {
  const {rules, exec, mutes, open} = alertsOf.of(state);
  const kept = {rules, exec, mutes: [...mutes], open: open.slice(-openKept)};
  return {kind: 'keep', name, scope: 'account', text: JSON.stringify(kept)};
}

/** Persisted alert state; invalid entries are dropped. */
export const persistedAlerts: PersistedState = {
  name,
  scope: 'account',
  restore(state, text) {
    const value = findJson(text);
    // Ignore a foreign or truncated file.
    if (!isObject(value)) return state;
    const {rules, exec, mutes, open} = value;
    return alertsOf.with(state, {
      ...alertsOf.of(state),
      rules: textsIn(rules).filter(rule => readRule(rule) !== undefined),
      ...(textsIn(exec).length > 0 && {exec: textsIn(exec)}),
      mutes: new Map(isArray(mutes) ? mutes.filter(isMute) : []),
      open: (isArray(open) ? (open as readonly unknown[]) : []).filter(isAlert),
    });
  },
};

function isMute(value: unknown): value is [string, {untilMs: number; note: string}] {
  if (!Array.isArray(value)) return false;
  const [address, mute] = value as [unknown, Record<string, unknown> | undefined];
  return (
    typeof address === 'string' &&
    typeof mute?.untilMs === 'number' &&
    typeof mute.note === 'string'
  );
}

function isAlert(value: unknown): value is Alert {
  const {rule, text, atMs} = (value ?? {}) as Record<string, unknown>;
  return typeof rule === 'string' && typeof text === 'string' && typeof atMs === 'number';
}

/** Return the active mute of an address, if any. */
export function muteOf(state: Pick<AppState, 'own'>, address: string, nowMs: number) {
  const mute = alertsOf.of(state).mutes.get(address);
  return mute !== undefined && mute.untilMs > nowMs ? mute : undefined;
}

const looksShown = 3;
const none: Params = {};

/** List the latest alerts for the attention panel, newest first. */
export function alertLooks(state: AppState): readonly Attention[] {
  return alertsOf
    .of(state)
    .open.slice(-looksShown)
    .reverse()
    .map(
      ({text, address}): Attention => ({
        text: `${text} (:ack)`,
        tone: 'bad',
        screen: address === undefined ? 'failed-webhooks' : 'failed-records',
        params: address === undefined ? none : {url: address},
        filter: '',
      }),
    );
}
