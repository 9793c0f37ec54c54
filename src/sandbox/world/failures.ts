import {hashNumber, makeDraw} from './random.ts';
import type {Webhook} from './webhooks.ts';

/** A delivery given up after the last retry. */
export interface Failure {
  /** What the delivery carried as its identifier. */
  readonly id: string;
  readonly url: string;
  /** Milliseconds since the UNIX epoch. */
  readonly failureTime: number;
  /** The payload, as JSON text; absent for some. */
  readonly body?: string;
}

/**
 * Failures that happen as time goes by. None is kept: time is cut into slots, and the failures of a
 * slot follow from the seed and the slot's number, so that the stream has neither timer nor memory.
 */
export interface FailureStream {
  readonly seed: number;
  /** Milliseconds; before it the past rate holds, after it the live rate. */
  readonly startedAt: number;
  readonly pastPerSlot: number;
  readonly livePerSlot: number;
  readonly hooks: readonly Pick<Webhook, 'url' | 'events'>[];
  readonly projectKeys: readonly string[];
}

/** How long a failure is listed: 72 hours (tracker-api 3). */
export const failureLifeMs = 72 * 3_600_000;

const slotMs = 10_000;
const weatherMs = 20 * 60_000;

/** Failures an incident has on average: 85 in 100 have one, the others five, all at the same time. */
const failuresPerIncident = 1.6;

/** The stream of a site with these webhooks. */
export function makeFailureStream(options: {
  readonly seed: number;
  readonly startedAt: number;
  readonly past: number;
  readonly perMinute: number;
  readonly hooks: readonly Pick<Webhook, 'url' | 'events'>[];
  readonly projectKeys: readonly string[];
}): FailureStream {
  const {seed, startedAt, hooks, projectKeys} = options;
  return {
    seed,
    startedAt,
    pastPerSlot: options.past / (failureLifeMs / slotMs),
    livePerSlot: (options.perMinute * slotMs) / 60_000,
    hooks,
    projectKeys,
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
  const from = Math.max(after + 1, now - failureLifeMs);
  const found: Failure[] = [];
  const lastSlot = Math.floor((now - stream.startedAt) / slotMs);
  for (let slot = Math.floor((from - stream.startedAt) / slotMs); slot <= lastSlot; slot += 1) {
    for (const group of failuresOfSlot(stream, slot)) {
      const time = group[0]?.failureTime ?? 0;
      if (time < from || time > now) continue;
      const before = found.at(-1)?.failureTime;
      if (found.length >= atLeast && before !== time) return found;
      found.push(...group);
    }
  }
  return found;
}

/** The failures of a slot in groups of one time, in order. */
function failuresOfSlot(stream: FailureStream, slot: number): readonly (readonly Failure[])[] {
  const rate = slot < 0 ? stream.pastPerSlot : stream.livePerSlot;
  const incidents = rate / failuresPerIncident;
  const chance = hashNumber(stream.seed, slot) / 4_294_967_296;
  const count = Math.floor(incidents) + (chance < incidents % 1 ? 1 : 0);
  if (count === 0 || stream.hooks.length === 0) return [];
  const draw = makeDraw(hashNumber(stream.seed ^ 0x51ab, slot), 'failures');
  // Different times within the slot, in order: equal times are for the bursts.
  const share = Math.floor(slotMs / count);
  const start = stream.startedAt + slot * slotMs;
  const sick = sickHooks(stream, start);
  return Array.from({length: count}, (_, index) => {
    const failureTime = start + index * share + draw.int(0, share - 1);
    const size = draw.chance(85) ? 1 : draw.int(3, 7);
    return Array.from({length: size}, () => makeFailure(stream, draw, sick, failureTime));
  });
}

/** One to three hooks are sick for twenty minutes, then others are: URLs fail and recover. */
function sickHooks(stream: FailureStream, time: number): FailureStream['hooks'] {
  const weather = makeDraw(hashNumber(stream.seed, Math.floor(time / weatherMs)), 'weather');
  const sick = weather.some(stream.hooks, weather.int(1, 3));
  return sick.length > 0 ? sick : stream.hooks;
}

function makeFailure(
  stream: FailureStream,
  draw: ReturnType<typeof makeDraw>,
  sick: FailureStream['hooks'],
  failureTime: number,
): Failure {
  const hook = draw.pick(sick);
  const key = `${draw.pick(stream.projectKeys)}-${draw.int(1, 900)}`;
  const payload = {
    timestamp: failureTime - draw.int(4, 40) * 60_000,
    webhookEvent: draw.pick(hook.events),
    issue: {id: String(draw.int(10_000, 99_999)), key, fields: {summary: draw.pick(summaries)}},
  };
  return {
    id: draw.uuid(),
    url: hook.url,
    failureTime,
    ...(draw.chance(8) ? {} : {body: JSON.stringify(payload)}),
  };
}

const summaries = [
  'Totals differ by one cent after rounding',
  'Sign-in loops on the tablet',
  'Nightly import takes four hours',
  'Label printer prints “ﬁ” as a box',
  'パスワード再設定のメールが届かない',
  'Robot 7 stops in front of the mirror',
  'Escape \u001b[31mme\u001b[0m',
] as const;
