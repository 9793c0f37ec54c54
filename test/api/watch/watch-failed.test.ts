import {describe, expect, it} from 'vitest';
import {backOff} from '../../../src/api/watch/backoff.ts';
import {formatCursor, parseCursor} from '../../../src/api/watch/cursor-text.ts';
import {maxTrackedKeys} from '../../../src/api/watch/cursor-tracker.ts';
import {readFailedPage} from '../../../src/api/watch/failed-page.ts';
import type {FailedEvent, WatchCursor} from '../../../src/api/watch/failed-watch.ts';
import {watchFailed} from '../../../src/api/watch/watch-failed.ts';
import {Failure, type FailureKind} from '../../../src/base/failure.ts';
import {at, begin, fakeServer, hourMs, runFor, watchFor} from './failed-server.ts';

/** As a file keeps it. */
function copyOf(place: WatchCursor): WatchCursor {
  const kept = parseCursor(formatCursor({owner: {baseUrl: 'http://x'}, place}));
  if ('problem' in kept) throw new Error(kept.problem);
  return kept.place;
}

const marksOf = (events: readonly FailedEvent[]): readonly unknown[] =>
  events.flatMap(event => (event.type === 'failure' ? [event.late] : []));

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

  it('tells what is listed late behind a page while further pages are read for long', async () => {
    const steady = Array.from({length: 20}, (_, n) => at(n, 1000 * n + 500));
    const fake = fakeServer([...steady, at(99, 3000, 4000)], {size: 1, takesMs: 1000});
    const {ids} = await watchFor(fake, 120_000, {afterMs: begin});
    expect(ids).toEqual([...steady.map(({id}) => id), '99']);
  });

  it('tells what is listed later than the overlap too, and marks it as late', async () => {
    const late = [at(1, 30_000), at(2, 28_000, 90_000), at(3, 29_000, 500_000), at(4, 700_000)];
    const {ids, events} = await watchFor(fakeServer(late), 720_000);
    expect(ids).toEqual(['1', '2', '3', '4']);
    expect(marksOf(events)).toEqual([undefined, true, true, undefined]);
  });

  it('marks nothing as late within the overlap asked for, nor what an outage held back', async () => {
    const records = [at(1, 5000), at(2, 2500, 58_000), at(3, 130_000), at(4, 131_000)];
    const fake = fakeServer(records);
    const wide = await watchFor(fake, 70_000, {overlapMs: 60_000});
    expect(wide.ids).toEqual(['1', '2']);
    fake.skip(200_000);
    const rest = await watchFor(fake, 10_000, wide.place && {resume: wide.place});
    expect(rest.ids).toEqual(['3', '4']);
    expect(marksOf([...wide.events, ...rest.events])).toEqual([...Array(4)]);
  });

  it('begins when it was started, also when the server first answers long after that', async () => {
    for (const skewMs of [0, hourMs, -hourMs]) {
      const faults = Array<FailureKind>(9).fill('connection_error');
      const fake = fakeServer([at(1, -60_000), at(2, 2000), at(3, 200_000)], {faults, skewMs});
      expect((await watchFor(fake, 600_000)).ids).toEqual(['2', '3']);
    }
  });

  it('begins so long back as is asked for by the server’s clock', async () => {
    const records = [at(1, -hourMs - 9000), at(2, -hourMs + 9000)];
    for (const skewMs of [0, 2 * hourMs, -2 * hourMs]) {
      const run = await watchFor(fakeServer(records, {skewMs}), 5000, {backMs: hourMs});
      expect(run.ids).toEqual(['2']);
    }
  });

  it('forgets keys that cannot come again', async () => {
    const steady = Array.from({length: 3000}, (_, n) => at(n, n * 50));
    const {ids, place} = await watchFor(fakeServer(steady), 160_000, {afterMs: begin - 1});
    expect(ids).toHaveLength(3000);
    expect(place?.seen.length).toBeLessThanOrEqual(maxTrackedKeys);
    const sparse = Array.from({length: 900}, (_, n) => at(n, n * 1000));
    const slow = await watchFor(fakeServer(sparse), 910_000, {afterMs: begin - 1});
    expect(slow.ids).toHaveLength(900);
    expect(slow.place?.seen.length).toBeLessThanOrEqual(601);
  });

  it('starts by the time of the server, not by the own clock', async () => {
    const fake = fakeServer([at(1, -60_000), at(2, 2000)], {skewMs: hourMs});
    expect((await watchFor(fake, 10_000)).ids).toEqual(['2']);
    expect(fake.asked[1]).toBe(begin - 5000);
  });

  it('goes on after 429, 5xx and faults, later each time, and says when', async () => {
    const faults: FailureKind[] = ['rate_limited', 'server_error', 'connection_error'];
    const fake = fakeServer([at(1, 1)], {faults});
    const {ids, events} = await watchFor(fake, 10_000, {afterMs: begin});
    expect(ids).toEqual(['1']);
    expect(fake.sleeps.slice(0, 3)).toEqual([1000, 2000, 4000]);
    expect(events[0]).toMatchObject({type: 'retry', nextAtMs: begin + 1000});
  });

  it('goes on with the page that failed, and each page read ends a series of failures', async () => {
    const records = Array.from({length: 40}, (_, n) => at(n, n + 1));
    const faults = Array.from({length: 30}, (_, n) =>
      n % 3 === 2 ? ('server_error' as const) : undefined,
    );
    const fake = fakeServer(records, {size: 2, faults});
    fake.skip(100);
    const {ids} = await watchFor(fake, 10_000, {afterMs: begin});
    expect(ids).toEqual(records.map(({id}) => id));
    // Ten faults, 20 full pages and the empty one after them.
    expect(new Set(fake.asked.slice(0, 31)).size).toBe(21);
    expect(fake.asked[31]).toBe(begin);
    expect(new Set(fake.sleeps.slice(0, 10))).toEqual(new Set([1000]));
  });

  it('sees the gap of a failure that lasts in the midst of a poll', async () => {
    const ask = fakeServer([at(1, 1), at(2, 2), at(3, 81 * hourMs)], {size: 1});
    ask.skip(10);
    let asked = 0;
    const ports = {
      ...ask.ports,
      requestPage: async (after: number) => {
        asked += 1;
        if (asked === 2) ask.skip(82 * hourMs);
        if (asked === 2) throw new Failure('server_error', 'down');
        return ask.ports.requestPage(after);
      },
    };
    const {ids, events} = await watchFor({...ask, ports}, 10_000, {afterMs: begin});
    expect(ids).toEqual(['1', '3']);
    expect(events.filter(({type}) => type === 'gap')).toHaveLength(1);
  });

  it('ends at 401 and 403', async () => {
    const fake = fakeServer([], {faults: ['auth_failed']});
    await expect(watchFor(fake, 1000)).rejects.toMatchObject({kind: 'auth_failed'});
  });

  it('asks again at the pace given when it is not to end there, and goes on', async () => {
    const faults = [undefined, undefined, ...Array<FailureKind>(3).fill('auth_failed')];
    const fake = fakeServer([at(1, 90_000)], {faults});
    const {ids, events} = await watchFor(fake, 250_000, {refusedMs: 60_000});
    expect(ids).toEqual(['1']);
    expect(fake.sleeps.slice(1, 4)).toEqual([60_000, 60_000, 60_000]);
    expect(events.filter(({type}) => type === 'retry')).toHaveLength(3);
  });

  it.each([
    [{attempts: 1}, true],
    [{attempts: 1, status: 503}, true],
    [{attempts: 1, status: 429}, true],
    [{attempts: 1, status: 401}, false],
    [{attempts: 0}, false],
    [{}, false],
  ])(
    'waits for a token server that is down, and ends when it refuses: %j',
    async (details, isPassing) => {
      const fake = fakeServer([at(1, 1)]);
      let asked = 0;
      const ask = async (after: number) => {
        asked += 1;
        if (asked === 1) throw new Failure('auth_error', 'No token was fetched', details);
        return fake.ports.requestPage(after);
      };
      const own = {...fake, ports: {...fake.ports, requestPage: ask}};
      const {ids, failure} = await runFor(own, 5000, {afterMs: begin});
      expect([ids, failure?.kind]).toEqual(isPassing ? [['1'], undefined] : [[], 'auth_error']);
    },
  );

  it('asks less often while nothing happens, at most 6 times the interval', async () => {
    const fake = fakeServer([]);
    await watchFor(fake, 100_000);
    expect(fake.sleeps.slice(0, 3)).toEqual([1000, 1000, 1000]);
    expect(Math.max(...fake.sleeps)).toBe(6000);
  });

  it('says what can no longer be listed after a pause of more than 72 hours', async () => {
    const fake = fakeServer([at(1, 1000)]);
    const {place} = await watchFor(fake, 5000);
    fake.skip(80 * hourMs);
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
    const {ids} = await watchFor({...fake, ports: {...fake.ports, requestPage: ask}}, 3000, {
      afterMs: begin,
    });
    expect(ids).toEqual(['1']);
    expect(asked).toBeLessThan(20);
  });

  it.each([1, 20])(
    'makes progress although it is killed every fourth request: %d at a time',
    async same => {
      const records = Array.from({length: 3000}, (_, n) => at(n, Math.floor(n / same)));
      const fake = fakeServer(records, {takesMs: 200});
      fake.skip(5000);
      const told: string[] = [];
      let place: WatchCursor | undefined;
      for (let run = 0; run < 12; run++) {
        let requests = 0;
        const ask = async (afterMs: number) => {
          if (++requests === 4) throw new Failure('auth_failed', 'killed');
          return fake.ports.requestPage(afterMs);
        };
        const start = place === undefined ? {afterMs: begin - 1} : {resume: copyOf(place)};
        const {ids, place: next} = await runFor(
          {...fake, ports: {...fake.ports, requestPage: ask}},
          hourMs,
          start,
        );
        expect(ids).not.toEqual([]);
        told.push(...ids);
        place = next;
        if (told.length === records.length) break;
      }
      expect(told).toEqual(records.map(({id}) => id));
    },
  );

  it('first tells what is new when it is resumed, and then looks further back', async () => {
    const records = Array.from({length: 1500}, (_, n) => at(n, n * 100));
    const fake = fakeServer([...records, at(1500, 160_000), at(1501, 100_000, 100_000)]);
    fake.skip(150_000);
    const {place} = await watchFor(fake, 1000, {afterMs: begin - 1}, 1500);
    fake.skip(60_000);
    const before = fake.asked.length;
    const {ids, events} = await watchFor(fake, 20_000, place && {resume: copyOf(place)});
    expect(fake.asked[before]).toBeGreaterThan(begin + 140_000);
    expect(ids).toEqual(['1500', '1501']);
    expect(marksOf(events)).toEqual([undefined, true]);
  });

  it('reports it also when its first poll never completed', async () => {
    const fake = fakeServer([at(1, 1000), at(2, 2000)], {size: 1});
    fake.skip(5000);
    const {place} = await watchFor(fake, 5000, {afterMs: begin}, 1);
    expect(place?.polledMs).toBeUndefined();
    fake.skip(80 * hourMs);
    const {events} = await watchFor(fake, 5000, place && {resume: place});
    expect(events.filter(({type}) => type === 'gap')).toHaveLength(1);
    expect(events[0]).toMatchObject({type: 'gap', fromMs: begin});
  });

  it('says so at the start when it is to begin more than 72 hours back', async () => {
    const late = await watchFor(fakeServer([]), 5000, {afterMs: begin - 100 * hourMs});
    expect(late.events[0]).toEqual({
      type: 'gap',
      fromMs: begin - 100 * hourMs,
      toMs: begin - 72 * hourMs,
    });
    // The clocks of two machines are never quite the same.
    const just = await watchFor(fakeServer([]), 5000, {afterMs: begin - 72 * hourMs - 30_000});
    expect(just.events.filter(({type}) => type === 'gap')).toEqual([]);
  });

  it('sees no gap in a long quiet time, with a Date header or without', async () => {
    for (const dateless of [false, true]) {
      const fake = fakeServer([at(1, 1000)], {dateless});
      const {ids, events} = await watchFor(fake, 100 * hourMs, {intervalMs: hourMs});
      expect(ids).toEqual(['1']);
      expect(events.filter(({type}) => type === 'gap')).toEqual([]);
    }
  });

  it('starts no later than the server’s now when its own clock is ahead and no Date comes', async () => {
    const records = [at(1, -50 * hourMs), at(2, -600_000), at(3, 5000), at(4, 9000)];
    const fake = fakeServer(records, {dateless: true, skewMs: 2 * hourMs});
    expect((await watchFor(fake, 30_000)).ids).toEqual(expect.arrayContaining(['3', '4']));
  });

  it('holds a bounded number of keys, says when it drops some, and tells nothing twice', async () => {
    const records = Array.from({length: 130_000}, (_, n) => at(n, 1 + Math.floor(n / 1000)));
    const fake = fakeServer(records, {size: 5000});
    fake.skip(200);
    const {ids, events, place} = await watchFor(fake, 2000, {afterMs: begin});
    expect(ids).toHaveLength(records.length);
    expect(new Set(ids).size).toBe(records.length);
    const polls = events.filter(event => event.type === 'poll');
    expect(Math.max(...polls.map(({storedKeys}) => storedKeys))).toBeLessThanOrEqual(
      maxTrackedKeys,
    );
    expect(polls[0]?.lateWithinMs).toBe(50);
    expect(polls.at(-1)?.lateWithinMs).toBeUndefined();
    expect(place?.seen.length).toBeLessThanOrEqual(maxTrackedKeys);
    const again = await watchFor(fake, 0, place && {resume: place});
    expect(again.ids).toEqual([]);
  });

  it('delivers what matches alone, and moves its place past pages that do not', async () => {
    const records = Array.from({length: 40}, (_, n) => at(n, 100 + n));
    const matches = (record: string) => Number(JSON.parse(record).id) >= 35;
    const fake = fakeServer(records, {size: 10});
    fake.skip(1000);
    const {ids, events, places} = await watchFor(fake, 5000, {afterMs: begin, matches});
    expect(ids).toEqual(['35', '36', '37', '38', '39']);
    expect(events[0]).toEqual({type: 'skipped', count: 10});
    expect(places[0]).toMatchObject({toldMs: begin + 109});
    expect(places[0]?.poll?.reachedMs).toBe(begin + 109);
  });

  it('starts no further back for a longer overlap', async () => {
    const records = [at(1, -60_000), at(2, -4000), at(3, 1000)];
    const {ids} = await watchFor(fakeServer(records), 5000, {overlapMs: 600_000});
    expect(ids).toEqual(['2', '3']);
    const since = {overlapMs: 600_000, backMs: 30_000};
    expect((await watchFor(fakeServer(records), 5000, since)).ids).toEqual(['2', '3']);
  });

  it('asks no more for what was told once nothing more can come late', async () => {
    const burst = Array.from({length: 500}, (_, n) => at(n, 2000));
    for (const skewMs of [-hourMs, hourMs]) {
      const fake = fakeServer([...burst, at(500, 1000, 5900), at(501, 90_000)], {skewMs});
      const {ids, events} = await watchFor(fake, 120_000, {afterMs: begin});
      expect(ids).toEqual([...burst.map(({id}) => id), '500', '501']);
      const polls = events.flatMap(event => (event.type === 'poll' ? [event.listed] : []));
      // The burst is listed again for as long as something may come late, and then no more.
      const again = polls.filter(listed => listed >= 500).length;
      expect(again).toBeGreaterThan(5);
      expect(again).toBeLessThan(15);
    }
  });

  it('gives its place as it was at that event, and copies nothing until it is read', async () => {
    const records = Array.from({length: 20_000}, (_, n) => at(n, 1));
    const fake = fakeServer(records);
    fake.skip(100);
    const {places} = await watchFor(fake, 100, {afterMs: begin});
    const seen = places.map(place => Object.getOwnPropertyDescriptor(place, 'seen'));
    expect(seen.filter(property => property?.get === undefined)).toEqual([]);
    expect(places[0]?.seen).toHaveLength(1);
    expect(places[9999]?.seen).toHaveLength(10_000);
  });

  it('polls once an interval, however long a poll takes up to half of it', async () => {
    const fake = fakeServer([], {takesMs: 300});
    await watchFor(fake, 2000, {afterMs: begin});
    expect(fake.sleeps.slice(0, 2)).toEqual([700, 700]);
    const slow = fakeServer([], {takesMs: 900});
    await watchFor(slow, 2000, {afterMs: begin});
    expect(slow.sleeps[0]).toBe(500);
  });

  it('ends at once when aborted, its place as it was', async () => {
    const fake = fakeServer([at(1, 1)]);
    fake.skip(10);
    const end = new AbortController();
    const watch = watchFailed(fake.ports, {intervalMs: 1, afterMs: begin, signal: end.signal});
    await watch.events.next();
    end.abort();
    await watch.events.next();
    await expect(watch.events.next()).rejects.toMatchObject({kind: 'interrupted'});
    expect(watch.place()?.seen).toHaveLength(1);
  });

  it.each(['{}', '[]', '[[]]', '{"values":{}}'])(
    'takes %s for no answer, not for no failures',
    text => {
      expect(() => readFailedPage(text, 0)).toThrow(
        'The response contains no list of failed deliveries.',
      );
    },
  );

  it('holds a short key for a record without an id', () => {
    const text = `{"values":[{"url":"${'x'.repeat(5000)}","failureTime":1}]}`;
    expect(readFailedPage(text, 0).records[0]?.key.length).toBeLessThan(100);
    const other = readFailedPage(text.replace('xx', 'xy'), 0).records[0]?.key;
    expect(other).not.toBe(readFailedPage(text, 0).records[0]?.key);
  });
});

describe('a server that asks a watch to wait', () => {
  it.each([
    [30, 30_000],
    [7200, 600_000],
    [999_999_999, 600_000],
  ])('%i s is asked again after so many milliseconds: %i', (retryAfterSeconds, waitMs) => {
    const failure = new Failure('rate_limited', 'wait', {retryAfterSeconds});
    expect(backOff(failure, 0, {intervalMs: 10_000})).toBe(waitMs);
  });
});
