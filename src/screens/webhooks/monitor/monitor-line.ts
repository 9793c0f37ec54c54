import {groupedNumber} from '../../../base/grouped-number.ts';
import {memoizeFor} from '../../../base/memoize-for.ts';
import {clockText, dayTimeText, hourMs, instantText} from '../../../base/times.ts';
import type {Line, Span} from '../../../state/model/line.ts';
import {type AppState, currentView, viewOf} from '../../../state/model/state.ts';
import {alertsOf} from './alert-state.ts';
import {forwarding, hostOf} from './forwarding.ts';
import {unreadOf} from './live-list.ts';
import {perMinuteText, rateOf} from './monitor-rate.ts';
import {
  groupingWords,
  type Monitor,
  maxBuffered,
  monitorOf,
  newFailures,
  refusalOf,
  serverNow,
  serverRetentionMs,
  type WaitingWatch,
  windowOf,
} from './monitor-state.ts';

/**
 * The line above the monitor's lists: window, failure rate, gaps, last and next poll, number of
 * buffered records and their start. The least important parts come last and are cut first.
 */
export function monitorLine(state: AppState): Line {
  const monitor = monitorOf(state);
  const {status} = monitor;
  const grouping = viewOf(state, 'list')?.resource.local === 'failed-urls';
  const parts: Span[][] = [[{text: windowOf(monitor).name, tone: 'accent'}]];
  if (grouping) parts.push([{text: groupingWords(monitor.groupedBy), tone: 'accent'}]);
  if (status.kind === 'off') parts.push([{text: 'not watching · tab 1 starts it', tone: 'warn'}]);
  if (status.kind === 'ended') parts.push([{text: 'not watching: r retries', tone: 'warn'}]);
  const refusal = refusalOf(monitor);
  if (refusal !== undefined) {
    const about = refusal.status === undefined ? '' : ` (${refusal.status})`;
    parts.push([{text: `refused${about}`, tone: 'bad'}, ...nextPart(monitor)]);
  }
  // The rate is stale while the watch is denied.
  if (monitor.caughtUp && refusal === undefined) {
    const {perMinute, lastMinute, trend, listed} = rateOf(state);
    const now: Span = {
      text: `${groupedNumber(lastMinute)}/min now, `,
      tone: lastMinute > 0 ? 'bad' : 'good',
    };
    parts.push([
      // It is unknown during an outage.
      ...(status.kind === 'running' ? [now] : []),
      {text: perMinuteText(perMinute)},
      {text: ` ${trend.words}`, tone: trend.tone},
    ]);
    if (monitor.dropped > 0) parts.push([{text: `${groupedNumber(listed)} listed`}]);
  }
  const muted = [...alertsOf.of(state).mutes.values()].filter(
    ({untilMs}) => untilMs > serverNow(state),
  ).length;
  if (muted > 0) parts.push([{text: `${muted} muted`, tone: 'warn'}]);
  const {live} = forwarding.of(state);
  if (live !== undefined) parts.push([{text: `forwarding to ${hostOf(live)}`, tone: 'accent'}]);
  const {polledMs} = monitor;
  const gaps = recentGaps(state);
  if (gaps.length > 0) {
    parts.push([{text: gaps.length === 1 ? '1 gap' : `${gaps.length} gaps`, tone: 'bad'}]);
  }
  if (polledMs !== undefined) {
    parts.push([
      {text: 'polled ', tone: 'dim'},
      {text: clockText(polledMs)},
      ...(refusal === undefined ? nextPart(monitor) : []),
    ]);
  }
  parts.push(bufferedPart(monitor, serverNow(state)));
  const told = parts.filter(part => part.length > 0);
  const line = told.flatMap((part): Span[] => [{text: ' · ', tone: 'dim'}, ...part]);
  return [{text: ' '}, ...line.slice(1)];
}

/** Return the gaps of the last hour; older ones are outside all counts. */
function recentGaps(state: AppState): Monitor['gaps'] {
  const {gaps} = monitorOf(state);
  return gaps.filter(({toMs}) => serverNow(state) - toMs < serverRetentionMs + hourMs);
}

function bufferedPart({buffered, dropped, caughtUp}: Monitor, nowMs: number): Span[] {
  const [first] = buffered;
  // Before the first response the count is unknown.
  if (first === undefined) return caughtUp ? [{text: 'no failures', tone: 'dim'}] : [];
  const cap = dropped > 0;
  return [
    {text: groupedNumber(buffered.length), ...(cap && {tone: 'warn' as const})},
    {
      text: cap ? ` records, the maximum (${groupedNumber(dropped)} dropped)` : ' records',
      tone: cap ? 'warn' : 'dim',
    },
    {text: ' since ', tone: 'dim'},
    {text: dayTimeText(oldestOf(buffered), nowMs)},
  ];
}

/** Find the earliest failure time, memoized since each frame calls it. */
const oldestOf = memoizeFor((buffered: Monitor['buffered']) =>
  buffered.reduce((ms, {timeMs}) => Math.min(ms, timeMs), Number.POSITIVE_INFINITY),
);

function nextPart({status, nextAtMs}: Monitor): Span[] {
  if (status.kind === 'waiting') {
    return [{text: `, next try ${clockText(status.nextAtMs)}`, tone: 'warn'}];
  }
  if (status.kind !== 'running' || nextAtMs === undefined) return [];
  return [{text: `, next ${clockText(nextAtMs)}`, tone: 'dim'}];
}

/** Build the note above the command line: lost failures, a failed poll, unread rows. */
export function monitorNote(state: AppState): Line | undefined {
  const {status, dropped, lateWithinMs} = monitorOf(state);
  const gaps = recentGaps(state);
  const view = currentView(state);
  const list = viewOf(state, 'list');
  const unread = list ? unreadOf(list) : 0;
  const spans: Span[] = [];
  if (list?.live?.follow === false) {
    const text = unread > 0 ? `▲ ${groupedNumber(unread)} new, f follows` : 'paused, f follows';
    spans.push({text: ` ${text} `, tone: unread > 0 ? 'warn' : 'dim'});
  }
  if (status.kind === 'waiting' && view.load.status !== 'failed')
    spans.push({text: ` ${status.reason}`, tone: status.refusal ? 'bad' : 'warn'});
  if (status.kind === 'ended' && view.load.status !== 'failed')
    spans.push({text: ` ${status.trouble.title}`, tone: 'bad'});
  const gap = gaps.at(-1);
  if (gap !== undefined) {
    const more = gaps.length > 1 ? ` (and ${gaps.length - 1} more)` : '';
    const [from, to] = [gap.fromMs, gap.toMs].map(ms => instantText(ms).slice(0, 11));
    const text = ` failures between ${from} and ${to} can no longer be listed${more}`;
    spans.push({text, tone: 'bad'});
  } else if (lateWithinMs !== undefined) {
    const late = Math.round(lateWithinMs / 1000);
    spans.push({text: ` failures listed more than ${late} s late may be missed`, tone: 'warn'});
  } else if (dropped > 0 && spans.length === 0) {
    const most = groupedNumber(maxBuffered);
    spans.push({text: ` at most ${most} records are stored; counts include all`, tone: 'dim'});
  }
  return spans.length === 0 ? undefined : spans;
}

/** Build the watch status of the header, shown on every screen; empty if never started. */
export function watchStatusLine(state: AppState): Line {
  const watch: Span = {text: watchText(state), ...(isWell(state) ? {} : {tone: 'bad'})};
  const fresh: Span = {text: unseenText(state), tone: 'bad'};
  const {open} = alertsOf.of(state);
  const alerts: Span = {
    text: open.length === 0 ? '' : `! ${open.length} ${open.length === 1 ? 'alert' : 'alerts'}`,
    tone: 'bad',
  };
  return [watch, fresh, alerts].filter(({text}) => text !== '');
}

/** Format the number of unseen failures; empty if zero. */
export function unseenText(state: AppState): string {
  const count = newFailures(monitorOf(state));
  return count === 0 ? '' : `✗ ${groupedNumber(count)} new`;
}

function isWell(state: AppState): boolean {
  const {status} = monitorOf(state);
  return status.kind === 'running' || status.kind === 'off';
}

/** Format the watch status; empty if never started. */
export function watchText(state: AppState): string {
  const monitor = monitorOf(state);
  const {status} = monitor;
  switch (status.kind) {
    case 'off':
      return '';
    case 'running':
      return monitor.polledMs === undefined ? '○ watch starting' : '● watch live';
    case 'ended':
      return monitor.polledMs === undefined
        ? '✗ watch stopped'
        : `✗ watch stopped since ${clockText(monitor.polledMs).slice(0, 5)}`;
    case 'waiting':
      return waitingText(status);
  }
}

function waitingText({refusal, cause, sinceMs, nextAtMs}: WaitingWatch): string {
  if (refusal === undefined) {
    if (cause === '429') return `✗ watch 429 until ${clockText(nextAtMs)}`;
    return `✗ watch: ${cause} since ${clockText(sinceMs).slice(0, 5)}`;
  }
  switch (refusal.status) {
    case 401:
      return '✗ watch 401: sign-in failed';
    case 403:
      return '✗ watch 403: not allowed';
    default:
      return '✗ watch: no token';
  }
}
