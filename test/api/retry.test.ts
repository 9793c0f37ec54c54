import {describe, expect, it} from 'vitest';
import type {ExchangeEvent, Traffic} from '../../src/api/client.ts';
import {Failure} from '../../src/base/failure.ts';
import {type Answered, makeTestClock, send, startServer} from './local-server.ts';
import {makeOperation} from './records.ts';
import {failureOf, makePorts, run} from './run-plan.ts';

const reads = makeOperation();
const writes = makeOperation({method: 'POST', effect: 'create'});
const ok: Answered = {text: '{"ok":true}'};

/** Run against a server that answers these in turn, the last for ever; what came of it. */
async function outcome(
  operation: typeof reads,
  answers: readonly (Answered | undefined)[],
  options: {readonly retries?: number} = {},
) {
  const clock = makeTestClock();
  await using server = await startServer((_, at) => answers[Math.min(at, answers.length - 1)]);
  const ports = makePorts({clock, random: () => 0.5});
  const result = await run(server, operation, {}, options, ports).then(
    ({text}) => text,
    (error: unknown) => error,
  );
  return {result, requests: server.received.length, sleeps: clock.sleeps};
}

describe('a GET', () => {
  it.each([502, 503, 504])(
    'is tried again after %i, waiting twice as long each time',
    async status => {
      expect(await outcome(reads, [{status}, {status}, {status}, ok])).toEqual({
        result: '{"ok":true}',
        requests: 4,
        sleeps: [500, 1000, 2000],
      });
    },
  );

  it('gives up after three more tries, and says how many there were', async () => {
    const {result, requests} = await outcome(reads, [{status: 503}]);
    expect(result).toMatchObject({kind: 'server_error', details: {attempts: 4, status: 503}});
    expect(requests).toBe(4);
  });

  it('is tried again after a broken connection', async () => {
    expect(await outcome(reads, [undefined, undefined, ok])).toMatchObject({
      result: '{"ok":true}',
      sleeps: [500, 1000],
    });
    const {result} = await outcome(reads, [undefined]);
    expect(result).toMatchObject({
      kind: 'connection_error',
      details: {attempts: 4, request: {method: 'GET', path: '/rest/api/3/thing'}},
    });
  });

  it.each([400, 401, 403, 404, 409, 500, 501])('is not tried again after %i', async status => {
    expect(await outcome(reads, [{status}, ok])).toMatchObject({requests: 1, sleeps: []});
  });

  it('is not tried again after its time ran out', async () => {
    let sent = 0;
    const ports = makePorts({
      send: async () => {
        sent++;
        throw new Failure('timeout_error', 'No answer.');
      },
    });
    const failure = await failureOf(run({url: 'http://127.0.0.1:1'}, reads, {}, {}, ports));
    expect(failure).toMatchObject({kind: 'timeout_error', details: {attempts: 1}});
    expect(sent).toBe(1);
  });

  it('is tried as often as asked', async () => {
    expect(await outcome(reads, [{status: 503}], {retries: 0})).toMatchObject({requests: 1});
    expect(await outcome(reads, [{status: 503}], {retries: 1})).toMatchObject({requests: 2});
  });
});

describe('a write', () => {
  it.each([500, 502, 503, 504])('is never sent again after %i', async status => {
    expect(await outcome(writes, [{status}, ok])).toMatchObject({requests: 1, sleeps: []});
  });

  it('is never sent again after a broken connection', async () => {
    const {result, requests} = await outcome(writes, [undefined, ok]);
    expect(result).toMatchObject({kind: 'connection_error', details: {attempts: 1}});
    expect(requests).toBe(1);
  });

  it('is sent again after 429, which never carries it out', async () => {
    expect(await outcome(writes, [{status: 429}, ok])).toMatchObject({
      result: '{"ok":true}',
      requests: 2,
    });
  });
});

describe('Retry-After', () => {
  const told = (seconds: string, status = 429): Answered => ({
    status,
    headers: {'retry-after': seconds},
  });

  it('is waited for to the second', async () => {
    expect((await outcome(writes, [told('7'), told('30'), ok])).sleeps).toEqual([7000, 30_000]);
    expect((await outcome(reads, [told('2', 503), ok])).sleeps).toEqual([2000]);
  });

  it('of more than 30 s is not: rate_limited at once, with the seconds', async () => {
    const {result, requests, sleeps} = await outcome(reads, [told('31'), ok]);
    expect(result).toMatchObject({
      kind: 'rate_limited',
      details: {retryAfterSeconds: 31, attempts: 1, hint: 'Wait 31 s, then retry.'},
    });
    expect([requests, sleeps]).toEqual([1, []]);
  });
});

it('waits are spread by three tenths', async () => {
  for (const [random, ms] of [
    [0, 350],
    [0.999, 650],
  ] as const) {
    const clock = makeTestClock();
    await using server = await startServer((_, at) => (at === 0 ? {status: 503} : ok));
    await run(server, reads, {}, {}, makePorts({clock, random: () => random}));
    expect(clock.sleeps[0]).toBeCloseTo(ms, -1);
  }
});

it('every attempt is an exchange, with its status, number and size, and when it is sent again', async () => {
  const events: ExchangeEvent[] = [];
  await using server = await startServer((_, at) => [undefined, {status: 503, text: 'x'}, ok][at]);
  await run(server, reads, {}, {onExchange: event => events.push(event)}, makePorts({send}));
  const url = `${server.url}/rest/api/3/thing`;
  const common = {method: 'GET', url, durationMs: 0, cached: false};
  expect(events).toEqual([
    {...common, attempt: 1, bytes: 0, againMs: 500},
    {...common, attempt: 2, status: 503, bytes: 1, againMs: 1000},
    {...common, attempt: 3, status: 200, bytes: 11},
  ]);
});

it('the traffic of an exchange hides what headers named like secrets hold', async () => {
  const seen: (Traffic | undefined)[] = [];
  const headers = {'x-session-key': 'shown', 'x-auth-key': 'n0', 'x-password': 'n1'};
  await using server = await startServer(() => ({text: '{}', headers}));
  await run(server, reads, {}, {onExchange: (_, traffic) => seen.push(traffic)}, makePorts({send}));
  const hidden = '(hidden)';
  const shown = {'x-session-key': 'shown', 'x-auth-key': hidden, 'x-password': hidden};
  expect(seen[0]?.answerHeaders).toMatchObject(shown);
});

it('the traffic of an exchange never holds what authorizes it', async () => {
  const seen: (Traffic | undefined)[] = [];
  await using server = await startServer(() => ({
    text: '{"id":1.0}',
    headers: {'set-cookie': 'session=c00kie'},
  }));
  await run(server, reads, {}, {onExchange: (_, traffic) => seen.push(traffic)}, makePorts({send}));
  const [traffic] = seen;
  expect(traffic?.requestHeaders).toMatchObject({Authorization: '(hidden)'});
  expect(new TextDecoder().decode(traffic?.answerBody)).toBe('{"id":1.0}');
  expect(JSON.stringify(traffic)).not.toMatch(/t0ken|c00kie/);
});
