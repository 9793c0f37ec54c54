import {trendOf} from '../../../api/watch/trend.ts';
import {groupedNumber} from '../../../base/grouped-number.ts';
import {memoizeLast} from '../../../base/memoize-last.ts';
import {ageText, minuteMs} from '../../../base/times.ts';
import type {Tone} from '../../../base/tone.ts';
import {drawEighths} from '../../../output/spark.ts';
import type {Line} from '../../../state/model/line.ts';
import {type AppState, viewOf} from '../../../state/model/state.ts';
import {countSince, type Failures, failuresOf, latestOf, timeBars} from './failure-counts.ts';
import {type Monitor, monitorOf, serverNow, serverRetentionMs, windowOf} from './monitor-state.ts';

/** Failure rate and trend over all failures, including evicted records. */
export interface Rate {
  /** Failures per minute over the window. */
  readonly perMinute: number;
  /** Failures in the last minute. */
  readonly lastMinute: number;
  /** Failures in the 72 hours that the service lists. */
  readonly listed: number;
  readonly trend: {readonly words: string; readonly tone: Tone};
}

const lastRate = memoizeLast<Rate>();
const halfMinuteMs = minuteMs / 2;
/** Number of segments of the window for the trend. */
const trendParts = 24;

/** Return the current failure rate by the server's clock, memoized. */
export function rateOf(state: AppState): Rate {
  const monitor = monitorOf(state);
  const {buffered, evicted, window, caughtUp} = monitor;
  const nowMs = serverNow(state);
  const tick = Math.floor(nowMs / halfMinuteMs);
  return lastRate([buffered, evicted, window, caughtUp, tick], () => makeRate(monitor, nowMs));
}

function makeRate(monitor: Monitor, nowMs: number): Rate {
  const {ms} = windowOf(monitor);
  const parts = timeBars(monitor, nowMs, ms, ms / trendParts).map(({count}) => count);
  const inWindow = countSince(monitor, nowMs - ms);
  return {
    perMinute: inWindow / (ms / minuteMs),
    lastMinute: countSince(monitor, nowMs - minuteMs),
    listed: countSince(monitor, nowMs - serverRetentionMs),
    trend: trendWords(parts.slice(-trendParts), inWindow),
  };
}

function trendWords(parts: readonly number[], sum: number): Rate['trend'] {
  if (sum === 0) return {words: 'quiet', tone: 'good'};
  const trend = trendOf(parts);
  if (trend === '↑') return {words: 'rising', tone: 'bad'};
  return trend === '↓' ? {words: 'falling', tone: 'good'} : {words: 'steady', tone: 'warn'};
}

/**
 * Format a rate as `12/min`, `0.4/min`, `3.0/h` or `0.7/day`, with at least one significant digit.
 */
export function perMinuteText(perMinute: number): string {
  if (perMinute === 0) return '0/min';
  if (perMinute >= 10) return `${groupedNumber(Math.round(perMinute))}/min`;
  if (perMinute >= 0.1) return `${perMinute.toFixed(1)}/min`;
  const perHour = perMinute * 60;
  return perHour >= 0.1 ? `${perHour.toFixed(1)}/h` : `${(perHour * 24).toFixed(1)}/day`;
}

/** `12s ago`, `4m ago`. */
function agoText(ms: number, nowMs: number): string {
  const age = Math.max(0, nowMs - ms);
  return age < minuteMs ? `${Math.round(age / 1000)}s ago` : `${ageText(ms, nowMs)} ago`;
}

/** Columns reserved beside the bars for their caption: `peak 50,000, last 59m ago`. */
const beside = 28;

const lastChart = memoizeLast<readonly Line[]>();

/**
 * Build the two-line chart of failures over the time window: of a group if the list shows its
 * records.
 */
export function monitorChart(state: AppState): readonly Line[] {
  const monitor = monitorOf(state);
  const columns = Math.max(10, state.columns - beside);
  const tick = Math.floor(serverNow(state) / halfMinuteMs);
  const params = viewOf(state, 'list')?.params ?? {};
  return lastChart([monitor.buffered, monitor.evicted, monitor.window, columns, tick, params], () =>
    chartLines(failuresOf(monitor, params), windowOf(monitor), serverNow(state), columns),
  );
}

function chartLines(
  failures: Failures,
  {ms, name}: ReturnType<typeof windowOf>,
  nowMs: number,
  columns: number,
): Line[] {
  const bars = timeBars(failures, nowMs, ms, Math.max(1, Math.ceil(ms / columns)));
  const counts = bars.map(({count}) => count);
  const most = Math.max(0, ...counts);
  const heights = counts.map(n => (n === 0 ? 0 : Math.max(1, Math.round((n / most) * 16))));
  const sum = countSince(failures, nowMs - ms);
  return [
    [
      {text: ` ${drawEighths(heights.map(of => of - 8))}`, tone: 'bad'},
      {text: ` ${groupedNumber(sum)} in ${name}`, tone: 'dim'},
    ],
    [
      {text: ` ${drawEighths(heights)}`, tone: 'bad'},
      {text: most === 0 ? ' none' : ` peak ${groupedNumber(most)}`, tone: 'dim'},
      {text: most === 0 ? '' : `, last ${agoText(latestOf(failures), nowMs)}`, tone: 'dim'},
    ],
  ];
}
