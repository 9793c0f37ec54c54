import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import type {FailedEvent, WatchCursor} from '../../../src/api/watch/failed-watch.ts';
import type {FailureKind} from '../../../src/base/failure.ts';
import {begin, fakeServer, hourMs, runFor} from './failed-server.ts';

const fault = fc.constantFrom<FailureKind | undefined>(
  undefined,
  undefined,
  undefined,
  'rate_limited',
  'server_error',
  'connection_error',
  'timeout_error',
  'invalid_response',
  'auth_failed',
);

/** Records in bursts of one time, from two machines with clocks of their own, listed late. */
const failures = fc.array(
  fc.record({
    happensMs: fc.integer({min: 0, max: 200}).map(step => 5000 + step * 100),
    burst: fc.integer({min: 1, max: 12}),
    aheadMs: fc.constantFrom<number>(-1500, 0, 0, 3000),
    lateMs: fc.constantFrom<number>(0, 0, 0, 700, 1500),
  }),
  {maxLength: 20},
);

const scenario = fc.record({
  failures,
  faults: fc.array(fault, {maxLength: 20}),
  size: fc.integer({min: 1, max: 20}),
  nextName: fc.constantFrom('after' as const, 'failedAfter' as const),
  sizeless: fc.boolean(),
  dateless: fc.boolean(),
  skewMs: fc.constantFrom<number>(-2 * hourMs, 0, 3000, 2 * hourMs),
  takesMs: fc.constantFrom<number>(0, 40, 400),
  /** After how many failures it is killed, each time. */
  kills: fc.array(fc.integer({min: 1, max: 60}), {maxLength: 4}),
  /** How many events before the kill its place was saved. */
  olderBy: fc.integer({min: 0, max: 8}),
});

/**
 * No Date, an own clock that is ahead, and a page asked for again while previous item that needs
 * attention gets a late record.
 */
const laterPage = {
  failures: [
    {happensMs: 11_500, burst: 1, aheadMs: 3000, lateMs: 0},
    {happensMs: 9600, burst: 1, aheadMs: -1500, lateMs: 0},
    {happensMs: 5000, burst: 3, aheadMs: -1500, lateMs: 0},
    {happensMs: 9500, burst: 1, aheadMs: -1500, lateMs: 1500},
  ],
  faults: [
    'connection_error',
    'timeout_error',
    'timeout_error',
    undefined,
    undefined,
    undefined,
    undefined,
    'connection_error',
  ] satisfies (FailureKind | undefined)[],
  size: 4,
  nextName: 'after' as const,
  sizeless: false,
  dateless: true,
  skewMs: 3000,
  takesMs: 400,
  kills: [4],
  olderBy: 0,
};

/**
 * A record that is listed while the page behind one of its time is asked for in vain, past the end
 * of a run.
 */
const outage = {
  failures: [
    {happensMs: 13_600, burst: 1, aheadMs: -1500, lateMs: 1500},
    {happensMs: 9100, burst: 1, aheadMs: 3000, lateMs: 0},
  ],
  faults: [
    'server_error',
    'server_error',
    'invalid_response',
    'timeout_error',
    undefined,
    'connection_error',
    'connection_error',
    'invalid_response',
    'connection_error',
    'server_error',
  ] satisfies (FailureKind | undefined)[],
  size: 1,
  nextName: 'after' as const,
  sizeless: false,
  dateless: false,
  skewMs: -2 * hourMs,
  takesMs: 0,
  kills: [],
  olderBy: 0,
};

/** Single records, some of them listed minutes late, and a server that is down at first. */
const lateScenario = fc.record({
  failures: fc.array(
    fc.record({
      happensMs: fc.integer({min: 1, max: 1_200_000}),
      lateMs: fc.oneof(fc.constant(0), fc.integer({min: 0, max: 480_000})),
    }),
    {maxLength: 60},
  ),
  overlapMs: fc.constantFrom(0, 5000, 120_000, 600_000),
  faults: fc.array(
    fc.constantFrom<FailureKind | undefined>('connection_error', undefined, 'server_error'),
    {maxLength: 12},
  ),
  size: fc.integer({min: 1, max: 20}),
  skewMs: fc.constantFrom<number>(-2 * hourMs, 0, 2 * hourMs),
  dateless: fc.boolean(),
  kills: fc.array(fc.integer({min: 1, max: 20}), {maxLength: 3}),
});

function idsOf(events: readonly FailedEvent[]): string[] {
  return events.flatMap(event =>
    event.type === 'failure' ? [String(JSON.parse(event.item).id)] : [],
  );
}

function isAscending(times: readonly number[]): boolean {
  return times.every((time, index) => index === 0 || time >= (times[index - 1] ?? 0));
}

/** The times that each poll told, in the order told. */
function timesOfPolls(events: readonly FailedEvent[]): number[][] {
  const polls: number[][] = [[]];
  for (const event of events) {
    if (event.type === 'failure') polls.at(-1)?.push(event.failureTimeMs);
    else polls.push([]);
  }
  return polls;
}

describe('whatever the server, the clocks and the kills', () => {
  it('each record is reported, once in a run, again only after the saved position, in order', async () => {
    await fc.assert(
      fc.asyncProperty(scenario, async ({failures: all, kills, olderBy, ...traits}) => {
        // Without a Date header what is ahead makes the others late.
        const aheadAtMost = traits.dateless ? 1500 : 3000;
        let id = 0;
        const records = all.flatMap(({happensMs, burst, aheadMs, lateMs}) =>
          Array.from({length: burst}, () => ({
            id: String(id++),
            time: begin + happensMs + Math.min(aheadMs, aheadAtMost),
            listedAt: begin + happensMs + lateMs,
          })),
        );
        const fake = fakeServer(records, traits);
        const told = new Set<string>();
        let allowed = new Set<string>();
        let resume: WatchCursor | undefined;
        let ended = 0;
        const rounds = [...kills, ...Array(25).fill(Number.POSITIVE_INFINITY)];
        for (const kill of rounds) {
          const options = {afterMs: begin, ...(resume && {resume})};
          const run = await runFor(fake, 40_000, options, kill);
          expect(new Set(run.ids).size).toBe(run.ids.length);
          expect(run.ids.filter(one => told.has(one) && !allowed.has(one))).toEqual([]);
          for (const one of run.ids) told.add(one);
          expect(timesOfPolls(run.events).every(isAscending)).toBe(true);
          expect(run.events.filter(({type}) => type === 'gap')).toEqual([]);
          if (run.failure) expect(run.failure.kind).toBe('auth_failed');
          // The last poll of a run may have begun before all were listed.
          else if (kill === Number.POSITIVE_INFINITY && ++ended === 2) break;
          // What was saved is a text, and may be older than the last event.
          const saved = Math.max(0, run.events.length - 1 - olderBy);
          const place = run.places[saved];
          const kept = place === undefined ? [] : run.events.slice(0, saved + 1);
          const safe = new Set(idsOf(kept));
          allowed = new Set([...allowed, ...run.ids].filter(one => !safe.has(one)));
          resume = place === undefined ? resume : JSON.parse(JSON.stringify(place));
        }
        expect([...told].sort()).toEqual(records.map(one => one.id).sort());
      }),
      {numRuns: 300, examples: [[laterPage], [outage]]},
    );
  });

  it('failures from the start on, listed up to 8 minutes late, are reported once over outages and kills', async () => {
    await fc.assert(
      fc.asyncProperty(lateScenario, async ({failures: all, overlapMs, kills, ...traits}) => {
        const records = all.map(({happensMs, lateMs}, id) => ({
          id: String(id),
          time: begin + happensMs,
          listedAt: begin + happensMs + lateMs,
        }));
        const fake = fakeServer(records, traits);
        const told = new Map<string, boolean>();
        let resume: WatchCursor | undefined;
        for (const kill of [...kills, Number.POSITIVE_INFINITY]) {
          const options = {overlapMs, intervalMs: 5000, ...(resume && {resume})};
          const ms = kill === Number.POSITIVE_INFINITY ? 3_000_000 : 600_000;
          const run = await runFor(fake, ms, options, kill);
          for (const event of run.events) {
            if (event.type !== 'failure') continue;
            const id = String(JSON.parse(event.item).id);
            expect(told.has(id)).toBe(false);
            told.set(id, event.late === true);
          }
          if (run.place) resume = JSON.parse(JSON.stringify(run.place));
        }
        expect([...told.keys()].sort()).toEqual(records.map(({id}) => id).sort());
        for (const [at, {lateMs}] of all.entries()) {
          if (lateMs <= overlapMs) expect([at, told.get(String(at))]).toEqual([at, false]);
        }
      }),
      {numRuns: 150},
    );
  });

  it('in time is told in time by any Date, and nothing that was listed in time is marked late', async () => {
    const skewed = fc.record({
      lateMs: fc.array(fc.constantFrom(0, 0, 0, 900, 2500), {minLength: 50, maxLength: 200}),
      stepMs: fc.constantFrom(50, 400, 3000),
      dateAheadMs: fc.constantFrom(-5000, 0, 20_000, 90_000, 2 * hourMs),
      takesMs: fc.constantFrom(0, 100, 700),
      size: fc.integer({min: 5, max: 60}),
    });
    await fc.assert(
      fc.asyncProperty(skewed, async ({lateMs, stepMs, ...traits}) => {
        const records = lateMs.map((ms, id) => {
          const time = begin + 1000 + id * stepMs;
          return {id: String(id), time, listedAt: time + ms};
        });
        const fake = fakeServer(records, traits);
        const run = await runFor(fake, lateMs.length * stepMs + 40_000, {afterMs: begin});
        expect([...run.ids].sort()).toEqual(records.map(({id}) => id).sort());
        const late = run.events.filter(event => event.type === 'failure' && event.late);
        expect(late).toEqual([]);
      }),
      {numRuns: 150},
    );
  });
});
