import {
  type Failure,
  type FailureRates,
  type FindOutages,
  failuresOfSlot,
  firstReceivers,
  makeOutages,
  outagePlaces,
  type Receiver,
  slotMs,
  updateReceivers,
} from './outages.ts';
import type {SeedContext} from './seed-context.ts';
import {clockAt, presentOf, type Traffic, trafficAt} from './traffic.ts';
import type {Webhook} from './webhooks.ts';

/**
 * Failures that happen as time goes by. Time is cut into chunks, and the failures of a chunk follow from
 * the seed, traffic and the receivers, so that the stream needs neither timer nor memory; some chunks
 * are kept to be quick.
 */
export interface FailureStream extends FailureRates {
  /** Milliseconds; before it the past rate holds, after it the live rate. */
  readonly startedAt: number;
  readonly traffic: Traffic;
  /** Webhooks of today and those deleted in the last days. */
  receivers: readonly Receiver[];
  /** Which of them are down when. */
  findOutages: FindOutages;
  /** Number of a chunk → its failures, those used last at the end. */
  readonly chunks: Map<number, Chunk>;
}

interface Chunk {
  /** Of the traffic it was drawn with; undefined when nothing can change it any more. */
  readonly revision?: number;
  /** Oldest first. */
  readonly failures: readonly Failure[];
}

/** How long a failure is listed: 72 hours (services T3). */
export const failureLifeMs = 72 * 3_600_000;

const slotsPerChunk = 30;
const chunkMs = slotsPerChunk * slotMs;

/** Failures kept at most, about. */
const keptFailures = 10_000;

export function makeFailureStream(
  {seed, now: startedAt, counts}: SeedContext,
  traffic: Traffic,
  webhooks: readonly Webhook[],
  projectKeys: readonly string[],
): FailureStream {
  const receivers = firstReceivers(webhooks);
  const places = outagePlaces(receivers.length);
  return {
    seed,
    startedAt,
    pastPerSlot: counts.pastFailures / (failureLifeMs / slotMs),
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
 * Failures strictly later than `after` and not later than `now`, oldest first, of the last 72 hours.
 *
 * @param atLeast stop once so many are found, but never between failures of the same time
 */
export function listFailures(
  stream: FailureStream,
  after: number,
  now: number,
  atLeast: number,
): readonly Failure[] {
  const {traffic} = stream;
  const present = presentOf(traffic, now);
  const from = Math.max(after + 1, now - failureLifeMs);
  const lastChunk = chunkAt(stream, present + 1);
  const found: Failure[] = [];
  for (let number = chunkAt(stream, from - 1); number <= lastChunk; number += 1) {
    const failures = failuresOfChunk(stream, number, present);
    for (let index = firstFrom(failures, from); index < failures.length; index += 1) {
      const failure = failures[index];
      if (failure === undefined || failure.failureTime > present) return found;
      const before = found.at(-1)?.failureTime;
      if (found.length >= atLeast && before !== failure.failureTime) return found;
      found.push(failure);
    }
  }
  return found;
}

/** Tell the stream of webhooks registered, refreshed or deleted; from now on it goes by them. */
export function followWebhooks(
  stream: FailureStream,
  webhooks: ReadonlyMap<number, Webhook>,
  now: number,
): void {
  const at = trafficAt(stream.traffic, presentOf(stream.traffic, now));
  const receivers = updateReceivers(stream.receivers, webhooks, at, failureLifeMs * 7);
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
): readonly Failure[] {
  const {chunks, traffic} = stream;
  const kept = chunks.get(number);
  if (kept !== undefined && (kept.revision ?? traffic.revision) === traffic.revision) {
    return kept.failures;
  }
  const failures = drawChunk(stream, number);
  const isOver = stream.startedAt + (number + 1) * chunkMs < trafficAt(traffic, present);
  chunks.delete(number);
  chunks.set(number, {...(isOver ? {} : {revision: traffic.revision}), failures});
  forgetChunks(stream);
  return failures;
}

function drawChunk(stream: FailureStream, number: number): readonly Failure[] {
  const {startedAt, traffic, findOutages} = stream;
  const clock = (at: number): number => clockAt(traffic, at);
  const slots = Array.from({length: slotsPerChunk}, (_, index) => number * slotsPerChunk + index);
  return slots.flatMap(slot =>
    failuresOfSlot(stream, slot, {startAt: startedAt + slot * slotMs, clock, findOutages}),
  );
}

/** Chunks of few failures may be many, so that all of a small world's stay. */
function forgetChunks({chunks, pastPerSlot, livePerSlot}: FailureStream): void {
  const perChunk = Math.max(1, Math.max(pastPerSlot, livePerSlot) * slotsPerChunk);
  const most = Math.max(2, Math.floor(keptFailures / perChunk));
  for (const number of chunks.keys()) {
    if (chunks.size <= most) return;
    chunks.delete(number);
  }
}

/** Index of the first failure at `from` or later. */
function firstFrom(failures: readonly Failure[], from: number): number {
  let low = 0;
  let high = failures.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((failures[middle]?.failureTime ?? 0) < from) low = middle + 1;
    else high = middle;
  }
  return low;
}
