import {clamp} from '../../../base/clamp.ts';
import {hourMs, minuteMs} from '../../../base/times.ts';
import type {HeldFailure, LetGoByUrl} from './held.ts';

/** What is known of the failures of one URL. Times are epoch milliseconds. */
export interface UrlGroup {
  /** Host and path. */
  readonly target: string;
  readonly in15min: number;
  readonly in1h: number;
  readonly in24h: number;
  readonly in72h: number;
  /** Failures in each part of the window, oldest first. */
  readonly parts: readonly number[];
  readonly firstMs: number;
  readonly lastMs: number;
  readonly trend: Trend;
  /** Number of its latest record. */
  readonly seq: number;
}

/** Whether failures become more or fewer. */
export type Trend = '↑' | '→' | '↓';

/** Parts a window is cut into for a sparkline. */
const sparkParts = 24;

/**
 * Failures by URL, those whose records were let go too; of them the minute is known.
 *
 * @param nowMs milliseconds since the UNIX epoch; later records count as now
 * @param windowMs length of the window the sparkline and the trend are about
 * @param nameOf what a failure is grouped by; @default its URL, by which those let go are known
 */
export function groupByUrl(
  held: readonly HeldFailure[],
  nowMs: number,
  windowMs: number,
  letGo: LetGoByUrl = new Map(),
  nameOf: (record: HeldFailure) => string = ({target}) => target,
): readonly UrlGroup[] {
  const groups = new Map<string, Counting>();
  for (const [target, {firstMs, lastMs, seq, minutes}] of letGo) {
    const group = {...newCounting(firstMs), lastMs, seq};
    groups.set(target, group);
    for (const [fromMs, count] of minutes) {
      countIn(group, fromMs + minuteMs - 1, nowMs, windowMs, count);
    }
  }
  for (const record of held) {
    const {timeMs, seq} = record;
    const target = nameOf(record);
    let group = groups.get(target);
    if (group === undefined) {
      group = newCounting(timeMs);
      groups.set(target, group);
    }
    countIn(group, timeMs, nowMs, windowMs, 1);
    group.firstMs = Math.min(group.firstMs, timeMs);
    group.lastMs = Math.max(group.lastMs, timeMs);
    group.seq = Math.max(group.seq, seq);
  }
  return [...groups].map(([target, group]) => ({target, ...group, trend: trendOf(group.parts)}));
}

type Counting = {-readonly [K in keyof Omit<UrlGroup, 'target' | 'trend' | 'parts'>]: number} & {
  readonly parts: number[];
};

function newCounting(timeMs: number): Counting {
  return {
    in15min: 0,
    in1h: 0,
    in24h: 0,
    in72h: 0,
    parts: Array.from({length: sparkParts}, () => 0),
    firstMs: timeMs,
    lastMs: timeMs,
    seq: 0,
  };
}

function countIn(
  group: Counting,
  timeMs: number,
  nowMs: number,
  windowMs: number,
  count: number,
): void {
  const age = nowMs - timeMs;
  if (age < 15 * minuteMs) group.in15min += count;
  if (age < hourMs) group.in1h += count;
  if (age < 24 * hourMs) group.in24h += count;
  if (age < 72 * hourMs) group.in72h += count;
  if (age >= windowMs) return;
  const part = Math.floor(((windowMs - Math.max(0, age)) / windowMs) * sparkParts);
  const index = clamp(part, 0, sparkParts - 1);
  group.parts[index] = (group.parts[index] ?? 0) + count;
}

/**
 * The last quarter of the window against the rest of it: `↑` when failures come at least half as
 * often again, `↓` when at most half as often.
 */
export function trendOf(parts: readonly number[]): Trend {
  const from = Math.floor(parts.length * 0.75);
  const sum = (list: readonly number[]): number => list.reduce((a, b) => a + b, 0);
  const late = sum(parts.slice(from)) / Math.max(1, parts.length - from);
  const early = sum(parts.slice(0, from)) / Math.max(1, from);
  if (late === 0 && early === 0) return '→';
  if (late >= early * 1.5) return '↑';
  return late <= early * 0.5 ? '↓' : '→';
}
