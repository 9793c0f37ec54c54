import {
  type Alert,
  alertJson,
  alertsFrom,
  type Mutes,
  readRule,
} from '../../../api/watch/alerts.ts';
import type {WatchChange} from '../../../api/watch/failed-watch.ts';
import {counted} from '../../../base/counted.ts';
import {findJson, isArray, isObject, textsIn} from '../../../base/json-value.ts';
import type {Attention} from '../../../state/model/count.ts';
import {showNotice} from '../../../state/model/notice.ts';
import type {Params} from '../../../state/model/params.ts';
import {type AppState, slice} from '../../../state/model/state.ts';
import {
  andThen,
  type Effect,
  noEffects,
  type PersistedState,
  type Task,
  type Transition,
} from '../../../state/model/transition.ts';
import {monitorOf, withMonitor} from './monitor-state.ts';
import {changeWatch, persistWatch} from './watch-deliveries.ts';

/** Alert rules and open alerts, persisted per account. */
export interface Alerts {
  /** Rules as typed; empty turns alerts off. */
  readonly rules: readonly string[];
  /** Program and arguments that are run for each alert. */
  readonly exec?: readonly string[];
  readonly mutes: Mutes;
  /** Unacknowledged alerts, latest last. */
  readonly open: readonly Alert[];
  /** The program runs. @default false */
  readonly isProcessing?: boolean;
}

const maxOpenAlerts = 50;
const name = 'alerts';

/** Alert state of the profile. */
export const alertsOf = slice<Alerts>(name, {
  rules: [],
  mutes: new Map(),
  open: [],
});

/** Persisted alert state; invalid entries are dropped. */
export const persistedAlerts: PersistedState = {
  name,
  scope: 'account',
  value: alertsOf.of,
  text(state) {
    const {rules, exec, mutes, open} = alertsOf.of(state);
    return JSON.stringify({rules, exec, mutes: [...mutes], open: open.slice(-maxOpenAlerts)});
  },
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
      open: isArray(open) ? alertsFrom(open) : [],
    });
  },
  onRestore: state => andThen(applyAlertSettings(state), processAlerts),
};

/** Return the rules and mutes of the watch; without rules, those of the bell. */
export function alertSettings(state: AppState): Required<Pick<WatchChange, 'rules' | 'mutes'>> {
  const {rules, mutes} = alertsOf.of(state);
  const bell = monitorOf(state).bell ? ['new', 'dead'] : [];
  return {rules: rules.length > 0 ? rules : bell, mutes};
}

/** Pass the rules and mutes to the running watch, with the failures that new rules count from. */
export function applyAlertSettings(state: AppState): Transition {
  const known = monitorOf(state).buffered.map(({target, timeMs}) => ({address: target, timeMs}));
  return {state, effects: [changeWatch({...alertSettings(state), known})]};
}

/** Limit of alerts that wait for the program; the oldest are dropped. */
const maxUnprocessed = 1000;

/**
 * Report alerts that fired or are resolved: ring, show a notice, list them on home, run the
 * program.
 */
export function raiseAlerts(state: AppState, alerts: readonly Alert[]): Transition {
  const before = alertsOf.of(state);
  const {rules, exec} = before;
  const isRecovery = ({rule}: Alert): boolean => rule.startsWith('silent/');
  // That an address is silent is good news: shown in green, without a ring.
  const fired = alerts.filter(one => one.sinceMs === undefined && !isRecovery(one));
  const [last] = fired.length > 0 ? fired : alerts;
  if (last === undefined) return noEffects(state);
  const more = fired.length > 1 ? ` And ${fired.length - 1} more.` : '';
  const text = `${last.text}${more}`;
  const ring: Effect[] = fired.length > 0 ? [{kind: 'ring', text}] : [];
  // The bell rings and nothing else.
  if (rules.length === 0) return {state, effects: ring};
  const isOver = (one: Alert): boolean =>
    alerts.some(({rule, address}) => rule === one.rule && address === one.address);
  const open = [...before.open.filter(one => !isOver(one)), ...fired].slice(-maxOpenAlerts);
  const next = alertsOf.with(state, {...before, open});
  const shown = showNotice(next, text, fired.length > 0 ? 'bad' : 'good');
  const step = {state: shown, effects: ring};
  return exec === undefined
    ? step
    : andThen(step, now => processAlerts(withUnprocessed(now, alerts)));
}

function withUnprocessed(state: AppState, alerts: readonly Alert[]): AppState {
  const monitor = monitorOf(state);
  const all = [...monitor.unprocessed, ...alerts];
  const next = withMonitor(state, {...monitor, unprocessed: all.slice(-maxUnprocessed)});
  const dropped = all.length - maxUnprocessed;
  if (dropped <= 0) return next;
  const text = `${counted(dropped, 'alert')} dropped: the program of :alert-exec is too slow`;
  return showNotice(next, text, 'bad');
}

/** Drop the open alerts of rules that were removed: nothing would ever resolve them. */
export function endStaleAlerts(state: AppState): Transition {
  const before = alertsOf.of(state);
  const open = before.open.filter(({rule}) => before.rules.includes(rule));
  if (open.length === before.open.length) return noEffects(state);
  return noEffects(alertsOf.with(state, {...before, open}));
}

/**
 * Run the program for the first of the waiting alerts, and then for the next one. An alert waits
 * until the program has ended, also in the next session.
 */
export function processAlerts(state: AppState): Transition {
  const alerts = alertsOf.of(state);
  const {exec, isProcessing} = alerts;
  const [first] = monitorOf(state).unprocessed;
  if (exec === undefined || first === undefined || isProcessing) return noEffects(state);
  const run: Task = async (ports, {signal}) => {
    const problem = await ports.exec(exec, `${alertJson(first)}\n`, signal);
    if (!signal.aborted)
      ports.dispatch({kind: 'taskResult', take: now => processed(now, first, problem)});
  };
  const effect: Effect = {kind: 'task', slot: 'alert-program', run};
  return {state: alertsOf.with(state, {...alerts, isProcessing: true}), effects: [effect]};
}

function processed(state: AppState, alert: Alert, problem: string | undefined): Transition {
  const monitor = monitorOf(state);
  const unprocessed = monitor.unprocessed.filter(one => one !== alert);
  const next = withMonitor(alertsOf.with(state, {...alertsOf.of(state), isProcessing: false}), {
    ...monitor,
    unprocessed,
  });
  const shown = problem === undefined ? next : showNotice(next, `alert: ${problem}`, 'bad');
  const isOn = monitor.status.kind === 'running' || monitor.status.kind === 'waiting';
  const kept = persistWatch(monitorOf(next), isOn);
  return andThen({state: shown, effects: [kept]}, processAlerts);
}

function isMute(value: unknown): value is [string, {untilMs: number; note: string}] {
  if (!Array.isArray(value)) return false;
  const [address, mute] = value as [unknown, Record<string, unknown> | undefined];
  return (
    typeof address === 'string' &&
    typeof mute?.untilMs === 'number' &&
    typeof mute.note === 'string'
  );
}

/** Return the active mute of an address, if any. */
export function findMute(state: Pick<AppState, 'own'>, address: string, nowMs: number) {
  const mute = alertsOf.of(state).mutes.get(address);
  return mute !== undefined && mute.untilMs > nowMs ? mute : undefined;
}

const maxAlertsShown = 3;
const none: Params = {};

/** List the latest alerts for the attention panel, newest first. */
export function latestAlerts(own: AppState['own']): readonly Attention[] {
  return alertsOf
    .of({own})
    .open.slice(-maxAlertsShown)
    .reverse()
    .map(
      ({text, address}): Attention => ({
        // The address is cut if there is not enough space.
        ...(address !== undefined && {name: address}),
        text: `${address === undefined ? text : text.replace(`${address} `, '')} (:ack)`,
        tone: 'bad',
        screen: address === undefined ? 'failed-webhooks' : 'failed-records',
        params: address === undefined ? none : {url: address},
        filter: '',
      }),
    );
}
