import {setTimeout as delay} from 'node:timers/promises';
import {describe, expect, it} from 'vitest';
import {maxResults, offsetPages, startAt} from '../../src/api/catalogue/inputs.ts';
import {findOperation} from '../../src/api/catalogue.ts';
import type {SendingOptions} from '../../src/api/client.ts';
import {readPages} from '../../src/api/make-client.ts';
import {planRequest} from '../../src/api/plan.ts';
import {type Answered, type LocalServer, type Received, startServer} from './local-server.ts';
import {makeOperation} from './records.ts';
import {failureOf, makePorts, run} from './run-plan.ts';

const listed = makeOperation({
  inputs: [startAt, maxResults(10)],
  paging: offsetPages(10),
  items: '/values',
});
const oneByOne: SendingOptions = {concurrency: 1};

function startOf({query}: Received): number {
  return Number(query.get('startAt') ?? 0);
}

/** Items `from` up to `to` of a list that says it has `total`. */
function slice(from: number, to: number, total: number, more: object = {}): Answered {
  const values = Array.from({length: Math.max(0, Math.min(to, total) - from)}, (_, at) => ({
    id: from + at,
  }));
  return {
    json: {startAt: from, maxResults: to - from, total, isLast: to >= total, ...more, values},
  };
}

/** A list of pages of ten. */
function pageOf(request: Received, total: number): Answered {
  const start = startOf(request);
  return slice(start, start + 10, total);
}

function idsOf(text: string): number[] {
  return JSON.parse(text).values.map(({id}: {id: number}) => id);
}

/** An answer that does not come: only its request being dropped ends it. */
const never = new Promise<never>(() => {});

function range(length: number): number[] {
  return Array.from({length}, (_, at) => at);
}

/**
 * After the first page, answer when so many requests have been open at a time: a busy machine opens
 * them late.
 */
async function manyOpen(server: LocalServer, request: Received, many: number): Promise<void> {
  while (startOf(request) > 0 && server.mostOpen < many) await delay(5);
}

describe('pages fetched ahead', () => {
  it('come in order however late each answers, six at a time unless said else', async () => {
    await using server = await startServer(async request => {
      await manyOpen(server, request, 6);
      await delay(startOf(request) % 40 === 10 ? 40 : 5);
      return pageOf(request, 305);
    });
    const {text, pages} = await run(server, listed);
    expect(idsOf(text)).toEqual(range(305));
    expect(pages).toBe(31);
    expect(server.received).toHaveLength(31);
    expect(server.mostOpen).toBe(6);
  });

  it.each([1, 2, 16])('are %i at a time when that is asked for', async concurrency => {
    await using server = await startServer(async request => {
      await manyOpen(server, request, concurrency);
      return pageOf(request, 400);
    });
    const {text} = await run(server, listed, {}, {concurrency});
    expect(idsOf(text)).toEqual(range(400));
    expect(server.mostOpen).toBe(concurrency);
  });

  it('start where the caller says, and are not fetched without pagination', async () => {
    await using server = await startServer(request => pageOf(request, 95));
    const {text} = await run(server, listed, {startAt: ['30']});
    expect(idsOf(text)).toEqual(range(95).slice(30));
    const before = server.received.length;
    await run(server, listed, {}, {paginate: false});
    expect(server.received.length - before).toBe(1);
  });

  it('are user windows too, to their end and not further', async () => {
    const migration = findOperation('tracker', 'user', 'bulk-get-users-migration');
    if (!migration) throw new Error('the records are gone');
    await using server = await startServer(async request => {
      await manyOpen(server, request, 6);
      const {query} = request;
      const names = query.getAll('username');
      return {json: names.slice(startOf(request), startOf(request) + 2)};
    });
    const names = range(15).map(String);
    const moved = await run(server, migration, {username: names, maxResults: ['2']});
    expect(JSON.parse(moved.text)).toEqual(names);
    expect([server.received.length, server.mostOpen]).toEqual([8, 6]);
  });

  it('are not more than 10,000', async () => {
    let sent = 0;
    const text = (start: number): string => `{"startAt":${start},"total":900000,"values":[1]}`;
    const ports = makePorts({
      send: async ({url}) => {
        sent++;
        const start = Number(new URL(url).searchParams.get('startAt') ?? 0);
        return {status: 200, headers: {}, body: new TextEncoder().encode(text(start))};
      },
    });
    const failure = await failureOf(run({url: 'http://x.example'}, listed, {}, {}, ports));
    expect(failure.message).toBe('Page 10001: there are more than 10000 pages.');
    expect(sent).toBe(10_000);
  });
});

describe('a list that is not as its first page says', () => {
  /** How each answers at `start`, of 100 items told. */
  const servers: Record<string, (start: number) => Answered> = {
    'a page that is shorter': start => slice(start, start + (start === 30 ? 7 : 10), 100),
    'a page size that gets smaller': start => slice(start, start + (start < 40 ? 10 : 4), 100),
    'a page that is longer': start => slice(start, start + (start === 30 ? 12 : 10), 100),
    'a total that gets smaller': start => slice(start, start + 10, start < 40 ? 100 : 63),
    'a total that gets larger': start => slice(start, start + 10, start < 40 ? 100 : 131),
    'an empty page': start => slice(start, start + 10, start < 60 ? 100 : 0, {total: 100}),
    'isLast before the total': start => slice(start, start + 10, 100, {isLast: start === 50}),
    'another startAt than asked for': start => slice(start === 30 ? 25 : start, start + 10, 100),
    'equal items': start => ({json: {startAt: start, total: 100, values: Array(10).fill(1)}}),
  };

  it.each(Object.entries(servers))('%s gives what one after another gives', async (_, answer) => {
    await using server = await startServer(async request => {
      await delay((startOf(request) * 7) % 11);
      return answer(startOf(request));
    });
    const expected = await run(server, listed, {}, oneByOne);
    const asked = server.received.map(({target}) => target);
    for (const concurrency of [2, 6, 16]) {
      const reply = await run(server, listed, {}, {concurrency});
      expect({text: reply.text, pages: reply.pages}).toEqual({
        text: expected.text,
        pages: expected.pages,
      });
    }
    expect(new Set(asked).size).toBe(asked.length);
  });

  it('is read one after another from the page that was short', async () => {
    await using server = await startServer(async request => {
      await delay(5);
      const start = startOf(request);
      return slice(start, start + (start === 10 ? 3 : 10), 200);
    });
    const {text} = await run(server, listed);
    expect(idsOf(text)).toEqual(range(200));
    // 0 and 10, those ahead of the short page, then 13, 23, … 193.
    expect(server.received.length).toBeLessThanOrEqual(2 + 6 + 19);
    expect(server.received.slice(-18).map(startOf)).toEqual(range(18).map(at => 23 + 10 * at));
  });

  it('ends with the endless error when it leads back', async () => {
    await using server = await startServer(request => {
      const start = startOf(request);
      return slice(start === 40 ? 10 : start, start === 40 ? 20 : start + 10, 100);
    });
    const failure = await failureOf(run(server, listed));
    expect(failure.message).toBe('Page 6: the next link points to a page already read.');
  });
});

describe('a failure among pages fetched ahead', () => {
  it('is the first in order, and cancels the pages in flight', async () => {
    const events: string[] = [];
    let release = (): void => {};
    const tooEarly = new Promise<void>(resolve => {
      release = resolve;
    });
    await using server = await startServer(async request => {
      const start = startOf(request);
      if (start === 20) {
        await tooEarly;
        return {status: 403, json: {errorMessages: ['Not yours.']}};
      }
      if (start === 30) return {status: 400, json: {errorMessages: ['Too early.']}};
      if (start > 30) await never;
      return pageOf(request, 500);
    });
    const onExchange = ({status}: {readonly status?: number | undefined}): void => {
      events.push(String(status));
      if (status === 400) release();
    };
    const failure = await failureOf(run(server, listed, {}, {onExchange}));
    expect(failure.message).toBe('Page 3: Not yours.');
    expect(failure.details.request?.path).toBe('/rest/api/3/thing?startAt=20');
    // Requests on their way when it fails may come to the server later still.
    const going = () => server.received.filter(request => startOf(request) > 30).length;
    await expect.poll(() => server.dropped.length === going()).toBe(true);
    expect(events.sort()).toEqual(['200', '200', '400', '403']);
  });

  it('of a page the list never came to is none', async () => {
    await using server = await startServer(request => {
      const start = startOf(request);
      if (start > 20) return {status: 404, json: {}};
      return slice(start, start + 10, start === 20 ? 30 : 100);
    });
    expect(idsOf((await run(server, listed)).text)).toEqual(range(30));
  });

  it('is tried again like any other', async () => {
    const seen = new Set<number>();
    await using server = await startServer(request => {
      const start = startOf(request);
      if (start % 20 === 0 || seen.has(start)) return pageOf(request, 100);
      seen.add(start);
      return {status: 429, headers: {'retry-after': '1'}, json: {}};
    });
    expect(idsOf((await run(server, listed)).text)).toEqual(range(100));
    expect(server.received).toHaveLength(15);
  });

  it('an interrupt cancels all of them', async () => {
    const abort = new AbortController();
    await using server = await startServer(async request => {
      if (startOf(request) > 0) await never;
      return pageOf(request, 500);
    });
    const reply = failureOf(run(server, listed, {}, {signal: abort.signal}));
    await expect.poll(() => server.received.length).toBe(7);
    abort.abort();
    expect((await reply).kind).toBe('interrupted');
    await expect.poll(() => server.dropped.length).toBe(6);
    expect(server.received).toHaveLength(7);
  });
});

describe('pages one by one', () => {
  const open = (server: LocalServer, options: SendingOptions = {}) =>
    readPages(planRequest(listed, {inputs: {}}, {baseUrl: server.url}), makePorts(), options);

  it('come as soon as the next one is there', async () => {
    let release = (): void => {};
    const held = new Promise<void>(resolve => {
      release = resolve;
    });
    await using server = await startServer(async request => {
      if (startOf(request) === 20) await held;
      return pageOf(request, 50);
    });
    const pages = open(server);
    expect((await pages.next()).value?.index).toBe(0);
    expect((await pages.next()).value?.index).toBe(1);
    release();
    const rest: number[] = [];
    for await (const {index} of pages) rest.push(index);
    expect(rest).toEqual([2, 3, 4]);
  });

  it('are not fetched before the second is wanted, nor far ahead of the reader', async () => {
    await using server = await startServer(request => pageOf(request, 1000));
    const pages = open(server, {concurrency: 3});
    await pages.next();
    await delay(20);
    expect(server.received).toHaveLength(1);
    await pages.next();
    await delay(20);
    expect(server.received.length).toBeLessThanOrEqual(5);
  });

  it('are cancelled when the reader leaves', async () => {
    await using server = await startServer(async request => {
      if (startOf(request) > 10) await never;
      return pageOf(request, 1000);
    });
    for await (const {index} of open(server)) if (index === 1) break;
    await expect.poll(() => server.dropped.length).toBeGreaterThan(0);
    await expect.poll(() => server.received.length - server.dropped.length).toBe(2);
  });
});
