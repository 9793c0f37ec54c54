import {describe, expect, test} from 'vitest';
import type {ExchangeEvent, Reply} from '../../../src/api/client.ts';
import {Failure} from '../../../src/base/failure.ts';
import type {AppEvent} from '../../../src/state/model/event.ts';
import {makePlan} from '../../../src/state/write/make-plan.ts';
import {sendWrites, type WritePorts} from '../../../src/state/write/send-writes.ts';
import {fakeClient} from '../../support/fake-client.ts';
import {callOf} from '../../support/write-steps.ts';

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
) {
  const events: AppEvent[] = [];
  const slept: number[] = [];
  const begun: string[] = [];
  let now = 1000;
  const client = fakeClient('tracker', {});
  client.request = async (_, given, options) => {
    const id = given.inputs.id?.[0] ?? '';
    begun.push(id);
    await answer(id, event => options?.onExchange?.(event));
    return {status: 200, headers: {}, text: '{}', pages: 1, durationMs: 1, cached: false} as Reply;
  };
  const ports = {
    client: () => client,
    writer: () => client,
    clock: {
      now: () => now,
      async sleep(ms: number) {
        slept.push(ms);
        now += ms;
      },
    },
    dispatch: (event: AppEvent) => events.push(event),
    flags: () => [],
    keepEntry: () => undefined,
  } as unknown as WritePorts;
  const requests = Array.from({length: count}, (_, i) => ({
    label: String(i),
    call: callOf('tracker version update', {id: [String(i)]}, '{}'),
  }));
  const plan = makePlan(
    {title: 'Many', object: 'x', notes: [], requests},
    {
      connection: {status: 'connecting', text: ''},
    },
  );
  const only = requests.map((_, i) => i);
  const queue = sendWrites({kind: 'send', run: 1, plan, only, by: 'user'}, ports);
  await queue.done;
  const ended = events.flatMap(e =>
    e.kind === 'write' && e.event.kind === 'ended' ? [e.event.outcome.state] : [],
  );
  return {begun, slept, ended};
}

describe('the queue and a server that is too busy', () => {
  test('waits as long as Retry-After says, then sends that request again', async () => {
    let refusals = 0;
    const {begun, slept, ended} = await run(3, async id => {
      if (id !== '1' || refusals++ > 0) return;
      throw new Failure('rate_limited', 'slow down', {status: 429, retryAfterSeconds: 40});
    });
    expect(slept).toContain(40_000);
    expect(begun.filter(id => id === '1')).toHaveLength(2);
    expect(ended).toEqual(['done', 'done', 'done']);
  });

  test('gives a request up that is refused again and again', async () => {
    const {begun, ended} = await run(1, async () => {
      throw new Failure('rate_limited', 'slow down', {status: 429, retryAfterSeconds: 1});
    });
    expect(begun).toHaveLength(4);
    expect(ended).toEqual(['failed']);
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
});
