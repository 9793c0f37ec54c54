import {describe, expect, it} from 'vitest';
import {budgetOf, Pace, samePauseMs} from '../../src/api/pace.ts';
import {type SendOptions, sendWithRetries} from '../../src/api/retry.ts';
import type {WireResponse} from '../../src/api/send.ts';
import type {Clock} from '../../src/base/clock.ts';
import {toFailure} from '../../src/base/failure.ts';
import {inParallel} from '../../src/base/in-parallel.ts';

/** A clock that goes on to the next wait as soon as all work waits. */
function makeVirtualClock() {
  const waits: {readonly atMs: number; readonly end: () => void}[] = [];
  let nowMs = Date.UTC(2026, 3, 1);
  const clock: Clock = {
    now: () => nowMs,
    sleep: ms => new Promise(end => waits.push({atMs: nowMs + ms, end})),
  };
  return {
    clock,
    async run<T>(work: Promise<T>): Promise<T> {
      let isDone = false;
      const ended = work.finally(() => {
        isDone = true;
      });
      ended.catch(() => undefined);
      while (!isDone) {
        await new Promise(resolve => setImmediate(resolve));
        waits.sort((a, b) => a.atMs - b.atMs);
        const next = waits.shift();
        if (next === undefined) continue;
        nowMs = Math.max(nowMs, next.atMs);
        next.end();
      }
      return ended;
    },
  };
}

type Answer = (nowMs: number) => WireResponse;

const answered = (
  status: number,
  headers: Readonly<Record<string, string>> = {},
): WireResponse => ({
  status,
  headers,
  body: new Uint8Array(),
});

/** A service that takes so many requests in each window, and refuses the others. */
function limitOf(most: number, windowMs: number, tells = false): Answer {
  let window = 0;
  let used = 0;
  return nowMs => {
    const now = Math.floor(nowMs / windowMs);
    if (now !== window) [window, used] = [now, 0];
    used += 1;
    const leftMs = (now + 1) * windowMs - nowMs;
    const left: Readonly<Record<string, string>> = tells
      ? {'x-ratelimit-remaining': String(Math.max(0, most - used))}
      : {};
    if (used <= most) return answered(200, left);
    return answered(429, {...left, 'retry-after': String(Math.ceil(leftMs / 1000))});
  };
}

/** A service that refuses this share of all requests, at random but the same in every run. */
function refusing(share: number, retryAfter?: string): Answer {
  let seed = 7;
  return () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    if (seed / 2 ** 31 >= share) return answered(200);
    return answered(429, retryAfter === undefined ? {} : {'retry-after': retryAfter});
  };
}

interface Run {
  readonly requests: number;
  readonly atOnce: number;
  readonly answer: Answer;
  readonly latencyMs?: number;
  readonly options?: SendOptions;
  /** Processes side by side, each with its own pace. */
  readonly processes?: number;
  /** Milliseconds from the start of one process to that of the next. @default 0 */
  readonly apartMs?: number;
}

/** Send requests to a service that counts. */
async function send({
  requests,
  atOnce,
  answer,
  latencyMs = 20,
  options,
  processes = 1,
  apartMs = 0,
}: Run) {
  const {clock, run} = makeVirtualClock();
  let note: {readonly untilMs: number; readonly joined: [number, number][]} | undefined;
  let [sent, refused, active, most] = [0, 0, 0, 0];
  const paces = Array.from(
    {length: processes},
    (_, id): Pace =>
      new Pace(clock, {
        read: async () =>
          note && {
            untilMs: note.untilMs,
            answers: note.joined.map(([, answers]) => answers),
            own: note.joined.findIndex(([one]) => one === id),
          },
        async join(untilMs, answers) {
          const isSame = note !== undefined && Math.abs(note.untilMs - untilMs) < samePauseMs;
          if (!isSame) note = {untilMs, joined: []};
          note?.joined.push([id, answers]);
        },
      }),
  );
  const startMs = clock.now();
  const one = async (pace: Pace) =>
    sendWithRetries(
      {method: 'POST', url: 'http://a.test/', headers: {}},
      {
        clock,
        pace,
        async send() {
          sent += 1;
          active += 1;
          most = Math.max(most, active);
          const reply = answer(clock.now());
          if (reply.status === 429) refused += 1;
          await clock.sleep(latencyMs);
          active -= 1;
          return reply;
        },
      },
      options,
    ).then(
      ({answer: {status}}) => status,
      error => toFailure(error).kind,
    );
  const all = paces.map(async (pace, i) => {
    await clock.sleep(i * apartMs);
    return inParallel(Array.from({length: requests / processes}), atOnce, () => one(pace));
  });
  const results = (await run(Promise.all(all))).flat();
  const failed = results.filter(result => result !== 200).length;
  return {sent, refused, failed, most, seconds: (clock.now() - startMs) / 1000};
}

const patient = {maxWaitMs: 600_000};

describe('a service that takes a limited number of requests', () => {
  it.each([
    [109, 1, 10, 1],
    [109, 6, 10, 1, true],
    [5000, 1, 10, 1],
    [5000, 6, 50, 1],
    [5000, 16, 100, 10],
    [5000, 4, 1000, 60],
  ])(
    'refuses fewer than 5%% of %i requests, %i at once, with a limit of %i in %i s',
    async (requests, atOnce, most, seconds, tells = false) => {
      const answer = limitOf(most, seconds * 1000, tells);
      const result = await send({requests, atOnce, answer, options: patient});
      expect(result.failed).toBe(0);
      expect(result.refused).toBeLessThan(requests * 0.05);
      expect(result.seconds).toBeLessThan((requests / most) * seconds * 2 + 60);
    },
  );

  it.each([10, 40])(
    'refuses few requests of four processes side by side, at %i per second',
    async most => {
      const requests = 2000;
      const result = await send({
        requests,
        atOnce: 4,
        answer: limitOf(most, 1000),
        options: patient,
        processes: 4,
      });
      expect(result.failed).toBe(0);
      expect(result.refused).toBeLessThan(requests * 0.05);
    },
  );

  it.each([3, 50])(
    'hardly refuses four processes after their first pause, which all of them run into: latency %i ms',
    async latencyMs => {
      const requests = 4 * 109;
      const result = await send({
        requests,
        atOnce: 6,
        answer: limitOf(30, 1000),
        latencyMs,
        options: patient,
        processes: 4,
      });
      expect(result.failed).toBe(0);
      // All requests that are on the way when the limit is reached are refused.
      expect(result.refused - 4 * 6).toBeLessThan(0.01 * requests);
      expect(result.seconds).toBeLessThan((1.4 * requests) / 30);
    },
  );

  it('refuses few of the first requests of a process that joins others', async () => {
    const answer = limitOf(30, 1000);
    const run = {requests: 4 * 600, atOnce: 6, answer, options: patient, processes: 4};
    const result = await send({...run, latencyMs: 3, apartMs: 8000});
    expect(result.failed).toBe(0);
    // The first process runs into the limit with all of its requests, the others with a few.
    expect(result.refused).toBeLessThan(0.0125 * run.requests);
  });
});

it.each([109, 5000])(
  'none of %i requests fails at a service that refuses 30%% of them at random',
  async requests => {
    for (const after of ['0', '1', undefined]) {
      const result = await send({
        requests,
        atOnce: 6,
        answer: refusing(0.3, after),
        options: patient,
      });
      expect(result.failed).toBe(0);
      // No request is repeated but those refused.
      expect(result.sent).toBe(requests + result.refused);
    }
  },
);

describe('a service that asks to wait', () => {
  const long = (first: number): Answer => {
    let sent = 0;
    return () => {
      sent += 1;
      return sent === 1 ? answered(429, {'retry-after': String(first)}) : answered(200);
    };
  };

  it('is waited for by all requests, and reported once', async () => {
    const untils: number[] = [];
    const options: SendOptions = {onWait: ({ms}) => untils.push(ms)};
    const result = await send({requests: 10, atOnce: 2, answer: long(20), options});
    expect(result).toMatchObject({sent: 11, failed: 0});
    expect(untils).toEqual([20_000]);
  });

  it('fails the requests at once if it asks for longer than they may wait', async () => {
    const options = {maxWaitMs: 60_000};
    const result = await send({requests: 10, atOnce: 1, answer: long(61), options});
    expect(result).toMatchObject({sent: 1, failed: 10, seconds: 0.02});
  });

  it('does not delay callers that wait by themselves', async () => {
    const answer = long(20);
    const result = await send({requests: 2, atOnce: 1, answer, options: {retries: 0}});
    expect(result).toMatchObject({sent: 2, failed: 1, seconds: 0.04});
  });
});

it.each([
  [{}, {}],
  [{'x-ratelimit-remaining': '4'}, {left: 4}],
  [{'x-ratelimit-remaining': 'many'}, {}],
  [
    {'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1970-01-01T00:01Z'},
    {left: 0, resetMs: 60_000},
  ],
  [{'x-ratelimit-reset': '30'}, {resetMs: 31_000}],
  [{'x-ratelimit-reset': '1775001600'}, {resetMs: 1_775_001_600_000}],
  [{'beta-ratelimit': '"burst";r=2;t=7'}, {left: 2, resetMs: 8000}],
])('the remaining budget is read from %o', (headers, budget) => {
  expect(budgetOf(headers, 1000)).toEqual(budget);
});
