import {describe, expect, test} from 'vitest';
import type {Client, ExchangeEvent, Reply} from '../../../src/api/client.ts';
import {describePlan} from '../../../src/api/describe-plan.ts';
import {makeClient} from '../../../src/api/make-client.ts';
import type {Clock} from '../../../src/base/clock.ts';
import {Failure} from '../../../src/base/failure.ts';
import type {AppEvent} from '../../../src/state/model/transition.ts';
import {makePlan} from '../../../src/state/write/make-plan.ts';
import {sendWrites, type WritePorts} from '../../../src/state/write/send-writes.ts';
import type {WritePlan} from '../../../src/state/write/state.ts';
import {makeTestClock, startServer, type TestClock} from '../../api/local-server.ts';
import {makePorts} from '../../api/run-plan.ts';
import {answeringClient} from '../../support/answering-client.ts';
import {callOf} from '../../support/write-steps.ts';

const because = 'each 429 comes when the test says so, and what goes on meanwhile is looked at';

const tooMany: ExchangeEvent = {
  method: 'PUT',
  url: '/',
  status: 429,
  durationMs: 1,
  attempt: 1,
  bytes: 0,
  cached: false,
};

/** Sends some updates; `answer` decides about each by its id. */
async function run(
  count: number,
  answer: (id: string, seen: (event: ExchangeEvent) => void) => Promise<void>,
  clock: TestClock = makeTestClock(),
) {
  const begun: string[] = [];
  const client = answeringClient('tracker', because, {});
  client.request = async (plan, options) => {
    const id = client.callOf(plan).given.inputs.id?.[0] ?? '';
    begun.push(id);
    await answer(id, event => options?.onExchange?.(event));
    return {status: 200, headers: {}, text: '{}', pages: 1, durationMs: 1, cached: false} as Reply;
  };
  return {...(await runWith(client, count, clock)), begun, slept: clock.sleeps};
}

/** Sends some updates by a client. */
async function runWith(
  client: Client,
  count: number,
  clock: Clock,
  writer: WritePorts['writer'] = () => client,
  keepEntry: WritePorts['keepEntry'] = () => Promise.resolve(),
  change: (plan: WritePlan) => WritePlan = plan => plan,
) {
  const events: AppEvent[] = [];
  const ports = {
    client: () => client,
    writer,
    clock,
    dispatch: (event: AppEvent) => events.push(event),
    flags: () => [],
    keepEntry,
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
  await queue.done;
  const ended = events.flatMap(e =>
    e.kind === 'write' && e.event.kind === 'ended' ? [e.event.outcome.state] : [],
  );
  return {ended};
}

describe('the queue and a server that is too busy', () => {
  test('sends no request again: that is the client’s alone', async () => {
    const {begun, ended} = await run(1, async () => {
      throw new Failure('rate_limited', 'slow down', {status: 429, retryAfterSeconds: 1});
    });
    expect(begun).toHaveLength(1);
    expect(ended).toEqual(['failed']);
  });

  test('waits as long as Retry-After says before it begins the next', async () => {
    const {begun, slept, ended} = await run(6, async id => {
      if (id !== '1') return;
      throw new Failure('rate_limited', 'slow down', {status: 429, retryAfterSeconds: 40});
    });
    expect(slept).toContain(40_000);
    expect(begun).toHaveLength(6);
    expect(ended.filter(state => state === 'done')).toHaveLength(5);
  });

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

  test('begins no other request while one is being sent again after 429', async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>(resolve => {
      release = resolve;
    });
    const done: string[] = [];
    const running = run(9, async (id, seen) => {
      if (id === '0') {
        seen(tooMany);
        await held;
      } else {
        await new Promise(resolve => setImmediate(resolve));
      }
      done.push(id);
    });
    for (let i = 0; i < 10; i++) await new Promise(resolve => setImmediate(resolve));
    expect(done).toEqual(['1', '2', '3']);
    release();
    const {ended} = await running;
    expect(ended).toHaveLength(9);
  });

  test('begins none when its wait is over while another one is being sent again', async () => {
    const order: string[] = [];
    let refuse: (event: ExchangeEvent) => void = () => undefined;
    let release: () => void = () => undefined;
    const held = new Promise<void>(resolve => {
      release = resolve;
    });
    const clock = makeTestClock();
    const running = run(
      6,
      async (id, seen) => {
        order.push(`begin ${id}`);
        if (id === '0') {
          throw new Failure('rate_limited', 'slow', {status: 429, retryAfterSeconds: 1});
        }
        if (id !== '1') return held;
        refuse = seen;
        await held;
        order.push('end 1');
      },
      {
        ...clock,
        async sleep(ms, signal) {
          refuse(tooMany);
          await clock.sleep(ms, signal);
        },
      },
    );
    for (let i = 0; i < 10; i++) await new Promise(resolve => setImmediate(resolve));
    release();
    await running;
    expect(order.indexOf('begin 4')).toBeGreaterThan(order.indexOf('end 1'));
  });

  test('a service that is not there fails its requests, and the queue ends', async () => {
    const client = answeringClient('tracker', because, {});
    const {ended} = await runWith(client, 2, makeTestClock(), () => {
      throw new Failure('config_error', 'no such service');
    });
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
    const {ended} = await runWith(client, 3, makeTestClock(), () => client, fails);
    expect([sent, ended]).toEqual([[], ['failed', 'failed', 'failed']]);
  });

  test('for what was sent already changes nothing of what became of it', async () => {
    const {ended} = await runWith(
      client,
      1,
      makeTestClock(),
      () => client,
      entry => (entry.includes('"result":"sending"') ? Promise.resolve() : fails()),
    );
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
  const {ended} = await runWith(client, 2, clock, undefined, undefined, broken);
  expect(ended).toEqual(['done', 'done']);
});
