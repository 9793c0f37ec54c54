import type {Alert} from '../../../api/watch/alerts.ts';
import type {FailedEvent} from '../../../api/watch/failed-watch.ts';
import {minuteMs} from '../../../base/times.ts';
import {summarizeError} from '../../../state/ask/error-summary.ts';
import {changeViewOfKind} from '../../../state/model/locations.ts';
import {showNotice} from '../../../state/model/notice.ts';
import {type AppState, currentView, viewOf} from '../../../state/model/state.ts';
import {
  afterEveryEvent,
  andThen,
  type Effect,
  noEffects,
  type PersistedState,
  type Transition,
} from '../../../state/model/transition.ts';
import {bodyLines} from '../../../state/model/viewport.ts';
import {dashboardMinWidth} from '../../../state/views/home/home-lines.ts';
import {clampCursor} from '../../../state/views/list/list-update.ts';
import {failuresHome} from '../home.ts';
import {
  alertSettings,
  applyAlertSettings,
  endStaleAlerts,
  processAlerts,
  raiseAlerts,
} from './alert-state.ts';
import {refreshLive} from './live-list.ts';
import {withFailureCount} from './monitor-home.ts';
import {
  bufferFailures,
  freshMonitor,
  type Monitor,
  markAllSeen,
  monitorOf,
  significantSkew,
  withMonitor,
} from './monitor-state.ts';
import {
  changeWatch,
  intervalMs,
  persistWatch,
  readPersistedWatch,
  type WatchMessage,
  watchedSoFar,
  watchFile,
  watchSlot,
  watchTask,
} from './watch-deliveries.ts';
import {watchStatusAfter} from './watch-status-after.ts';

/** How often the watch state is persisted without new records. */
const persistEveryMs = minuteMs;

const maxGaps = 100;

/** Apply a message of the watch to the state. */
export function receiveDeliveries(state: AppState, news: WatchMessage, atMs: number): Transition {
  const {event} = news;
  const alerts = event !== undefined && 'alerts' in event ? event.alerts : undefined;
  const isBack = isConnected(state, news);
  // Alerts first: those for the program are saved with the state that does not raise them again.
  const applied = andThen(raiseAlerts(state, alerts ?? []), next => applyMessage(next, news, atMs));
  const step = event?.type === 'poll' ? andThen(applied, endStaleAlerts) : applied;
  const isQuiet = (alerts ?? []).length === 0;
  if (!isBack || !isQuiet) return step;
  return {
    ...step,
    state: showNotice(step.state, 'failed deliveries are being watched again', 'good'),
  };
}

/** Whether the connection is back: the records of a long response arrive before its end. */
function isConnected(state: AppState, {event, records}: WatchMessage): boolean {
  const hasNews = event?.type === 'poll' || (event === undefined && records.length > 0);
  return hasNews && monitorOf(state).status.kind === 'waiting';
}

function applyMessage(state: AppState, news: WatchMessage, atMs: number): Transition {
  const {records, event, alertState} = news;
  const updated = {...bufferFailures(monitorOf(state), records), ...(alertState && {alertState})};
  const step = (monitor: Monitor, ...effects: readonly Effect[]): Transition => ({
    state: withMonitor(state, monitor),
    effects,
  });
  switch (event?.type) {
    case undefined:
      return step(isConnected(state, news) ? {...updated, status: {kind: 'running'}} : updated);
    case 'skipped':
      return step(updated);
    case 'alerts':
      return step(updated, ...persistAlertState(updated, event));
    case 'poll': {
      const isDue =
        records.length > 0 || event.alerts?.length || atMs - updated.persistedMs >= persistEveryMs;
      const polled = {...polledAt(updated, event, atMs), ...(isDue && {persistedMs: atMs})};
      return isDue ? step(polled, persistWatch(polled, true)) : step(polled);
    }
    case 'gap': {
      const {fromMs, toMs} = event;
      return step({...updated, gaps: [...updated.gaps, {fromMs, toMs}].slice(-maxGaps)});
    }
    case 'retry': {
      const {connection} = state;
      const identity = connection.status === 'ready' ? connection.identities.tracker : undefined;
      const sinceMs = updated.status.kind === 'waiting' ? updated.status.sinceMs : atMs;
      const status = watchStatusAfter(
        event.failure,
        {nextAtMs: event.nextAtMs, sinceMs, atMs},
        identity,
      );
      // A watch that was denied from the start is not restarted automatically.
      const isHopeless =
        status.refusal && updated.polledMs === undefined && updated.lookedMs === undefined;
      const kept = isHopeless ? [persistWatch(updated, false)] : persistAlertState(updated, event);
      return step({...updated, status}, ...kept);
    }
    case 'ended': {
      const trouble = summarizeError(event.failure);
      // The watch would stop next time too, so do not restart it automatically.
      return step({...updated, status: {kind: 'ended', trouble}}, persistWatch(updated, false));
    }
  }
}

/** Persist the state after an alert without a poll, so that it is known after a restart. */
function persistAlertState(monitor: Monitor, {alerts = []}: {readonly alerts?: readonly Alert[]}) {
  return alerts.length > 0 ? [persistWatch(monitor, true)] : [];
}

type Polled = Extract<FailedEvent, {type: 'poll'}>;

function polledAt(monitor: Monitor, polled: Polled, atMs: number): Monitor {
  const {nextAtMs, skewMs, lateWithinMs} = polled;
  const {lateWithinMs: _, ...rest} = monitor;
  return {
    ...rest,
    status: {kind: 'running'},
    caughtUp: true,
    polledMs: atMs,
    nextAtMs,
    skewMs: skewMs === undefined ? monitor.skewMs : significantSkew(skewMs),
    ...(lateWithinMs !== undefined && {lateWithinMs}),
  };
}

/** Start the watch, whose alert rules were restored. */
export function startWatch(state: AppState): Transition {
  const before = monitorOf(state);
  const {lookedMs, gaps} = before;
  const monitor: Monitor = {
    ...resetMonitor(before),
    gaps,
    earlier: watchedSoFar(before),
    unprocessed: before.unprocessed,
    status: {kind: 'running'},
    ...(lookedMs !== undefined && {lookedMs}),
  };
  const settings = {isVisible: isMonitorVisible(state), ...alertSettings(state)};
  const run = watchTask(settings, receiveDeliveries);
  return {state: withMonitor(state, monitor), effects: [{kind: 'task', slot: watchSlot, run}]};
}

/** Persisted watch state; a running watch is restarted. */
export const persistedWatch: PersistedState = {
  ...watchFile,
  restore(state, text) {
    const kept = readPersistedWatch(text);
    const monitor = monitorOf(state);
    if (kept === undefined || monitor.caughtUp) return state;
    const {on, lookedMs, polledMs, alerts, unprocessed = []} = kept;
    const isOff = monitor.status.kind === 'off' && !on;
    return withMonitor(state, {
      ...monitor,
      unprocessed,
      earlier: {polledMs, alerts},
      ...(isOff && {status: {kind: 'off', stays: true}}),
      ...(lookedMs !== undefined && {lookedMs}),
    });
  },
  onRestore(state, text) {
    const isOff = monitorOf(state).status.kind === 'off';
    const isOn = isOff && readPersistedWatch(text)?.on;
    return andThen(isOn ? startWatch(state) : noEffects(state), processAlerts);
  },
};

/** Bell setting, persisted per user. */
export const persistedBell: PersistedState = {
  name: 'bell',
  scope: 'user',
  value: state => monitorOf(state).bell,
  restore: (state, text) => withMonitor(state, {...monitorOf(state), bell: text === 'true'}),
  onRestore: applyAlertSettings,
};

/** Whether a list of the monitor is on the screen. */
export function isMonitorVisible(state: AppState): boolean {
  return viewOf(state, 'list')?.resource.scope === 'monitor';
}

/**
 * Update the monitor after any event: start it on the first visit, refresh the list on the screen
 * and the home screen, and tell the watch whether it is visible.
 */
export const updateMonitor = afterEveryEvent((before, step, event) => {
  // List settings carry over to the new profile.
  const chosen =
    event.kind === 'connected' && withMonitor(step.state, resetMonitor(monitorOf(before)));
  const current = chosen ? {...step, state: chosen} : step;
  const retried = isHomeRefreshed(before, current.state) ? andThen(current, retryNow) : current;
  const {state, effects} = withDashboard(markSeen(before, retried));
  return {state: withFailureCount(state), effects};
});

/** Whether the user refreshed the home screen. */
function isHomeRefreshed(before: AppState, now: AppState): boolean {
  const [was, is] = [viewOf(before, 'home'), viewOf(now, 'home')];
  return is?.load.status === 'loading' && was?.key === is.key && was.load !== is.load;
}

/** Poll now if the watch is backing off: the network may be back. */
function retryNow(state: AppState): Transition {
  const isWaiting = monitorOf(state).status.kind === 'waiting';
  return isWaiting ? {state, effects: [changeWatch({now: true})]} : noEffects(state);
}

/** Start the watch with the dashboard, once the failures could be counted. */
function withDashboard(step: Transition): Transition {
  const {state} = step;
  const {status} = monitorOf(state);
  const isOff = status.kind === 'off' && !status.stays;
  if (!isOff || !state.isRestored || state.columns < dashboardMinWidth) return step;
  if (viewOf(state, 'home')?.counts[failuresHome.id]?.status !== 'ready') return step;
  return andThen({...step, state}, startWatch);
}

/** Reset the monitor, keeping the settings of its lists. */
function resetMonitor({window, groupedBy, bell}: Monitor): Monitor {
  return {...freshMonitor, window, groupedBy, bell};
}

function markSeen(before: AppState, step: Transition): Transition {
  const [looked, looks] = [isMonitorVisible(before), isMonitorVisible(step.state)];
  if (!looks) return looked ? andThen(step, leaveMonitor) : step;
  const {status} = monitorOf(step.state);
  const {connection, isRestored} = step.state;
  const begins = connection.status === 'ready' && isRestored && status.kind === 'off';
  const begun = begins ? andThen(step, startWatch) : step;
  const now = monitorOf(begun.state);
  const opened = looked ? begun.state : withMonitor(begun.state, {...now, openedSeq: now.seenSeq});
  const paced = looked && !begins ? [] : [changeWatch({isVisible: true})];
  return {state: showMonitor(opened, looked), effects: [...begun.effects, ...paced]};
}

/**
 * Handle leaving the monitor; persist only after a poll, which has newer data than the stored
 * state.
 */
function leaveMonitor(state: AppState): Transition {
  const monitor = monitorOf(state);
  const isPolled = monitor.status.kind === 'running' && monitor.polledMs !== undefined;
  const kept = isPolled ? [persistWatch(monitor, true)] : [];
  return {state, effects: [changeWatch({isVisible: false}), ...kept]};
}

/** Rebuild the list on the screen from the buffer and mark everything seen. */
function showMonitor(state: AppState, lookedBefore: boolean): AppState {
  const {key} = currentView(state);
  const next = changeViewOfKind(state, 'list', key, view => {
    const fresh = refreshLive(view, state);
    const lines = bodyLines(state);
    // The chart appears with the first failures and takes lines from the list.
    return fresh.cursor < fresh.top + lines ? fresh : clampCursor(fresh, lines);
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
