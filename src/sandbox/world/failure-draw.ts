import {type FindOutages, outageShare, type Receiver} from './outages.ts';
import {type Draw, hashNumber, makeDraw} from './random.ts';

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
const summaries = [
  'Totals differ by one cent after rounding',
  'Sign-in loops on the tablet',
  'Nightly import takes four hours',
  'Label printer prints “ﬁ” as a box',
  'パスワード再設定のメールが届かない',
  'Robot 7 stops in front of the mirror',
  'Escape \u001b[31mme\u001b[0m',
].map(summary => JSON.stringify(summary));
