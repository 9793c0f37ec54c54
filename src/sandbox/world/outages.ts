import {type Draw, hashNumber, makeDraw} from './random.ts';
import {apps, type Webhook} from './webhooks.ts';
import {words} from './words.ts';

/** A webhook as far as its deliveries go, and when it was there, in traffic's time. */
export interface Receiver {
  readonly id: number;
  readonly url: string;
  readonly events: readonly string[];
  /** Milliseconds of the clock. */
  readonly expiresAt: number;
  /** Absent: since before the world was made. */
  readonly from?: number;
  /** Absent: it is still registered. */
  readonly until?: number;
}

/** Who is to fail at a traffic time, and its time by the clock. */
export interface OutageMoment {
  readonly at: number;
  readonly time: number;
}

/** Finds the receivers that are down at a moment. */
export type FindOutages = (moment: OutageMoment) => readonly Receiver[];

/** Outages there can be at a time in a site with so many webhooks: 2 in small, 22 in large. */
export function outagePlaces(hookCount: number): number {
  return Math.max(2, Math.min(placesAtMost, Math.round(Math.sqrt(hookCount))));
}

const minute = 60_000;
const turnsKept = 10_000;
const placesAtMost = 24;
/** Of a hundred turns of a place so many have no outage, so that everything recovers now and then. */
const calmPercent = 15;

/** The share of the time in which at least one receiver is down, 0 to 1. */
function outageShare(places: number): number {
  return 1 - (calmPercent / 100) ** places;
}

/**
 * Outages by places: in each place one receiver after another is down for the place's turn of eight to
 * twenty minutes, or none. Who is down follows from the seed and the turn, among the receivers there
 * are: a new one may have its turn, one that is gone gives it to another.
 */
export function makeOutages(
  seed: number,
  places: number,
  receivers: readonly Receiver[],
): FindOutages {
  const turns = new Map<number, Turn>();
  const turnOf = (place: number, number: number): Turn => {
    const key = number * placesAtMost + place;
    const known = turns.get(key);
    if (known !== undefined) return known;
    const turnSeed = hashNumber(seed ^ (place * 0x3c6f), number);
    const isCalm = hashNumber(turnSeed, 0x51ab) % 100 < calmPercent;
    const first = isCalm ? undefined : findFirst(receivers, turnSeed);
    const turn = {isCalm, turnSeed, first};
    if (turns.size >= turnsKept) turns.clear();
    turns.set(key, turn);
    return turn;
  };
  return moment => {
    const down: Receiver[] = [];
    for (let place = 0; place < places; place += 1) {
      const turnMs = (8 + ((place * 5) % 13)) * minute;
      const {isCalm, turnSeed, first} = turnOf(place, Math.floor(moment.at / turnMs));
      if (isCalm || first === undefined) continue;
      const there = isThere(first, moment)
        ? first
        : findFirst(
            receivers.filter(one => isThere(one, moment)),
            turnSeed,
          );
      if (there !== undefined) down.push(there);
    }
    return down;
  };
}

interface Turn {
  readonly isCalm: boolean;
  readonly turnSeed: number;
  /** Who is down, if it is there. */
  readonly first: Receiver | undefined;
}

/** Who a turn falls on. */
function findFirst(receivers: readonly Receiver[], turnSeed: number): Receiver | undefined {
  let first: Receiver | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const receiver of receivers) {
    const rank = hashNumber(turnSeed, receiver.id);
    if (rank >= least) continue;
    least = rank;
    first = receiver;
  }
  return first;
}

function isThere({from, until, expiresAt}: Receiver, {at, time}: OutageMoment): boolean {
  return (
    (from === undefined || at > from) && (until === undefined || at <= until) && time < expiresAt
  );
}

/** The receivers a world begins with: the webhooks whose failures the app is told of. */
export function firstReceivers(webhooks: Iterable<Webhook>): readonly Receiver[] {
  return [...webhooks].filter(hook => hook.appId === apps.own).map(hook => receiverOf(hook));
}

/**
 * The receivers after webhooks were registered, refreshed or deleted at a traffic time; the same list
 * when none was. Those gone for longer than `keepMs` are forgotten.
 */
export function updateReceivers(
  receivers: readonly Receiver[],
  webhooks: ReadonlyMap<number, Webhook>,
  at: number,
  keepMs: number,
): readonly Receiver[] {
  let changed = false;
  const known = new Set<number>();
  const updated = receivers.map(receiver => {
    known.add(receiver.id);
    if (receiver.until !== undefined) return receiver;
    const hook = webhooks.get(receiver.id);
    if (hook !== undefined && hook.expiresAt === receiver.expiresAt) return receiver;
    changed = true;
    return hook === undefined ? {...receiver, until: at} : {...receiver, expiresAt: hook.expiresAt};
  });
  for (const hook of webhooks.values()) {
    if (hook.appId !== apps.own || known.has(hook.id)) continue;
    changed = true;
    updated.push({...receiverOf(hook), from: at});
  }
  if (!changed) return receivers;
  return updated.filter(({until}) => until === undefined || until > at - keepMs);
}

function receiverOf({id, url, events, expiresAt}: Webhook): Receiver {
  return {id, url, events, expiresAt};
}

/** A delivery given up after the last retry. */
export interface Failure {
  readonly id: string;
  readonly url: string;
  /** Milliseconds since the UNIX epoch. */
  readonly failureTime: number;
  /** The payload, as JSON text; absent for some. */
  readonly body?: string;
}

/** How often deliveries fail, and what their payloads tell of. */
export interface FailureRates {
  readonly seed: number;
  readonly pastPerSlot: number;
  readonly livePerSlot: number;
  /** Outages there can be at a time. */
  readonly places: number;
  readonly projectKeys: readonly string[];
}

/** Traffic's time is cut into slots of so many milliseconds, each drawn from its number. */
export const slotMs = 10_000;

/** Failures an incident has on average: 85 in 100 have one, the others five, all at the same time. */
const failuresPerIncident = 1.6;

export interface SlotPlace {
  /** Its beginning in traffic's time. */
  readonly startAt: number;
  /** From traffic's time to the clock's. */
  readonly clock: (at: number) => number;
  readonly findOutages: FindOutages;
}

/** The failures of a slot, in the order of their time; slots before the world was made are negative. */
export function failuresOfSlot(
  rates: FailureRates,
  slot: number,
  {startAt, clock, findOutages}: SlotPlace,
): readonly Failure[] {
  const rate = slot < 0 ? rates.pastPerSlot : rates.livePerSlot;
  const incidents = rate / failuresPerIncident / outageShare(rates.places);
  const chance = hashNumber(rates.seed, slot) / 4_294_967_296;
  const count = Math.floor(incidents) + (chance < incidents % 1 ? 1 : 0);
  if (count === 0) return [];
  const draw = makeDraw(hashNumber(rates.seed ^ 0x51ab, slot), 'failures');
  // Different times within the slot, in order: equal times are for the bursts.
  const share = Math.floor(slotMs / count);
  const failures: Failure[] = [];
  for (let index = 0; index < count; index += 1) {
    const at = startAt + index * share + draw.int(0, share - 1);
    const size = draw.chance(85) ? 1 : draw.int(3, 7);
    const failureTime = clock(at);
    const down = findOutages({at, time: failureTime});
    if (down.length === 0) continue;
    for (let one = 0; one < size; one += 1) {
      failures.push(makeFailure(rates, draw, draw.pick(down), failureTime));
    }
  }
  return failures;
}

function makeFailure(
  {projectKeys}: FailureRates,
  draw: Draw,
  {url, events}: Receiver,
  failureTime: number,
): Failure {
  const key = `${draw.pick(projectKeys)}-${draw.int(1, 900)}`;
  const timestamp = failureTime - draw.int(4, 40) * 60_000;
  const event = JSON.stringify(draw.pick(events));
  const id = draw.int(10_000, 99_999);
  const summary = draw.pick(summaries);
  const failureId = drawId(draw);
  if (draw.chance(8)) return {id: failureId, url, failureTime};
  // Joined, not added: one flat string each, not a tree of pieces, keeps pages of a thousand cheap.
  const body = [
    '{"timestamp":',
    timestamp,
    ',"webhookEvent":',
    event,
    ',"issue":{"id":"',
    id,
    '","key":"',
    key,
    '","fields":{"summary":',
    summary,
    '}}}',
  ].join('');
  return {id: failureId, url, failureTime, body};
}

/** A UUID, version 4 in form, from four draws: a large world makes them by the hundred thousand. */
function drawId(draw: Draw): string {
  const bytes = Buffer.allocUnsafe(16);
  for (let at = 0; at < 16; at += 4) bytes.writeUInt32BE(draw.int(0, 0xffffffff), at);
  bytes[6] = 0x40 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  const text = bytes.toString('hex');
  const cuts = [0, 8, 12, 16, 20, 32] as const;
  return cuts
    .slice(1)
    .map((end, index) => text.slice(cuts[index], end))
    .join('-');
}

/** As JSON. */
const summaries = words.summaries.map(summary => JSON.stringify(summary));
