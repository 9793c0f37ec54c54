import {describe, expect, test} from 'vitest';
import {CursorTracker, maxTrackedKeys} from '../../../src/api/watch/cursor-tracker.ts';
import type {WatchCursor} from '../../../src/api/watch/failed-watch.ts';

const overlapMs = 5000;
/** Longer ago than anything here is looked for. */
const base = 10_000_000;
const minuteMs = 60_000;

function placeAt(more: Partial<WatchCursor> = {}): WatchCursor {
  return {floorMs: base, toldMs: base, highWaterMs: base, seen: [], ...more};
}

const record = (key: string, ms: number) => ({key, failureTimeMs: base + ms});

/** One poll of one page; times are milliseconds after `base`. */
function poll(
  tracker: CursorTracker,
  nowMs: number,
  records: Readonly<Record<string, number>> = {},
  isServers = true,
): Readonly<Record<string, string>> {
  tracker.begin(base + nowMs, isServers);
  const passed = Object.entries(records).map(
    ([key, ms]) => [key, tracker.pass(record(key, ms))] as const,
  );
  const latest = Math.max(...Object.values(records));
  if (passed.length > 0) tracker.settle(base + latest, isServers ? base + nowMs : undefined);
  tracker.finish();
  return Object.fromEntries(passed);
}

/** What is asked for, and what is stored, in milliseconds after `base`. */
function view(tracker: CursorTracker) {
  const {floorMs, toldMs, highWaterMs, polledMs, seen} = tracker.place();
  return {
    near: tracker.nextAfterMs(false) - base,
    far: tracker.nextAfterMs(true) - base,
    floor: floorMs - base,
    told: toldMs - base,
    high: highWaterMs - base,
    ...(polledMs !== undefined && {polled: polledMs - base}),
    seen: seen.map(([key, ms]) => `${key} ${ms - base}`),
  };
}

describe('the cursor of a watch', () => {
  test('starts at its floor, and is stored without a time of a poll before the first ends', () => {
    const tracker = new CursorTracker(placeAt(), overlapMs);
    expect(view(tracker)).toEqual({near: 0, far: 0, floor: 0, told: 0, high: 0, seen: []});
    expect('polledMs' in tracker.place()).toBe(false);
  });

  test('asks again for the overlap, and with a far look for ten minutes', () => {
    const tracker = new CursorTracker(placeAt({toldMs: base + 3_600_000}), overlapMs);
    expect(view(tracker)).toMatchObject({near: 3_595_000, far: 3_000_000});
    const wide = new CursorTracker(placeAt({toldMs: base + 3_600_000}), 20 * minuteMs);
    expect(view(wide)).toMatchObject({near: 2_400_000, far: 2_400_000});
  });

  test('reports each record once, nothing up to its floor, and what was reported before not at all', () => {
    const seen = [['old', base + 3000]] as const;
    const tracker = new CursorTracker(placeAt({floorMs: base + 1000, seen}), overlapMs);
    expect(poll(tracker, 9000, {early: 500, floor: 1000, a: 1001, old: 3000})).toEqual({
      early: 'known',
      floor: 'known',
      a: 'new',
      old: 'known',
    });
    expect(poll(tracker, 9500, {a: 1001, b: 4500})).toEqual({a: 'known', b: 'new'});
    expect(view(tracker)).toEqual({
      near: 1000,
      far: 1000,
      floor: 1000,
      told: 4500,
      high: 4500,
      polled: 9500,
      seen: ['old 3000', 'a 1001', 'b 4500'],
    });
  });

  test('marks what is listed later than the overlap after an earlier poll', () => {
    const tracker = new CursorTracker(placeAt(), overlapMs);
    expect(poll(tracker, 20_000, {a: 20_000})).toEqual({a: 'new'});
    expect(poll(tracker, 21_000, {b: 15_000, c: 15_001})).toEqual({b: 'late', c: 'new'});
    expect(poll(tracker, 22_000, {b: 15_000})).toEqual({b: 'known'});
  });

  test('marks nothing in its first poll', () => {
    const tracker = new CursorTracker(placeAt({toldMs: base + 60_000}), overlapMs);
    expect(poll(tracker, 61_000, {a: 1000})).toEqual({a: 'new'});
    expect(poll(tracker, 62_000, {b: 2000})).toEqual({b: 'late'});
  });

  test.each([0, 60_000])('marks what is late, and only that, by a Date %i ms ahead', aheadMs => {
    const tracker = new CursorTracker(placeAt(), overlapMs);
    const at = (ms: number, records: Readonly<Record<string, number>>) =>
      poll(tracker, ms + aheadMs, records);
    expect(at(20_000, {a: 19_900})).toEqual({a: 'new'});
    expect(at(30_000, {b: 20_500, c: 29_000})).toEqual({b: 'new', c: 'new'});
    expect(at(90_000, {})).toEqual({});
    expect(at(91_000, {d: 84_000, e: 90_500})).toEqual({d: 'late', e: 'new'});
  });

  test('covers what was listed behind a page by a Date that is ahead', () => {
    const tracker = new CursorTracker(placeAt(), overlapMs);
    poll(tracker, 80_000, {a: 19_900});
    tracker.begin(base + 90_000, true);
    for (const ms of [25_000, 29_900, 59_900]) {
      tracker.pass(record(`at ${ms}`, ms));
      tracker.settle(base + ms, base + Math.max(90_000, 60_000 + ms));
    }
    tracker.finish();
    expect(view(tracker)).toMatchObject({told: 30_000, near: 25_000, high: 59_900});
  });

  test('marks by its own records where the server gives no Date', () => {
    const tracker = new CursorTracker(placeAt(), overlapMs);
    poll(tracker, 900_000, {a: 20_000}, false);
    expect(poll(tracker, 900_000, {b: 15_000, c: 15_001}, false)).toEqual({b: 'late', c: 'new'});
  });

  test('goes no further than the start of the poll that ran', () => {
    const tracker = new CursorTracker(placeAt(), overlapMs);
    poll(tracker, 20_000, {a: 25_000});
    expect(view(tracker)).toMatchObject({told: 20_000, high: 25_000, near: 15_000});
  });

  test('goes at most ten minutes behind a record whose server has a slow clock', () => {
    const tracker = new CursorTracker(placeAt(), overlapMs);
    poll(tracker, 20_000, {a: 20_000 + 30 * minuteMs});
    expect(view(tracker)).toMatchObject({told: 20_000 + 20 * minuteMs});
  });

  test('without a Date goes as far as the first page', () => {
    const tracker = new CursorTracker(placeAt(), overlapMs);
    tracker.begin(base + 1, false);
    tracker.pass(record('a', 7000));
    tracker.settle(base + 7000);
    tracker.pass(record('b', 9000));
    tracker.settle(base + 9000);
    tracker.finish();
    expect(view(tracker)).toMatchObject({told: 7000, high: 9000});
    tracker.begin(base + 2, false);
    tracker.settle(base + 4000);
    tracker.finish();
    expect(view(tracker)).toMatchObject({told: 9000, high: 9000});
  });

  test('with a Date the first page moves no bound', () => {
    const tracker = new CursorTracker(placeAt(), overlapMs);
    tracker.begin(base + 5000, true);
    tracker.settle(base + 7000);
    expect(view(tracker)).toMatchObject({told: 5000});
  });

  test('without a poll is settled by any time', () => {
    const tracker = new CursorTracker(placeAt(), overlapMs);
    tracker.settle(base + 7000);
    expect(view(tracker)).toMatchObject({told: 7000});
    tracker.settle(base + 6000);
    expect(view(tracker)).toMatchObject({told: 7000});
  });

  test('is not moved back by a poll of older records', () => {
    const tracker = new CursorTracker(placeAt(), overlapMs);
    poll(tracker, 50_000, {a: 40_000});
    poll(tracker, 51_000, {b: 30_000});
    expect(view(tracker)).toMatchObject({told: 40_000, high: 40_000, polled: 51_000});
  });
});

describe('the overlap of a quiet watch', () => {
  const quiet = (polls: readonly (readonly [nowMs: number, isServers: boolean])[]) => {
    const tracker = new CursorTracker(placeAt(), overlapMs);
    poll(tracker, 20_000, {a: 19_000});
    for (const [nowMs, isServers] of polls) poll(tracker, nowMs, {a: 19_000}, isServers);
    return tracker.nextAfterMs(false) - base;
  };

  test.each<readonly [string, Parameters<typeof quiet>[0], number]>([
    ['no poll since', [], 14_000],
    ['one poll', [[21_000, true]], 14_000],
    [
      'the overlap and a second',
      [
        [21_000, true],
        [27_000, true],
      ],
      14_000,
    ],
    [
      'a moment more',
      [
        [21_000, true],
        [27_001, true],
      ],
      19_000,
    ],
    [
      'two Dates with others between',
      [
        [21_000, true],
        [24_000, true],
        [27_001, true],
      ],
      19_000,
    ],
    [
      'times without a Date',
      [
        [21_000, false],
        [90_000, false],
      ],
      14_000,
    ],
    [
      'a time without a Date between',
      [
        [21_000, true],
        [24_000, false],
        [27_001, true],
      ],
      14_000,
    ],
  ])('ends after the overlap by two Dates: %s', (_, polls, near) => {
    expect(quiet(polls)).toBe(near);
  });

  test('begins again with a new record', () => {
    const tracker = new CursorTracker(placeAt(), overlapMs);
    poll(tracker, 20_000, {a: 19_000});
    poll(tracker, 21_000);
    poll(tracker, 40_000);
    expect(view(tracker)).toMatchObject({near: 19_000, far: 0});
    poll(tracker, 41_000, {b: 40_500});
    expect(view(tracker)).toMatchObject({near: 35_500});
    poll(tracker, 47_500);
    expect(view(tracker)).toMatchObject({near: 35_500});
    poll(tracker, 54_000);
    expect(view(tracker)).toMatchObject({near: 40_500});
  });
});

describe('the keys of a cursor', () => {
  test('are held for ten minutes', () => {
    const tracker = new CursorTracker(placeAt(), overlapMs);
    poll(tracker, 100, {a: 10, b: 20});
    poll(tracker, 10 * minuteMs + 20, {c: 10 * minuteMs + 10});
    expect(view(tracker).seen).toEqual(['b 20', `c ${10 * minuteMs + 10}`]);
    tracker.begin(base + 10 * minuteMs + 30, true);
    expect(tracker.pass(record('b', 20))).toBe('known');
    expect(tracker.pass(record('a', 10))).toBe('late');
  });

  test('of a place that was given away stay as they were', () => {
    const tracker = new CursorTracker(placeAt(), overlapMs);
    poll(tracker, 100, {a: 10});
    const place = tracker.place();
    poll(tracker, 200, {b: 150});
    expect(place.seen.map(([key]) => key)).toEqual(['a']);
    expect(tracker.place().seen.map(([key]) => key)).toEqual(['a', 'b']);
  });

  test('are fewer where they are many, and the poll says how late is too late', () => {
    const few = new CursorTracker(placeAt(), overlapMs, 3);
    poll(few, 60_000, {c: 3000, a: 1000, b: 2000, d: 59_000, e: 59_500});
    expect(view(few)).toMatchObject({floor: 2000, seen: ['c 3000', 'd 59000', 'e 59500']});
    few.begin(base + 60_500, true);
    few.pass(record('late', 2500));
    few.pass(record('later', 2600));
    expect(few.finish()).toStrictEqual({storedKeys: 3, lateWithinMs: overlapMs});
    expect(view(few)).toMatchObject({floor: 2600});
    const equal = new CursorTracker(placeAt(), overlapMs, 3);
    poll(equal, 60_000, {a: 1000, b: 2000, c: 3000});
    expect(view(equal)).toMatchObject({floor: 0, seen: ['a 1000', 'b 2000', 'c 3000']});
  });

  test(`are at most ${maxTrackedKeys}, and records without one are reported as known`, () => {
    const tracker = new CursorTracker(placeAt(), overlapMs);
    tracker.begin(base + 4000, true);
    for (let n = 0; n < maxTrackedKeys; n++)
      tracker.pass({key: `k${n}`, failureTimeMs: base + 1 + (n % 100)});
    tracker.settle(base + 200);
    expect(tracker.finish()).toEqual({storedKeys: maxTrackedKeys});
    tracker.begin(base + 4500, true);
    tracker.pass(record('more', 150));
    const {storedKeys, lateWithinMs} = tracker.finish();
    expect(storedKeys).toBeLessThanOrEqual(maxTrackedKeys);
    expect(lateWithinMs).toBe(149);
    expect(view(tracker)).toMatchObject({floor: 1});
    expect(tracker.pass(record('k0', 1))).toBe('known');
    tracker.begin(base + 5000, true);
    expect(tracker.finish()).toEqual({storedKeys});
  });

  test('are dropped between pages of a long poll', () => {
    const tracker = new CursorTracker(placeAt(), 0, 10);
    tracker.begin(base + 3_600_000, true);
    for (let page = 0; page < 30; page++) {
      for (let n = 0; n < 100; n++) tracker.pass(record(`${page}-${n}`, page * 1000 + n + 1));
      tracker.settle(base + page * 1000 + 100);
    }
    expect(tracker.place().floorMs).toBeGreaterThan(base + 20_000);
    expect(tracker.finish().storedKeys).toBe(10);
  });
});
