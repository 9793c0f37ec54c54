import {describe, expect, test} from 'vitest';
import type {Client, Reply} from '../../../src/api/client.ts';
import {describePlan} from '../../../src/api/describe-plan.ts';
import {makeClient} from '../../../src/api/make-client.ts';
import {Pace} from '../../../src/api/pace.ts';
import type {Clock} from '../../../src/base/clock.ts';
import {Failure} from '../../../src/base/failure.ts';
import type {AppEvent} from '../../../src/state/model/transition.ts';
import {makePlan} from '../../../src/state/write/make-plan.ts';
import {sendWrites, type WritePorts} from '../../../src/state/write/send-writes.ts';
import type {WritePlan} from '../../../src/state/write/state.ts';
import {makeTestClock, startServer} from '../../api/local-server.ts';
import {makePorts} from '../../api/run-plan.ts';
import {answeringClient} from '../../support/answering-client.ts';
import {callOf} from '../../support/write-steps.ts';

const because = 'a service that is not configured';

interface RunOptions {
  readonly writer?: WritePorts['writer'];
  readonly keepEntry?: WritePorts['keepEntry'];
  readonly change?: (plan: WritePlan) => WritePlan;
  readonly maxWaitMs?: number;
  readonly onQueue?: (queue: ReturnType<typeof sendWrites>) => void;
}

/** Sends some updates by a client. */
async function runWith(
  client: Client,
  count: number,
  clock: Clock,
  {
    writer = () => client,
    keepEntry = async () => undefined,
    change = plan => plan,
    maxWaitMs,
    onQueue,
  }: RunOptions = {},
) {
  const events: AppEvent[] = [];
  const ports = {
    client: () => client,
    writer,
    clock,
    dispatch: (event: AppEvent) => events.push(event),
    flags: () => [],
    keepEntry,
    maxWaitMs,
    persisted: {session: 'test'},
  } as unknown as WritePorts;
  const requests = Array.from({length: count}, (_, i) => {
    const call = callOf('tracker version update', {id: [String(i)]}, '{}');
    const plan = client.plan(call.operation, call.given);
    return {label: String(i), call, planned: {plan, text: describePlan(plan), command: ''}};
  });
  const plan = change(
    makePlan(
      {title: 'Many', object: 'x', notes: [], requests},
      {connection: {status: 'connecting', text: ''}},
    ),
  );
  const only = requests.map((_, i) => i);
  const queue = sendWrites({kind: 'send', run: 1, plan, only, by: 'user'}, ports);
  onQueue?.(queue);
  await queue.done;
  const ended = events.flatMap(e =>
    e.kind === 'write' && e.event.kind === 'ended' ? [e.event.outcome.state] : [],
  );
  const limits = events.flatMap(e => (e.kind === 'limited' ? (e.wait?.untilMs ?? []) : []));
  const begun = events.filter(e => e.kind === 'write' && e.event.kind === 'began').length;
  return {ended, limits, left: count - begun};
}

/** A client of the tracker on a server, with one pace for its requests. */
function pacedClient(baseUrl: string, clock: Clock): Client {
  const identity = {service: 'tracker', profile: '', baseUrl, authType: 'none'} as const;
  const ports = makePorts({clock, credentials: {type: 'bearer', token: 'x'}});
  return makeClient({...identity, protected: false}, {...ports, pace: new Pace(clock)});
}

describe('the queue and a server that is too busy', () => {
  test('one enter sends a refused request four times in all', async () => {
    await using server = await startServer(() => ({status: 429, headers: {'retry-after': '1'}}));
    const clock = makeTestClock();
    const identity = {service: 'tracker', profile: '', baseUrl: server.url} as const;
    const client = makeClient(
      {...identity, authType: 'none', protected: false},
      makePorts({clock, credentials: {type: 'bearer', token: 'x'}}),
    );
    const {ended} = await runWith(client, 1, clock);
    expect(ended).toEqual(['failed']);
    expect(server.received).toHaveLength(4);
  });

  test('waits once for all requests as long as the server asks, and sends each once', async () => {
    const clock = makeTestClock();
    let refused = 0;
    let untilMs = 0;
    const early: number[] = [];
    await using server = await startServer(() => {
      if (refused > 0 && clock.now() < untilMs) early.push(clock.now());
      if (refused > 0) return {json: {}};
      refused += 1;
      untilMs = clock.now() + 40_000;
      return {status: 429, headers: {'retry-after': '40'}};
    });
    const {ended, limits} = await runWith(pacedClient(server.url, clock), 9, clock);
    expect(ended).toEqual(Array(9).fill('done'));
    expect(server.received).toHaveLength(10);
    expect([early.length <= 3, limits]).toEqual([true, [untilMs]]);
  });

  test('a stop ends the wait: what was not sent is not sent', async () => {
    const clock = makeTestClock();
    let stop = (): void => undefined;
    const waiting: Clock = {
      ...clock,
      async sleep(_, signal) {
        stop();
        if (signal?.aborted) throw new Failure('interrupted', 'Interrupted.');
      },
    };
    await using server = await startServer(() => ({status: 429, headers: {'retry-after': '40'}}));
    const client = pacedClient(server.url, waiting);
    const {ended, left} = await runWith(client, 9, waiting, {
      onQueue: queue => (stop = () => queue.stop(false)),
    });
    expect(server.received.length).toBeLessThanOrEqual(4);
    expect([new Set(ended), left]).toEqual([new Set(['failed']), 9 - ended.length]);
  });

  test('--max-wait ends the waits: no request is sent while the server accepts none', async () => {
    const clock = makeTestClock();
    await using server = await startServer(() => ({status: 429, headers: {'retry-after': '40'}}));
    const {ended} = await runWith(pacedClient(server.url, clock), 9, clock, {maxWaitMs: 30_000});
    expect(ended).toEqual(Array(9).fill('failed'));
    expect(server.received.length).toBeLessThanOrEqual(4);
  });

  test('a service that is not there fails its requests, and the queue ends', async () => {
    const client = answeringClient('tracker', because, {});
    const writer = () => {
      throw new Failure('config_error', 'no such service');
    };
    const {ended} = await runWith(client, 2, makeTestClock(), {writer});
    expect(ended).toEqual(['failed', 'failed']);
  });
});

describe('a journal that cannot be kept', () => {
  const client = answeringClient('tracker', 'whether anything is sent', {});
  const sent: string[] = [];
  client.request = async plan => {
    sent.push(client.callOf(plan).given.inputs.id?.[0] ?? '');
    return {status: 200, headers: {}, text: '{}', pages: 1, durationMs: 1, cached: false} as Reply;
  };
  const fails = () => Promise.reject(new Error('EACCES: permission denied'));

  test('is known before a write, and nothing is sent', async () => {
    const {ended} = await runWith(client, 3, makeTestClock(), {keepEntry: fails});
    expect([sent, ended]).toEqual([[], ['failed', 'failed', 'failed']]);
  });

  test('for what was sent already changes nothing of what became of it', async () => {
    const keepEntry = (entry: string) =>
      entry.includes('"result":"sending"') ? Promise.resolve() : fails();
    const {ended} = await runWith(client, 1, makeTestClock(), {keepEntry});
    expect([sent, ended]).toEqual([['0'], ['done']]);
  });
});

test('a request whose undo cannot be prepared ends all the same', async () => {
  const client = answeringClient('tracker', 'what is kept for its undo is broken', {});
  client.request = async () =>
    ({status: 200, headers: {}, text: '{}', pages: 1, durationMs: 1, cached: false}) as Reply;
  const broken = (plan: WritePlan): WritePlan => ({
    ...plan,
    requests: plan.requests.map(request => ({
      ...request,
      get before(): never {
        throw new RangeError('Maximum call stack size exceeded');
      },
    })),
  });
  const clock = makeTestClock();
  const {ended} = await runWith(client, 2, clock, {change: broken});
  expect(ended).toEqual(['done', 'done']);
});
