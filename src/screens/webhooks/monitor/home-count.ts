import {keptLast} from '../../../base/kept-last.ts';
import {hourMs, minuteMs} from '../../../base/times.ts';
import type {Count} from '../../../state/model/count.ts';
import {withView} from '../../../state/model/locations.ts';
import {type AppState, viewOf} from '../../../state/model/state.ts';
import {failuresCount, failuresHome} from '../home.ts';
import {type Alerts, alertLooks, alertsOf} from './alert-state.ts';
import {countSince} from './held.ts';
import {listedForMs, type Monitor, monitorOf, refusalOf, serverNow} from './monitor-state.ts';

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

const lastCount = keptLast<Count>();

/** Counted once a minute for the same records: each event asks for it. */
function countOf({held, letGo}: Monitor, nowMs: number): Count {
  return lastCount([held, Math.floor(nowMs / minuteMs)], () => {
    const all = countSince(held, letGo, nowMs - listedForMs);
    const recent = countSince(held, letGo, nowMs - hourMs);
    return failuresCount({all, more: false, recent, moreRecent: false, nowMs});
  });
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
