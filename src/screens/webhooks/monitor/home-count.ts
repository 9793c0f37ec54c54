import {keptLast} from '../../../base/kept-last.ts';
import type {Count} from '../../../state/model/count.ts';
import {withView} from '../../../state/model/locations.ts';
import {type AppState, viewOf} from '../../../state/model/state.ts';
import {failuresCount} from '../failures-count.ts';
import {failuresHome} from '../home.ts';
import {type Alerts, alertLooks, alertsOf} from './alert-state.ts';
import {type LetGoByUrl, minuteMs} from './held.ts';
import {listedForMs, type Monitor, monitorOf, refusalOf, serverNow} from './monitor-state.ts';

const hourMs = 60 * minuteMs;

/**
 * Home with the figures of the monitor while that watches: it knows every failure, and one figure has
 * one source. While the watch is refused or has ended, home says what its own question came to.
 */
export function withFailureCount(state: AppState): AppState {
  const view = viewOf(state, 'home');
  const monitor = monitorOf(state);
  const {kind} = monitor.status;
  const isWatched = kind !== 'off' && kind !== 'ended' && refusalOf(monitor) === undefined;
  if (view === undefined || !monitor.caughtUp || !isWatched) return state;
  const counted = countOf(monitor, serverNow(state));
  const count = withAlerts(counted, alertsOf.of(state).open, state);
  if (view.counts[failuresHome.id] === count) return state;
  const counts = {...view.counts, [failuresHome.id]: count};
  return withView(state, {...view, counts});
}

const known = new WeakMap<Monitor['held'], {readonly minute: number; readonly count: Count}>();

/** Counted once a minute for the same records: each event asks for it. */
function countOf({held, letGo}: Monitor, nowMs: number): Count {
  const minute = Math.floor(nowMs / minuteMs);
  const last = known.get(held);
  if (last?.minute === minute) return last.count;
  const since = (ms: number): number => {
    const listed = held.filter(({timeMs}) => nowMs - timeMs < ms).length;
    return listed + letGoSince(letGo, nowMs - ms);
  };
  const [all, recent] = [since(listedForMs), since(hourMs)];
  const count = failuresCount({all, more: false, recent, moreRecent: false, nowMs});
  known.set(held, {minute, count});
  return count;
}

function letGoSince(letGo: LetGoByUrl, fromMs: number): number {
  let sum = 0;
  for (const {minutes} of letGo.values()) {
    for (const [minute, count] of minutes) if (minute + minuteMs > fromMs) sum += count;
  }
  return sum;
}

const last = keptLast<Count>();

/** Alerts nobody acknowledged come before what was counted. */
function withAlerts(count: Count, open: Alerts['open'], state: AppState): Count {
  if (open.length === 0 || count.status !== 'ready') return count;
  return last([count, open], () => ({
    ...count,
    looks: [...alertLooks(state), ...(count.looks ?? [])],
  }));
}
