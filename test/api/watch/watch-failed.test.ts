import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {readFailedPage} from '../../../src/api/watch/failed-page.ts';
import {
  type FailedEvent,
  type WatchFailedOptions,
  watchFailed,
} from '../../../src/api/watch/watch-failed.ts';
import type {WatchPlace} from '../../../src/api/watch/watch-place.ts';
import {Failure, type FailureKind} from '../../../src/base/failure.ts';

interface Listed {
  readonly id: string;
  readonly time: number;
  /** When the server begins to list it. */
  readonly listedAt: number;
}

const begin = Date.UTC(2026, 0, 1);

/** A server with a held clock that lists records, and faults in turn. */
function fakeServer(all: readonly Listed[], faults: (FailureKind | undefined)[] = [], size = 100) {
  const asked: number[] = [];
  const sleeps: number[] = [];
  let now = begin;
  const server = {asked, sleeps, skewMs: 0, now: () => now, skip: (ms: number) => (now += ms)};
  const ask = async (after: number) => {
    asked.push(after);
    const fault = faults.shift();
    if (fault) throw new Failure(fault, fault);
    const later = all
      .filter(({time, listedAt}) => time > after && listedAt <= now && time > now - 72 * 3_600_000)
      .sort((a, b) => a.time - b.time);
    const cut = later[size - 1]?.time ?? Number.POSITIVE_INFINITY;
    const page = later.filter(({time}) => time <= cut);
    const values = page.map(({id, time}) => `{"id":"${id}", "failureTime":${time}}`).join(',');
    const next = page.length ? `,"next":"http://x/?failedAfter=${page.at(-1)?.time}"` : '';
    const text = `{"values":[${values}],"maxResults":${size}${next}}`;
    return readFailedPage(text, after, new Date(now).toUTCString());
  };
  const clock = {
    now: () => now + server.skewMs,
    sleep: async (ms: number) => {
      sleeps.push(ms);
      now += ms;
    },
  };
  return {...server, server, ports: {ask, clock}};
}

/** Run until so much of the server's time has gone, then say what was told. */
async function watchFor(
  fake: ReturnType<typeof fakeServer>,
  ms: number,
  options: Partial<WatchFailedOptions> = {},
  most = Number.POSITIVE_INFINITY,
) {
  const watch = watchFailed(fake.ports, {intervalMs: 1000, ...options});
  const end = fake.now() + ms;
  const events: FailedEvent[] = [];
  let place: WatchPlace | undefined;
  for await (const event of watch.events) {
    events.push(event);
    place = watch.place();
    const told = events.filter(({type}) => type === 'failure').length;
    if (told >= most || (event.type === 'poll' && fake.now() > end)) break;
  }
  const ids = events.flatMap(event =>
    event.type === 'failure' ? [String(JSON.parse(event.item).id)] : [],
  );
  return {ids, events, place};
}

const at = (id: number, time: number, late = 0): Listed => ({
  id: String(id),
  time: begin + time,
  listedAt: begin + time + late,
});

describe('the watch of failed deliveries', () => {
  it('tells bursts of 1,000 with the same time once each, over pages longer than asked', async () => {
    const burst = Array.from({length: 3000}, (_, n) => at(n, 100 + Math.floor(n / 1000)));
    const {ids, place} = await watchFor(fakeServer(burst), 20_000);
    expect(ids).toEqual(burst.map(({id}) => id));
    expect(place?.seen.length).toBeLessThanOrEqual(3000);
  });

  it('tells records that are listed late, within the overlap', async () => {
    const fake = fakeServer([at(1, 5000), at(2, 2500, 4500)]);
    expect((await watchFor(fake, 20_000)).ids).toEqual(['1', '2']);
  });

  it('forgets keys that cannot come again', async () => {
    const steady = Array.from({length: 600}, (_, n) => at(n, n * 100));
    const {ids, place} = await watchFor(fakeServer(steady), 70_000, {afterMs: begin - 1});
    expect(ids).toHaveLength(600);
    expect(place?.seen.length).toBeLessThanOrEqual(60);
  });

  it('starts by the time of the server, not by the own clock', async () => {
    const fake = fakeServer([at(1, -60_000), at(2, 2000)]);
    fake.server.skewMs = 3_600_000;
    expect((await watchFor(fake, 10_000)).ids).toEqual(['2']);
    expect(fake.asked[1]).toBe(begin - 5000);
  });

  it('goes on after 429, 5xx and faults, later each time, and says when', async () => {
    const faults: FailureKind[] = ['rate_limited', 'server_error', 'connection_error'];
    const fake = fakeServer([at(1, 1)], [...faults]);
    const {ids, events} = await watchFor(fake, 10_000, {afterMs: begin});
    expect(ids).toEqual(['1']);
    expect(fake.sleeps.slice(0, 3)).toEqual([1000, 2000, 4000]);
    expect(events[0]).toMatchObject({type: 'retry', nextAtMs: begin + 1000});
  });

  it('ends at 401 and 403', async () => {
    const fake = fakeServer([], ['auth_failed']);
    await expect(watchFor(fake, 1000)).rejects.toMatchObject({kind: 'auth_failed'});
  });

  it('asks less often while nothing happens, at most 6 times the interval', async () => {
    const fake = fakeServer([]);
    await watchFor(fake, 100_000);
    expect(fake.sleeps.slice(0, 3)).toEqual([1000, 1000, 1000]);
    expect(Math.max(...fake.sleeps)).toBe(6000);
  });

  it('says what can no longer be listed after a pause of more than 72 hours', async () => {
    const fake = fakeServer([at(1, 1000)]);
    const {place} = await watchFor(fake, 5000);
    fake.skip(80 * 3_600_000);
    const {events} = await watchFor(fake, 5000, place && {resume: place});
    expect(events.filter(({type}) => type === 'gap')).toHaveLength(1);
    expect(events[0]).toMatchObject({type: 'gap', fromMs: place?.polledMs});
  });

  it('leaves a page that leads no further', async () => {
    const fake = fakeServer([]);
    const text = `{"values":[{"id":"1","failureTime":${begin + 5}}],"maxResults":1}`;
    let asked = 0;
    const ask = async (after: number) => {
      asked += 1;
      return readFailedPage(text, after, '');
    };
    const {ids} = await watchFor({...fake, ports: {...fake.ports, ask}}, 3000, {afterMs: begin});
    expect(ids).toEqual(['1']);
    expect(asked).toBeLessThan(20);
  });

  it('tells each record exactly once in order, whatever the pages, faults and kills', async () => {
    const fault = fc.constantFrom<FailureKind | undefined>(
      undefined,
      undefined,
      'rate_limited',
      'server_error',
      'connection_error',
      'timeout_error',
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({min: 1, max: 20_000}), {maxLength: 60}),
        fc.array(fault, {maxLength: 12}),
        fc.integer({min: 1, max: 20}),
        fc.integer({min: 1, max: 60}),
        async (times, faults, size, kill) => {
          const records = times.sort((a, b) => a - b).map((time, n) => at(n, time));
          const fake = fakeServer(records, faults, size);
          const first = await watchFor(fake, 40_000, {afterMs: begin}, kill);
          const rest = await watchFor(fake, 40_000, {
            afterMs: begin,
            ...(first.place && {resume: first.place}),
          });
          expect([...first.ids, ...rest.ids]).toEqual(records.map(({id}) => id));
        },
      ),
      {numRuns: 150},
    );
  });
});
