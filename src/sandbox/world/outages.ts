import {hashNumber, makeRandom, type Random} from './random.ts';
import {apps, type Webhook} from './webhooks.ts';
import {words} from './words.ts';

/** A webhook as a receiver of deliveries, with the traffic time in which it was registered. */
export interface Receiver {
  readonly id: number;
  readonly url: string;
  readonly events: readonly string[];
  /** Milliseconds of the clock. */
  readonly expiresAt: number;
  /** Absent for webhooks registered before the world was created. */
  readonly from?: number;
  /** Absent while it is registered. */
  readonly until?: number;
}

/** A traffic time and the clock time that corresponds to it. */
export interface OutageMoment {
  readonly at: number;
  readonly time: number;
}

/** Finds the receivers that are down at a moment. */
export type FindOutages = (moment: OutageMoment) => readonly Receiver[];

/**
 * Compute the maximum number of simultaneous outages for a number of webhooks: 2 in small, 22 in
 * large worlds.
 */
export function outageSlots(hookCount: number): number {
  return Math.max(2, Math.min(maxSlots, Math.round(Math.sqrt(hookCount))));
}

const minute = 60_000;
const maxCachedTurns = 10_000;
const maxSlots = 24;
/** Percentage of turns without an outage, so that all receivers recover at times. */
const calmPercent = 15;

/** Compute the fraction of time in which at least one receiver is down. */
function outageShare(places: number): number {
  return 1 - (calmPercent / 100) ** places;
}

/**
 * Schedule outages in slots: in each, one receiver or none is down for a turn of eight to twenty
 * minutes. The receiver is chosen by the seed and the turn, among those registered at that time; a
 * receiver registered or deleted later changes the choice.
 */
export function makeOutages(
  seed: number,
  places: number,
  receivers: readonly Receiver[],
): FindOutages {
  const turns = new Map<number, Turn>();
  const getTurn = (place: number, number: number): Turn => {
    const key = number * maxSlots + place;
    const cached = turns.get(key);
    if (cached !== undefined) return cached;
    const turnSeed = hashNumber(seed ^ (place * 0x3c6f), number);
    const isCalm = hashNumber(turnSeed, 0x51ab) % 100 < calmPercent;
    const first = isCalm ? undefined : chooseReceiver(receivers, turnSeed);
    const turn = {isCalm, turnSeed, first};
    if (turns.size >= maxCachedTurns) turns.clear();
    turns.set(key, turn);
    return turn;
  };
  return moment => {
    const down: Receiver[] = [];
    for (let place = 0; place < places; place += 1) {
      const turnMs = (8 + ((place * 5) % 13)) * minute;
      const {isCalm, turnSeed, first} = getTurn(place, Math.floor(moment.at / turnMs));
      if (isCalm || first === undefined) continue;
      const receiver = isRegistered(first, moment)
        ? first
        : chooseReceiver(
            receivers.filter(one => isRegistered(one, moment)),
            turnSeed,
          );
      if (receiver !== undefined) down.push(receiver);
    }
    return down;
  };
}

interface Turn {
  readonly isCalm: boolean;
  readonly turnSeed: number;
  /** The receiver that is down, if it is registered at that time. */
  readonly first: Receiver | undefined;
}

function chooseReceiver(receivers: readonly Receiver[], turnSeed: number): Receiver | undefined {
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

function isRegistered({from, until, expiresAt}: Receiver, {at, time}: OutageMoment): boolean {
  return (
    (from === undefined || at > from) && (until === undefined || at <= until) && time < expiresAt
  );
}

/** List the initial receivers: the webhooks of the app, which can list their failures. */
export function initialReceivers(webhooks: Iterable<Webhook>): readonly Receiver[] {
  return [...webhooks].filter(hook => hook.appId === apps.own).map(hook => receiverOf(hook));
}

/**
 * Update the receivers after webhooks were registered, refreshed or deleted at a traffic time;
 * returns the same list if nothing changed. Receivers deleted more than `keepMs` ago are dropped.
 */
export function updateReceivers(
  receivers: readonly Receiver[],
  webhooks: ReadonlyMap<number, Webhook>,
  at: number,
  keepMs: number,
): readonly Receiver[] {
  let changed = false;
  const knownIds = new Set<number>();
  const updated = receivers.map(receiver => {
    knownIds.add(receiver.id);
    if (receiver.until !== undefined) return receiver;
    const hook = webhooks.get(receiver.id);
    if (hook !== undefined && hook.expiresAt === receiver.expiresAt) return receiver;
    changed = true;
    return hook === undefined ? {...receiver, until: at} : {...receiver, expiresAt: hook.expiresAt};
  });
  for (const hook of webhooks.values()) {
    if (hook.appId !== apps.own || knownIds.has(hook.id)) continue;
    changed = true;
    updated.push({...receiverOf(hook), from: at});
  }
  if (!changed) return receivers;
  return updated.filter(({until}) => until === undefined || until > at - keepMs);
}

function receiverOf({id, url, events, expiresAt}: Webhook): Receiver {
  return {id, url, events, expiresAt};
}

/** A delivery abandoned after the last retry. */
export interface DeliveryFailure {
  readonly id: string;
  readonly url: string;
  /** Milliseconds since the UNIX epoch. */
  readonly failureTime: number;
  /** The payload as JSON text; absent for some. */
  readonly body?: string;
}

/** The rates of failures, and the projects in their payloads. */
export interface FailureRates {
  readonly seed: number;
  readonly pastPerSlot: number;
  readonly livePerSlot: number;
  /** Maximum number of simultaneous outages. */
  readonly places: number;
  readonly projectKeys: readonly string[];
}

/** Length in milliseconds of the slots of traffic time; each is generated from its number. */
export const slotMs = 10_000;

/** Average number of failures in an incident: 85 % have one, the others five at the same time. */
const failuresPerIncident = 1.6;

export interface SlotTimes {
  /** Start in traffic time. */
  readonly startAt: number;
  /** Convert traffic time to clock time. */
  readonly clock: (at: number) => number;
  readonly findOutages: FindOutages;
}

/**
 * Generate the failures of a slot, in the order of their time; slots before the creation of the
 * world are negative.
 */
export function failuresOfSlot(
  rates: FailureRates,
  slot: number,
  {startAt, clock, findOutages}: SlotTimes,
): readonly DeliveryFailure[] {
  const rate = slot < 0 ? rates.pastPerSlot : rates.livePerSlot;
  const incidents = rate / failuresPerIncident / outageShare(rates.places);
  const chance = hashNumber(rates.seed, slot) / 4_294_967_296;
  const count = Math.floor(incidents) + (chance < incidents % 1 ? 1 : 0);
  if (count === 0) return [];
  const random = makeRandom(hashNumber(rates.seed ^ 0x51ab, slot), 'failures');
  // Times within the slot differ and ascend; only bursts have equal times.
  const share = Math.floor(slotMs / count);
  const failures: DeliveryFailure[] = [];
  for (let index = 0; index < count; index += 1) {
    const at = startAt + index * share + random.int(0, share - 1);
    const size = random.chance(85) ? 1 : random.int(3, 7);
    const failureTime = clock(at);
    const down = findOutages({at, time: failureTime});
    if (down.length === 0) continue;
    for (let one = 0; one < size; one += 1) {
      failures.push(makeFailure(rates, random, random.pick(down), failureTime));
    }
  }
  return failures;
}

function makeFailure(
  {projectKeys}: FailureRates,
  random: Random,
  {url, events}: Receiver,
  failureTime: number,
): DeliveryFailure {
  const key = `${random.pick(projectKeys)}-${random.int(1, 900)}`;
  const timestamp = failureTime - random.int(4, 40) * 60_000;
  const event = JSON.stringify(random.pick(events));
  const id = random.int(10_000, 99_999);
  const summary = random.pick(summaries);
  const failureId = generateId(random);
  if (random.chance(8)) return {id: failureId, url, failureTime};
  // `join` builds one flat string, where `+` builds a tree of parts; this keeps pages of a thousand
  // cheap.
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

/**
 * Generate a UUID in the format of version 4 from four random numbers; a large world needs hundreds
 * of thousands.
 */
function generateId(random: Random): string {
  const bytes = Buffer.allocUnsafe(16);
  for (let at = 0; at < 16; at += 4) bytes.writeUInt32BE(random.int(0, 0xffffffff), at);
  bytes[6] = 0x40 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  const text = bytes.toString('hex');
  const cuts = [0, 8, 12, 16, 20, 32] as const;
  return cuts
    .slice(1)
    .map((end, index) => text.slice(cuts[index], end))
    .join('-');
}

/** The summaries, as JSON. */
const summaries = words.summaries.map(summary => JSON.stringify(summary));
