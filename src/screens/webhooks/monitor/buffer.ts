import {minuteMs} from '../../../base/times.ts';

/** A failed delivery in the monitor's buffer. */
export interface BufferedFailure {
  /** Sequence number, from 1. */
  readonly seq: number;
  /** The server's own id of the record. */
  readonly id: string;
  /** Original JSON text. */
  readonly text: string;
  /** Milliseconds since the UNIX epoch. */
  readonly timeMs: number;
  /** Host and path of its URL, used for grouping. */
  readonly target: string;
}

/** Summary of the evicted records of a URL. Times are epoch milliseconds. */
export interface EvictedSummary {
  readonly firstMs: number;
  readonly lastMs: number;
  /** Sequence number of the latest. */
  readonly seq: number;
  /** Start of a minute → failures in that minute, within the counted period. */
  readonly minutes: ReadonlyMap<number, number>;
}

/** Evicted records by URL (host and path) or other group name. */
export type EvictedByName = ReadonlyMap<string, EvictedSummary>;

/** Share of the limit that is evicted at a time: each eviction goes through all records. */
const evictedShare = 0.05;

/**
 * Select the records to evict, if there are more than the limit: the oldest of the URLs that have
 * most of them, so that a noisy URL does not displace others.
 *
 * @param all oldest first
 */
export function splitBuffered(
  all: readonly BufferedFailure[],
  limit: number,
): {readonly buffered: readonly BufferedFailure[]; readonly gone: readonly BufferedFailure[]} {
  if (all.length <= limit) return {buffered: all, gone: []};
  const most = Math.ceil(limit * (1 - evictedShare));
  let tooMany = all.length - most;
  const over = new Map<string, number>();
  for (const {target} of all) over.set(target, (over.get(target) ?? 0) + 1);
  const share = shareOf([...over.values()], most);
  for (const [target, count] of over) over.set(target, count - share);
  const gone: BufferedFailure[] = [];
  const buffered = all.filter(record => {
    const left = over.get(record.target) ?? 0;
    if (tooMany === 0 || left <= 0) return true;
    over.set(record.target, left - 1);
    tooMany -= 1;
    gone.push(record);
    return false;
  });
  return {buffered, gone};
}

/** Compute the largest share per URL for which all records fit. */
function shareOf(counts: readonly number[], most: number): number {
  let room = most;
  let left = counts.length;
  for (const count of counts.toSorted((a, b) => a - b)) {
    if (count * left > room) break;
    room -= count;
    left -= 1;
  }
  return left === 0 ? most : Math.floor(room / left);
}

/**
 * Add evicted records to the summaries.
 *
 * @param countedFromMs failures before this time are not counted
 * @param nameOf the group name of a record
 */
export function addEvicted(
  known: EvictedByName,
  gone: readonly BufferedFailure[],
  countedFromMs: number,
  nameOf: (record: BufferedFailure) => string,
): EvictedByName {
  const changed = new Map<
    string,
    {-readonly [K in keyof EvictedSummary]: EvictedSummary[K]} & {minutes: Map<number, number>}
  >();
  for (const record of gone) {
    const {timeMs, seq} = record;
    const target = nameOf(record);
    let one = changed.get(target);
    if (one === undefined) {
      const {firstMs = timeMs, lastMs = timeMs, minutes} = known.get(target) ?? {};
      const counted = [...(minutes ?? [])].filter(([minute]) => minute >= countedFromMs);
      one = {firstMs, lastMs, seq, minutes: new Map(counted)};
      changed.set(target, one);
    }
    const minute = Math.floor(timeMs / minuteMs) * minuteMs;
    one.minutes.set(minute, (one.minutes.get(minute) ?? 0) + 1);
    one.firstMs = Math.min(one.firstMs, timeMs);
    one.lastMs = Math.max(one.lastMs, timeMs);
    one.seq = Math.max(one.seq, seq);
  }
  return new Map([...known, ...changed]);
}
