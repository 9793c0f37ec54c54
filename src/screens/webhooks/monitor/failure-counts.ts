import {type Grouping, groupingNames} from '../../../api/watch/group-deliveries.ts';
import {type Trend, trendOf} from '../../../api/watch/trend.ts';
import {clamp} from '../../../base/clamp.ts';
import {hourMs, minuteMs} from '../../../base/times.ts';
import type {Params} from '../../../state/model/params.ts';
import type {Monitor} from './monitor-state.ts';
import {nameIn} from './record-names.ts';

/**
 * Failure counts of a group, such as a URL (host and path) or an event. Times are epoch
 * milliseconds.
 */
export interface FailureGroup {
  readonly name: string;
  readonly in15min: number;
  readonly in1h: number;
  readonly in24h: number;
  readonly in72h: number;
  /** Failures in each segment of the window, oldest first. */
  readonly parts: readonly number[];
  readonly firstMs: number;
  readonly lastMs: number;
  readonly trend: Trend;
  /** Sequence number of the latest record. */
  readonly seq: number;
}

/** Number of sparkline segments per window. */
const sparkParts = 24;

/** All failures known to the monitor: buffered records and summaries of evicted ones. */
export type Failures = Pick<Monitor, 'buffered' | 'evicted'>;

/**
 * Report all failures, those with the same name and time together. The time of evicted failures
 * within a minute is unknown: half of them are placed at the end of its first half, half at the end
 * of its second.
 *
 * @param tell `seq` is the number of the record, 0 for evicted ones
 */
function countAll(
  {buffered, evicted}: Failures,
  by: Grouping,
  tell: (name: string, timeMs: number, count: number, seq: number) => void,
): void {
  for (const [name, {minutes}] of evicted.get(by) ?? []) {
    for (const [fromMs, count] of minutes) {
      const late = Math.floor(count / 2);
      tell(name, fromMs + minuteMs / 2 - 1, count - late, 0);
      if (late > 0) tell(name, fromMs + minuteMs - 1, late, 0);
    }
  }
  for (const record of buffered) tell(nameIn(record, by), record.timeMs, 1, record.seq);
}

/** The failures of the group that the parameters of a list name; all if they name none. */
export function failuresOf({buffered, evicted}: Failures, params: Params): Failures {
  const by = groupingNames.find(name => params[name] !== undefined) ?? (params.at as Grouping);
  if (by === undefined) return {buffered, evicted};
  const name = params[by] ?? params.is ?? '';
  const gone = evicted.get(by)?.get(name);
  return {
    buffered: buffered.filter(record => nameIn(record, by) === name),
    evicted: new Map([['url', new Map(gone && [[name, gone]])]]),
  };
}

/** The time of the latest failure, within a minute; 0 if there is none. */
export function latestOf(failures: Failures): number {
  let latestMs = 0;
  countAll(failures, 'url', (_, timeMs) => {
    latestMs = Math.max(latestMs, timeMs);
  });
  return latestMs;
}

/** Count failures since a time. */
export function countSince(failures: Failures, fromMs: number): number {
  let sum = 0;
  countAll(failures, 'url', (_, timeMs, count) => {
    if (timeMs > fromMs) sum += count;
  });
  return sum;
}

/**
 * Group failures by name.
 *
 * @param nowMs milliseconds since the UNIX epoch; later records count as now
 * @param windowMs length of the window for the sparkline and the trend
 */
export function groupFailures(
  failures: Failures,
  nowMs: number,
  windowMs: number,
  by: Grouping = 'url',
): readonly FailureGroup[] {
  const groups = new Map<string, Counting>();
  for (const [name, {firstMs, lastMs, seq}] of failures.evicted.get(by) ?? []) {
    groups.set(name, newCounting(firstMs, lastMs, seq));
  }
  countAll(failures, by, (name, timeMs, count, seq) => {
    let group = groups.get(name);
    if (group === undefined) {
      group = newCounting(timeMs, timeMs, seq);
      groups.set(name, group);
    }
    countIn(group, nowMs - timeMs, windowMs, count);
    // Evicted groups already have exact first and last times.
    if (seq === 0) return;
    group.firstMs = Math.min(group.firstMs, timeMs);
    group.lastMs = Math.max(group.lastMs, timeMs);
    group.seq = Math.max(group.seq, seq);
  });
  return [...groups].map(([name, group]) => ({name, ...group, trend: trendOf(group.parts)}));
}

type Counting = {-readonly [K in keyof Omit<FailureGroup, 'name' | 'trend' | 'parts'>]: number} & {
  readonly parts: number[];
};

function newCounting(firstMs: number, lastMs: number, seq: number): Counting {
  const parts = Array.from({length: sparkParts}, () => 0);
  return {in15min: 0, in1h: 0, in24h: 0, in72h: 0, parts, firstMs, lastMs, seq};
}

function countIn(group: Counting, age: number, windowMs: number, count: number): void {
  if (age < 15 * minuteMs) group.in15min += count;
  if (age < hourMs) group.in1h += count;
  if (age < 24 * hourMs) group.in24h += count;
  if (age < 72 * hourMs) group.in72h += count;
  if (age >= windowMs) return;
  const {parts} = group;
  const part = Math.floor(((windowMs - Math.max(0, age)) / windowMs) * parts.length);
  const index = clamp(part, 0, parts.length - 1);
  parts[index] = (parts[index] ?? 0) + count;
}

/** Failures of one interval. */
export interface TimeBar {
  /** Start of the interval, milliseconds since the UNIX epoch. */
  readonly fromMs: number;
  readonly count: number;
  /** URL (host and path) with most failures; empty without failures. */
  readonly worst: string;
  readonly worstCount: number;
  /** Sequence number of the latest record; 0 without failures. */
  readonly seq: number;
}

/**
 * Divide the window into intervals, oldest first, including empty ones. They start at multiples of
 * their length, so that their starts are stable over time; the first one may start before the
 * window.
 *
 * @param nowMs milliseconds since the UNIX epoch; later records count in the last interval
 * @param windowMs length of the window
 * @param barMs length of an interval
 */
export function timeBars(
  failures: Failures,
  nowMs: number,
  windowMs: number,
  barMs: number,
): readonly TimeBar[] {
  const last = Math.floor(nowMs / barMs);
  const first = Math.floor((nowMs - windowMs) / barMs);
  const bars = Array.from({length: last - first + 1}, () => ({
    urls: new Map<string, number>(),
    count: 0,
    seq: 0,
  }));
  countAll(failures, 'url', (url, timeMs, count, seq) => {
    const bar = bars[Math.min(last, Math.floor(timeMs / barMs)) - first];
    if (bar === undefined) return;
    bar.count += count;
    bar.seq = Math.max(bar.seq, seq);
    bar.urls.set(url, (bar.urls.get(url) ?? 0) + count);
  });
  return bars.map(({urls, count, seq}, i) => {
    const [worst = '', worstCount = 0] = [...urls].reduce<readonly [string?, number?]>(
      (most, url) => (url[1] > (most[1] ?? 0) ? url : most),
      [],
    );
    return {fromMs: (first + i) * barMs, count, seq, worst, worstCount};
  });
}
