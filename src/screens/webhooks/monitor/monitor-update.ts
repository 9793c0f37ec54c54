import {minuteMs} from '../../../base/times.ts';
import type {ErrorSummary} from '../../../state/model/load.ts';
import {changeOf} from '../../../state/model/locations.ts';
import {type AppState, currentView, viewOf} from '../../../state/model/state.ts';
import {
  afterAny,
  andThen,
  type Effect,
  noEffects,
  type PersistedState,
  type Transition,
} from '../../../state/model/transition.ts';
import {bodyLines} from '../../../state/model/viewport.ts';
import {dashboardFrom} from '../../../state/views/home/home-lines.ts';
import {settleCursor} from '../../../state/views/list/list-update.ts';
import {failuresHome} from '../home.ts';
import {alertsOf} from './alert-state.ts';
import {waitingAfter} from './delivery-trouble.ts';
import {refreshLive} from './live-list.ts';
import {withFailureCount} from './monitor-home.ts';
import {
  bufferFailures,
  type Delivery,
  freshMonitor,
  type Monitor,
  markAllSeen,
  monitorOf,
  noticedSkew,
  refusalOf,
  type WaitingWatch,
  withMonitor,
} from './monitor-state.ts';
import {
  intervalMs,
  type PersistedWatch,
  readPersistedWatch,
  type WatchNews,
  watchTask,
} from './watch-deliveries.ts';
import type {Pace} from './watch-pacer.ts';

/** Task slot of the watch. */
export const watchSlot = 'monitor';
/** Names under which the watch state and the bell are persisted. */
const watchName = 'monitor';
export const bellName = 'bell';

/** Post to the watch whether the monitor is visible; `now` polls at once. */
export function paceOf(looked: boolean, now: boolean): Effect {
  const said: Pace = {looked, now};
  return {kind: 'tell', slot: watchSlot, said};
}

/** How often the watch state is persisted without new records. */
const keepEveryMs = minuteMs;

const gapsKept = 100;

/** Apply a message of the watch to the state. */
export function receiveDeliveries(
  state: AppState,
  {records, event}: WatchNews,
  atMs: number,
): Transition {
  const held = bufferFailures(monitorOf(state), records);
  const ringing = ringOfNewUrl(state, records);
  const step = (monitor: Monitor, ...more: readonly Effect[]): Transition => ({
    state: withMonitor(state, monitor),
    effects: [...ringing, ...more],
  });
  switch (event?.type) {
    case undefined:
      return step(held);
    case 'poll': {
      const isDue = records.length > 0 || atMs - held.keptMs >= keepEveryMs;
      const polled = {...polledAt(held, event, atMs), ...(isDue && {keptMs: atMs})};
      const next = isMonitorVisible(state) ? soonerPoll(polled) : polled;
      return isDue ? step(next, keepWatch(next, true)) : step(next);
    }
    case 'gap': {
      const {fromMs, toMs} = event;
      return step({...held, gaps: [...held.gaps, {fromMs, toMs}].slice(-gapsKept)});
    }
    case 'retry': {
      const {connection} = state;
      const identity = connection.status === 'ready' ? connection.identities.tracker : undefined;
      const status = waitingAfter(event.failure, event.nextAtMs, identity);
      return step({...held, status}, ...effectsOfRefusal(held, status));
    }
    case 'ended': {
      const {trouble} = event;
      // The watch would stop next time too, so do not restart it automatically.
      const effects = [keepWatch(held, false), ...ringOf(held, trouble)];
      return step({...held, status: {kind: 'ended', trouble}}, ...effects);
    }
  }
}

/** Ring on the first refusal of a series; a watch without any data is not restarted. */
function effectsOfRefusal(monitor: Monitor, {refusal, trouble}: WaitingWatch): Effect[] {
  if (refusal === undefined) return [];
  const before = refusalOf(monitor);
  const isNews = before === undefined || before.status !== refusal.status;
  const isHopeless = monitor.polledMs === undefined && monitor.lookedMs === undefined;
  return [
    ...(isHopeless ? [keepWatch(monitor, false)] : []),
    ...(isNews ? ringOf(monitor, trouble) : []),
  ];
}

function ringOf({bell}: Monitor, {title}: ErrorSummary): Effect[] {
  return bell ? [{kind: 'ring', text: `Failed deliveries are not being watched: ${title}`}] : [];
}

type Polled = Extract<WatchNews['event'], {type: 'poll'}>;

function polledAt(monitor: Monitor, {nextAtMs, lagMs, skewMs}: Polled, atMs: number): Monitor {
  const {lagMs: _, ...rest} = monitor;
  return {
    ...rest,
    status: {kind: 'running'},
    caughtUp: true,
    polledMs: atMs,
    nextAtMs,
    skewMs: skewMs === undefined ? monitor.skewMs : noticedSkew(skewMs),
    ...(lagMs !== undefined && monitor.held.length > 0 && {lagMs}),
  };
}

/** Ring for URLs that never failed before, if the bell is on. */
function ringOfNewUrl(state: AppState, told: readonly Delivery[]): Effect[] {
  const {bell, caughtUp, letGo, held} = monitorOf(state);
  // Alert rules are more specific and ring themselves.
  const isRuled = alertsOf.of(state).rules.length > 0;
  if (!bell || isRuled || !caughtUp || told.length === 0) return [];
  const gone = letGo.get('url')?.keys() ?? [];
  const known = new Set([...gone, ...held.map(({target}) => target)]);
  const added = [...new Set(told.map(({target}) => target))].filter(url => !known.has(url));
  if (added.length === 0) return [];
  const more = added.length > 1 ? ` and ${added.length - 1} more` : '';
  return [{kind: 'ring', text: `Webhook deliveries fail: ${added[0] ?? ''}${more}`}];
}

/** Persist the state of the watch for the next session. */
export function keepWatch({polledMs, skewMs, lookedMs}: Monitor, on: boolean): Effect {
  const kept: PersistedWatch = {
    on,
    ...(polledMs !== undefined && {polledMs: polledMs + skewMs}),
    ...(lookedMs !== undefined && {lookedMs}),
  };
  return {kind: 'keep', name: watchName, scope: 'account', text: JSON.stringify(kept)};
}

/** Start the watch. */
export function startWatch(state: AppState): Transition {
  const before = monitorOf(state);
  const {lookedMs} = before;
  const monitor: Monitor = {
    ...anew(before),
    status: {kind: 'running'},
    ...(lookedMs !== undefined && {lookedMs}),
  };
  const run = watchTask(isMonitorVisible(state), receiveDeliveries);
  return {state: withMonitor(state, monitor), effects: [{kind: 'task', slot: watchSlot, run}]};
}

/** Persisted watch state; a running watch is restarted. */
export const persistedWatch: PersistedState = {
  name: watchName,
  scope: 'account',
  restore(state, text) {
    const kept = readPersistedWatch(text);
    const monitor = monitorOf(state);
    if (kept === undefined || monitor.caughtUp) return state;
    const {on, lookedMs} = kept;
    const isOff = monitor.status.kind === 'off' && !on;
    return withMonitor(state, {
      ...monitor,
      ...(isOff && {status: {kind: 'off', stays: true}}),
      ...(lookedMs !== undefined && {lookedMs}),
    });
  },
  onRestore(state, text) {
    const isOff = monitorOf(state).status.kind === 'off';
    return isOff && readPersistedWatch(text)?.on ? startWatch(state) : noEffects(state);
  },
};

/** Bell setting, persisted per user. */
export const persistedBell: PersistedState = {
  name: bellName,
  scope: 'user',
  restore: (state, text) => withMonitor(state, {...monitorOf(state), bell: text === 'true'}),
};

/** Whether a list of the monitor is on the screen. */
export function isMonitorVisible(state: AppState): boolean {
  return viewOf(state, 'list')?.resource.scope === 'monitor';
}

/**
 * What the monitor needs after any event: it begins when it is looked at first, what is on the
 * screen follows it, home too, and the watch is told whether someone looks.
 */
export const updateMonitor = afterAny((before, step, event) => {
  // List settings carry over to the new profile.
  const chosen = event.kind === 'connected' && withMonitor(step.state, anew(monitorOf(before)));
  const current = chosen ? {...step, state: chosen} : step;
  const retried = isHomeReadAgain(before, current.state) ? andThen(current, retryNow) : current;
  const {state, effects} = withDashboard(withLookedAt(before, retried));
  return {state: withFailureCount(state), effects};
});

/** Whether the user refreshed the home screen. */
function isHomeReadAgain(before: AppState, now: AppState): boolean {
  const [was, is] = [viewOf(before, 'home'), viewOf(now, 'home')];
  return is?.load.status === 'loading' && was?.key === is.key && was.load !== is.load;
}

/** Poll now if the watch is backing off: the network may be back. */
function retryNow(state: AppState): Transition {
  const isWaiting = monitorOf(state).status.kind === 'waiting';
  return isWaiting ? {state, effects: [paceOf(false, true)]} : noEffects(state);
}

/** Start the watch with the dashboard, once the failures could be counted. */
function withDashboard(step: Transition): Transition {
  const {state} = step;
  const {status} = monitorOf(state);
  if (status.kind !== 'off' || status.stays || state.columns < dashboardFrom) return step;
  if (viewOf(state, 'home')?.counts[failuresHome.id]?.status !== 'ready') return step;
  return andThen({...step, state}, startWatch);
}

/** Reset the monitor, keeping the settings of its lists. */
function anew({window, groupedBy, bell}: Monitor): Monitor {
  return {...freshMonitor, window, groupedBy, bell};
}

function withLookedAt(before: AppState, step: Transition): Transition {
  const [looked, looks] = [isMonitorVisible(before), isMonitorVisible(step.state)];
  if (!looks) return looked ? andThen(step, left) : step;
  const {status} = monitorOf(step.state);
  const begins = step.state.connection.status === 'ready' && status.kind === 'off';
  const begun = begins ? andThen(step, startWatch) : step;
  const now = monitorOf(begun.state);
  const opened = looked
    ? begun.state
    : withMonitor(begun.state, {...now, openedSeq: now.lookedSeq});
  const paced = looked && !begins ? [] : [paceOf(true, false)];
  return {state: shown(opened, looked), effects: [...begun.effects, ...paced]};
}

/** Handle leaving the monitor; persist only after a poll, which knows more than the stored state. */
function left(state: AppState): Transition {
  const monitor = monitorOf(state);
  const isPolled = monitor.status.kind === 'running' && monitor.polledMs !== undefined;
  const kept = isPolled ? [keepWatch(monitor, true)] : [];
  return {state, effects: [paceOf(false, false), ...kept]};
}

/** Rebuild the list on the screen from the buffer and mark everything seen. */
function shown(state: AppState, lookedBefore: boolean): AppState {
  const {key} = currentView(state);
  const next = changeOf(state, 'list', key, view => {
    const fresh = refreshLive(view, state);
    const lines = bodyLines(state);
    // The chart appears with the first failures and takes lines from the list.
    return fresh.cursor < fresh.top + lines ? fresh : settleCursor(fresh, lines);
  });
  const monitor = monitorOf(next);
  const seen = markAllSeen(monitor);
  const sooner = lookedBefore ? seen : soonerPoll(seen);
  return sooner === monitor ? next : withMonitor(next, sooner);
}

/** Move the next poll forward to at most one interval after the last. */
function soonerPoll(monitor: Monitor): Monitor {
  const {status, polledMs, nextAtMs} = monitor;
  if (status.kind !== 'running' || polledMs === undefined || nextAtMs === undefined) return monitor;
  const soonest = polledMs + intervalMs;
  return soonest < nextAtMs ? {...monitor, nextAtMs: soonest} : monitor;
}
