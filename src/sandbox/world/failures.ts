import {
  type DeliveryFailure,
  type FailureRates,
  type FindOutages,
  failuresOfSlot,
  initialReceivers,
  makeOutages,
  outageSlots,
  type Receiver,
  slotMs,
  updateReceivers,
} from './outages.ts';
import type {SeedContext} from './seed-context.ts';
import {clockAt, latestTime, type TrafficState, trafficAt} from './traffic.ts';
import type {Webhook} from './webhooks.ts';

/**
 * A stream of failures over time. Time is divided into chunks. The failures of a chunk are computed
 * from the seed, the traffic and the receivers, so that the stream needs neither a timer nor stored
 * data; some chunks are cached.
 */
export interface FailureStream extends FailureRates {
  /** Milliseconds; the past rate applies before it, the live rate after it. */
  readonly startedAt: number;
  readonly traffic: TrafficState;
  /** Current webhooks and those deleted in the last days. */
  receivers: readonly Receiver[];
  /** Finds the receivers that are down at a time. */
  findOutages: FindOutages;
  /** Number of a chunk → its failures, most recently used last. */
  readonly chunks: Map<number, Chunk>;
}

interface Chunk {
  /**
   * Revision of the traffic it was generated with; undefined once the chunk can no longer change.
   */
  readonly revision?: number;
  /** Oldest first. */
  readonly failures: readonly DeliveryFailure[];
}

/** Time for which a failure is listed: 72 hours (services T3). */
export const failureRetentionMs = 72 * 3_600_000;

const slotsPerChunk = 30;
const chunkMs = slotsPerChunk * slotMs;

/** Approximate maximum number of cached failures. */
const maxCachedFailures = 10_000;

export function makeFailureStream(
  {seed, now: startedAt, counts}: SeedContext,
  traffic: TrafficState,
  webhooks: readonly Webhook[],
  projectKeys: readonly string[],
): FailureStream {
  const receivers = initialReceivers(webhooks);
  const places = outageSlots(receivers.length);
  return {
    seed,
    startedAt,
    pastPerSlot: counts.pastFailures / (failureRetentionMs / slotMs),
    livePerSlot: (counts.failuresPerMinute * slotMs) / 60_000,
    places,
    traffic,
    receivers,
    findOutages: makeOutages(seed, places, receivers),
    projectKeys,
    chunks: new Map(),
  };
}

/**
 * List failures strictly later than `after` and not later than `now`, oldest first, of the
 * last 72 hours.
 *
 * @param atLeast stop after this many, but never between failures with the same time
 */
export function listFailures(
  stream: FailureStream,
  after: number,
  now: number,
  atLeast: number,
): readonly DeliveryFailure[] {
  const {traffic} = stream;
  const present = latestTime(traffic, now);
  const from = Math.max(after + 1, now - failureRetentionMs);
  const lastChunk = chunkAt(stream, present + 1);
  const listed: DeliveryFailure[] = [];
  for (let number = chunkAt(stream, from - 1); number <= lastChunk; number += 1) {
    const failures = failuresOfChunk(stream, number, present);
    for (let index = firstFrom(failures, from); index < failures.length; index += 1) {
      const failure = failures[index];
      if (failure === undefined || failure.failureTime > present) return listed;
      const before = listed.at(-1)?.failureTime;
      if (listed.length >= atLeast && before !== failure.failureTime) return listed;
      listed.push(failure);
    }
  }
  return listed;
}

/** Update the stream after webhooks were registered, refreshed or deleted. */
export function syncWebhooks(
  stream: FailureStream,
  webhooks: ReadonlyMap<number, Webhook>,
  now: number,
): void {
  const at = trafficAt(stream.traffic, latestTime(stream.traffic, now));
  const receivers = updateReceivers(stream.receivers, webhooks, at, failureRetentionMs * 7);
  if (receivers === stream.receivers) return;
  stream.receivers = receivers;
  stream.findOutages = makeOutages(stream.seed, stream.places, receivers);
  stream.traffic.revision += 1;
}

function chunkAt({traffic, startedAt}: FailureStream, time: number): number {
  return Math.floor((trafficAt(traffic, time) - startedAt) / chunkMs);
}

function failuresOfChunk(
  stream: FailureStream,
  number: number,
  present: number,
): readonly DeliveryFailure[] {
  const {chunks, traffic} = stream;
  const cached = chunks.get(number);
  if (cached !== undefined && (cached.revision ?? traffic.revision) === traffic.revision) {
    return cached.failures;
  }
  const failures = generateChunk(stream, number);
  const isOver = stream.startedAt + (number + 1) * chunkMs < trafficAt(traffic, present);
  chunks.delete(number);
  chunks.set(number, {...(isOver ? {} : {revision: traffic.revision}), failures});
  evictChunks(stream);
  return failures;
}

function generateChunk(stream: FailureStream, number: number): readonly DeliveryFailure[] {
  const {startedAt, traffic, findOutages} = stream;
  const clock = (at: number): number => clockAt(traffic, at);
  const slots = Array.from({length: slotsPerChunk}, (_, index) => number * slotsPerChunk + index);
  return slots.flatMap(slot =>
    failuresOfSlot(stream, slot, {startAt: startedAt + slot * slotMs, clock, findOutages}),
  );
}

/**
 * Evict old chunks. More chunks are cached if they have few failures, so that a small world's are
 * never evicted.
 */
function evictChunks({chunks, pastPerSlot, livePerSlot}: FailureStream): void {
  const perChunk = Math.max(1, Math.max(pastPerSlot, livePerSlot) * slotsPerChunk);
  const most = Math.max(2, Math.floor(maxCachedFailures / perChunk));
  for (const number of chunks.keys()) {
    if (chunks.size <= most) return;
    chunks.delete(number);
  }
}

/** Find the index of the first failure at `from` or later. */
function firstFrom(failures: readonly DeliveryFailure[], from: number): number {
  let low = 0;
  let high = failures.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((failures[middle]?.failureTime ?? 0) < from) low = middle + 1;
    else high = middle;
  }
  return low;
}
