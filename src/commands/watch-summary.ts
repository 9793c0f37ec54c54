import type {FailedEvent} from '../api/watch/failed-watch.ts';
import {type Grouping, type GroupTally, groupOf, makeTally} from '../api/watch/group-deliveries.ts';
import type {Clock} from '../base/clock.ts';

/** The number of failures in an interval, in total and by group. Times are epoch milliseconds. */
export interface SummaryEvent {
  readonly type: 'summary';
  readonly fromMs: number;
  readonly toMs: number;
  readonly count: number;
  /** Of all intervals so far. */
  readonly total: number;
  readonly by: Grouping;
  readonly groups: readonly GroupTally[];
}

/** The interval and grouping of summaries. */
export interface SummaryOptions {
  readonly by: Grouping;
  readonly everyMs: number;
  /** Where the watch starts, if before now: the first summary covers the time since then. */
  readonly sinceMs?: number | undefined;
}

/**
 * Insert a summary into the events of a watch after each interval, also of one without failures. It
 * follows the poll that ends the interval, so that records found by that poll are not counted in
 * the next one.
 */
export async function* withSummaries(
  events: AsyncIterable<FailedEvent>,
  {by, everyMs, sinceMs}: SummaryOptions,
  clock: Clock,
): AsyncGenerator<FailedEvent | SummaryEvent, void, undefined> {
  const tally = makeTally();
  const beganMs = clock.now();
  let fromMs = beganMs;
  // The time of the counts; intervals are measured from the start of the watch.
  let spanMs = Math.min(sinceMs ?? beganMs, beganMs);
  let count = 0;
  let total = 0;
  for await (const event of events) {
    if (event.type === 'failure') {
      tally.add(groupOf(event.item, by), event.failureTimeMs);
      count++;
    }
    yield event;
    const nowMs = clock.now();
    const isDue = nowMs >= fromMs + everyMs || nowMs < fromMs;
    if (!isDue || isWithinPoll(event)) continue;
    total += count;
    yield {type: 'summary', fromMs: spanMs, toMs: nowMs, count, total, by, groups: tally.all()};
    tally.clear();
    count = 0;
    fromMs = nowMs;
    spanMs = nowMs;
  }
}

function isWithinPoll({type}: FailedEvent): boolean {
  return type === 'failure' || type === 'gap' || type === 'skipped' || type === 'alerts';
}

/** A summary as one line of NDJSON, without the line break. */
export function summaryJson({fromMs, toMs, count, total, by, groups}: SummaryEvent): string {
  const name = by.startsWith('/') ? 'value' : by;
  return JSON.stringify({
    type: 'summary',
    from: fromMs,
    to: toMs,
    count,
    total,
    groups: groups.map(group => ({
      [name]: group.name,
      count: group.count,
      first: group.firstMs,
      last: group.lastMs,
    })),
  });
}
