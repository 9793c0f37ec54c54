import {describe, expect, test} from 'vitest';
import {CursorTracker} from '../../../src/api/watch/cursor-tracker.ts';
import {farSearchIntervalMs, type WatchCursor} from '../../../src/api/watch/failed-watch.ts';

const overlapMs = 5000;
/** Longer ago than anything here is looked for. */
const base = 10_000_000;

const cursorAt = (more: Partial<WatchCursor> = {}): WatchCursor => {
  return {floorMs: base, toldMs: base, highWaterMs: base, seen: [], ...more};
};

/** Pass the records of a page; times are milliseconds after `base`. */
function passPage(tracker: CursorTracker, times: readonly number[], serverMs?: number): void {
  for (const ms of times) tracker.pass({key: `at ${ms}`, failureTimeMs: base + ms});
  const latest = base + Math.max(...times);
  tracker.settle(latest, serverMs === undefined ? undefined : base + serverMs);
}

/** Run a poll of one page with a Date. */
function poll(tracker: CursorTracker, serverMs: number, times: readonly number[] = []): void {
  tracker.begin(base + serverMs, true);
  if (times.length > 0) passPage(tracker, times, serverMs);
  tracker.finish();
}

const covered = (tracker: CursorTracker, isPolled = true, endMs = 0): number =>
  tracker.coveredMs(isPolled, base + endMs) - base;

describe('the time that a watch has covered', () => {
  test('is that of the cursor before the first poll, and after an incomplete one', () => {
    const tracker = new CursorTracker(cursorAt({toldMs: base + 9000}), overlapMs);
    expect(covered(tracker, true, 90_000)).toBe(4000);
    poll(tracker, 30_000);
    expect(covered(tracker, false, 90_000)).toBe(4000);
  });

  test('is the start of the last poll without records, whatever the local clock', () => {
    const tracker = new CursorTracker(cursorAt(), overlapMs);
    poll(tracker, 30_000);
    expect(covered(tracker, true, 90_000)).toBe(25_000);
    expect(covered(tracker, true, 0)).toBe(25_000);
  });

  test('is earlier by the lead of the Date, at most ten seconds', () => {
    const near = new CursorTracker(cursorAt(), overlapMs);
    poll(near, 20_000, [19_900]);
    poll(near, 30_000);
    expect([covered(near), covered(near, false)]).toEqual([24_900, 14_900]);
    const far = new CursorTracker(cursorAt(), overlapMs);
    poll(far, 80_000, [20_000]);
    expect(covered(far)).toBe(65_000);
  });

  test('is the estimated time of the server without a Date, but never before the cursor', () => {
    const tracker = new CursorTracker(cursorAt(), overlapMs);
    tracker.begin(base + 1, false);
    passPage(tracker, [7000]);
    tracker.finish();
    expect([covered(tracker, true, 50_000), covered(tracker, true, 0)]).toEqual([45_000, 2000]);
  });
});

describe('the lead of the Date', () => {
  const leadAfter = (...polls: readonly (readonly [serverMs: number, ageMs: number])[]): number => {
    const tracker = new CursorTracker(cursorAt(), overlapMs);
    for (const [serverMs, ageMs] of polls) poll(tracker, serverMs, [serverMs - ageMs]);
    return (polls.at(-1)?.[0] ?? 0) - overlapMs - covered(tracker);
  };

  test('is the least age of a last record within ten minutes, and in the ten before', () => {
    expect(leadAfter([20_000, 1000], [620_000, 3000])).toBe(1000);
    expect(leadAfter([20_000, 3000], [620_000, 1000])).toBe(1000);
    expect(leadAfter([20_000, 1000], [620_000, 3000], [1_220_000, 3000])).toBe(1000);
    expect(leadAfter([20_000, 1000], [620_001, 3000], [1_220_002, 3000])).toBe(3000);
  });

  test('is not measured by a page without new records', () => {
    const tracker = new CursorTracker(cursorAt(), overlapMs);
    tracker.begin(base + 20_000, true);
    passPage(tracker, [19_000], 20_000);
    tracker.settle(base + 19_950, base + 20_000);
    tracker.finish();
    expect(covered(tracker)).toBe(14_000);
  });

  test('does not move the bound of a poll without a Date', () => {
    const tracker = new CursorTracker(cursorAt(), overlapMs);
    poll(tracker, 20_000, [14_000]);
    tracker.begin(base + 21_000, false);
    passPage(tracker, [18_000]);
    expect(tracker.place().toldMs - base).toBe(18_000);
  });
});

describe('a poll that was interrupted', () => {
  const stored = {beganMs: base + 1000, reachedMs: base + 700};

  test('continues at its position, but not before the floor', () => {
    const tracker = new CursorTracker(cursorAt({poll: stored}), overlapMs);
    expect([tracker.nextAfterMs(false), tracker.nextAfterMs(true)]).toEqual([
      base + 699,
      base + 699,
    ]);
    const floored = new CursorTracker(cursorAt({poll: stored, floorMs: base + 900}), overlapMs);
    expect(floored.nextAfterMs(true)).toBe(base + 900);
  });

  test('is stored with its first start, also if it continues without a Date', () => {
    const tracker = new CursorTracker(cursorAt({poll: stored}), overlapMs);
    tracker.begin(base + 9000, false);
    passPage(tracker, [800]);
    expect(tracker.place().poll).toEqual({beganMs: base + 1000, reachedMs: base + 800});
    tracker.finish();
    expect('poll' in tracker.place()).toBe(false);
    expect(tracker.place().polledMs).toBe(base + 9000);
  });

  test('is stored from its first record on, with a Date only', () => {
    const tracker = new CursorTracker(cursorAt(), overlapMs);
    expect('poll' in tracker.place()).toBe(false);
    tracker.begin(base + 9000, true);
    expect('poll' in tracker.place()).toBe(false);
    tracker.pass({key: 'a', failureTimeMs: base + 800});
    expect(tracker.place().poll).toEqual({beganMs: base + 9000, reachedMs: base + 800});
    const undated = new CursorTracker(cursorAt(), overlapMs);
    undated.begin(base + 9000, false);
    undated.pass({key: 'a', failureTimeMs: base + 800});
    expect('poll' in undated.place()).toBe(false);
  });
});

describe('a poll whose keys exceed the limit', () => {
  /** A page read while the server's time passes the start of the poll. */
  const pageOf = (count: number, serverMs: number | undefined = 20_000, isServers = true) => {
    const tracker = new CursorTracker(cursorAt(), 1000, 3);
    tracker.begin(base + 10_000, isServers);
    passPage(
      tracker,
      Array.from({length: count}, (_, i) => 15_000 - count + 1 + i),
      serverMs,
    );
    return {isFull: tracker.isFull(), floor: tracker.place().floorMs - base, tracker};
  };

  test.each([
    [3, false, 0],
    [4, true, 4000],
    [5, true, 4000],
    [6, false, 14_997],
    [7, false, 14_997],
  ])('with %i keys of three: a new one begins: %s, and the floor is %i', (count, isFull, floor) => {
    const {tracker: _, ...seen} = pageOf(count);
    expect(seen).toEqual({isFull, floor});
  });

  test('goes on if a new one would ask for as much: no later Date, or none at all', () => {
    expect(pageOf(4, 10_000)).toMatchObject({isFull: false, floor: 14_997});
    expect(pageOf(4, 10_001)).toMatchObject({isFull: true});
    const dateless = new CursorTracker(cursorAt(), 1000, 3);
    dateless.begin(base + 10_000, true);
    passPage(dateless, [14_997, 14_998, 14_999, 15_000]);
    expect(dateless.isFull()).toBe(false);
    expect(pageOf(4, 20_000, false)).toMatchObject({isFull: false});
  });

  test('goes on while its pages are not past what is settled', () => {
    const {tracker} = pageOf(4);
    const {toldMs} = tracker.place();
    tracker.settle(toldMs, base + 20_000);
    expect(tracker.isFull()).toBe(false);
    tracker.settle(toldMs + 1, base + 20_000);
    expect(tracker.isFull()).toBe(true);
    tracker.begin(base + 20_000, true);
    expect(tracker.isFull()).toBe(false);
  });
});

test('a search that is rarer than usual says how late a record may be listed', () => {
  const memoryAfter = (farEveryMs: number) => {
    const tracker = new CursorTracker(cursorAt(), overlapMs);
    tracker.begin(base + 300_000, true);
    passPage(tracker, [300_000], 300_000);
    return tracker.finish(farEveryMs);
  };
  expect(memoryAfter(farSearchIntervalMs)).toStrictEqual({storedKeys: 1});
  const rarer = farSearchIntervalMs + 1;
  expect(memoryAfter(rarer)).toStrictEqual({storedKeys: 1, lateWithinMs: 300_000 - rarer});
  expect(memoryAfter(299_000)).toStrictEqual({storedKeys: 1, lateWithinMs: overlapMs});
});
