import {clamp} from '../../../base/clamp.ts';
import {groupedNumber} from '../../../base/grouped-number.ts';
import {memoizeLast} from '../../../base/memoize-last.ts';
import {ageText, minuteMs} from '../../../base/times.ts';
import type {Tone} from '../../../base/tone.ts';
import type {Line} from '../../../state/model/line.ts';
import type {AppState} from '../../../state/model/state.ts';
import {countSince, timeBars, trendOf} from './failure-counts.ts';
import {type Monitor, monitorOf, serverNow, serverRetentionMs, windowOf} from './monitor-state.ts';

/** How bad it is: of all failures, also those whose records were let go. */
export interface Rate {
  /** Failures a minute over the window. */
  readonly perMinute: number;
  /** In the 72 hours the service lists them. */
  readonly listed: number;
  readonly trend: {readonly words: string; readonly tone: Tone};
}

const lastRate = memoizeLast<Rate>();
const halfMinuteMs = minuteMs / 2;
/** The window is cut into so many parts for its trend. */
const trendParts = 24;

/** How bad it is now, by the server's clock; made again once in a while. */
export function rateOf(state: AppState): Rate {
  const monitor = monitorOf(state);
  const {held, letGo, window, caughtUp} = monitor;
  const nowMs = serverNow(state);
  const tick = Math.floor(nowMs / halfMinuteMs);
  return lastRate([held, letGo, window, caughtUp, tick], () => makeRate(monitor, nowMs));
}

function makeRate(monitor: Monitor, nowMs: number): Rate {
  const {ms} = windowOf(monitor);
  const parts = timeBars(monitor, nowMs, ms, ms / trendParts).map(({count}) => count);
  const inWindow = parts.reduce((a, b) => a + b, 0);
  return {
    perMinute: inWindow / (ms / minuteMs),
    listed: countSince(monitor, nowMs - serverRetentionMs),
    trend: trendWords(parts, inWindow),
  };
}

function trendWords(parts: readonly number[], sum: number): Rate['trend'] {
  if (sum === 0) return {words: 'quiet', tone: 'good'};
  const trend = trendOf(parts);
  if (trend === '↑') return {words: 'getting worse', tone: 'bad'};
  return trend === '↓' ? {words: 'getting better', tone: 'good'} : {words: 'steady', tone: 'warn'};
}

/** `12/min`, `0.4/min`, `3.0/h`, `0.7/day`: at least one figure that says something. */
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

const levels = ' ▁▂▃▄▅▆▇█';
/** Columns beside the bars, for what they are about. */
const beside = 24;

const lastChart = memoizeLast<readonly Line[]>();

/** How many deliveries failed when, over the time window: bars of two lines across the lists of the monitor. */
export function monitorChart(state: AppState): readonly Line[] {
  const monitor = monitorOf(state);
  const columns = Math.max(10, state.columns - beside);
  const tick = Math.floor(serverNow(state) / halfMinuteMs);
  return lastChart([monitor.held, monitor.letGo, monitor.window, columns, tick], () =>
    chartLines(monitor, serverNow(state), columns),
  );
}

function chartLines(monitor: Monitor, nowMs: number, columns: number): Line[] {
  const {ms, name} = windowOf(monitor);
  const bars = timeBars(monitor, nowMs, ms, Math.max(1, Math.ceil(ms / columns)));
  const counts = bars.map(({count}) => count);
  const most = Math.max(0, ...counts);
  const heights = counts.map(n => (n === 0 ? 0 : Math.max(1, Math.round((n / most) * 16))));
  const line = (height: (of: number) => number): string =>
    ` ${heights.map(of => levels[clamp(height(of), 0, 8)]).join('')}`;
  const sum = counts.reduce((a, b) => a + b, 0);
  return [
    [
      {text: line(of => of - 8), tone: 'bad'},
      {text: ` ${groupedNumber(sum)} in ${name}`, tone: 'dim'},
    ],
    [
      {text: line(of => of), tone: 'bad'},
      {text: most === 0 ? ' none' : ` peak ${groupedNumber(most)}`, tone: 'dim'},
      {text: most === 0 ? '' : `, last ${agoText(monitor.latestMs, nowMs)}`, tone: 'dim'},
    ],
  ];
}
