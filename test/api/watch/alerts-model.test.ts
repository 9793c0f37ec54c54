import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {freshMemory, memoryJson, readMemory} from '../../../src/api/watch/alert-memory.ts';
import {type AlertEvent, alertStep} from '../../../src/api/watch/alerts.ts';
import type {WatchCursor} from '../../../src/api/watch/failed-watch.ts';
import {begin, fakeServer, runFor} from './failed-server.ts';

const minute = 60_000;
const limit = 3;
const withinMs = minute;
const silentMs = 20 * minute;
const rules = ['new', '3/1m', 'silent/20m', 'dead'];

/** What happens, so many seconds after what happened before. */
const happening = fc.record({
  afterS: fc.oneof(fc.integer({min: 0, max: 40}), fc.integer({min: 0, max: 1500})),
  what: fc.oneof(
    fc.record({
      kind: fc.constant('page' as const),
      failures: fc.array(
        fc.record({address: fc.constantFrom('a', 'b', 'c'), agoS: fc.integer({min: 0, max: 60})}),
        {maxLength: 6},
      ),
    }),
    fc.constant({kind: 'polled' as const}),
    fc.constant({kind: 'polled' as const}),
    fc.constant({kind: 'time' as const}),
    fc.record({kind: fc.constant('unanswered' as const), isRefused: fc.boolean()}),
    fc.constant({kind: 'restart' as const}),
  ),
});

/**
 * The rules in plain words: every failure is remembered, and everything is counted again each time.
 */
function makeReference() {
  let all: {address: string; timeMs: number}[] = [];
  const starting = new Set<string>();
  const failing = new Set<string>();
  /** Silent address → when that was told. */
  const silent = new Map<string, number>();
  let peak = 0;
  let isMany = false;
  /** Failures up to this time were part of an alert that is resolved. */
  let resolvedMs = Number.NEGATIVE_INFINITY;
  let latestMs = Number.NEGATIVE_INFINITY;
  let isDead = false;
  let answeredMs: number | undefined;
  const lastOf = (address: string): number | undefined => {
    const times = all.filter(one => one.address === address).map(({timeMs}) => timeMs);
    return times.length === 0 ? undefined : Math.max(...times);
  };
  const countAt = (nowMs: number, afterMs = nowMs - withinMs): number =>
    all.filter(({timeMs}) => timeMs > Math.max(afterMs, nowMs - withinMs) && timeMs <= nowMs)
      .length;
  return {
    restart(): void {
      answeredMs = undefined;
    },
    page(nowMs: number, failures: readonly {address: string; timeMs: number}[]): string[] {
      answeredMs = nowMs;
      for (const failure of failures) {
        const last = lastOf(failure.address);
        if (last === undefined || failure.timeMs - last >= silentMs) starting.add(failure.address);
        all.push(failure);
        latestMs = Math.max(latestMs, failure.timeMs);
        if (!isMany) peak = Math.max(peak, countAt(failure.timeMs, resolvedMs));
      }
      return [];
    },
    polled(nowMs: number): string[] {
      answeredMs = nowMs;
      const told: string[] = [];
      for (const address of starting) {
        if (failing.has(address)) told.push(`resolved new ${address}`);
        failing.add(address);
        told.push(`alert new ${address}`);
      }
      starting.clear();
      for (const address of new Set(all.map(one => one.address))) {
        const isSilent = nowMs - (lastOf(address) ?? 0) >= silentMs;
        if (isSilent && failing.delete(address)) told.push(`resolved new ${address}`);
        const sinceMs = silent.get(address);
        if (sinceMs !== undefined && (lastOf(address) ?? 0) > sinceMs - silentMs) {
          silent.delete(address);
          told.push(`resolved silent/20m ${address}`);
        }
        if (isSilent && !silent.has(address)) {
          silent.set(address, nowMs);
          told.push(`alert silent/20m ${address}`);
        }
        // Who is silent is forgotten; what counts within a minute is over then.
        if (isSilent) all = all.filter(one => one.address !== address);
      }
      const now = countAt(nowMs);
      if (isMany) {
        if (now <= limit / 2) {
          isMany = false;
          resolvedMs = latestMs;
          told.push('resolved 3/1m ');
        }
      } else if (Math.max(now, peak) > limit) {
        isMany = true;
        told.push('alert 3/1m ');
      }
      peak = 0;
      if (isDead) told.push('resolved dead ');
      isDead = false;
      return told;
    },
    unanswered(nowMs: number, isRefused: boolean): string[] {
      answeredMs ??= nowMs;
      if (isDead || !(isRefused || nowMs - answeredMs > 5 * minute)) return [];
      isDead = true;
      return ['alert dead '];
    },
  };
}

describe('the alert rules', () => {
  test('tell what a plain reference tells, whatever happens, with restarts at every point', () => {
    fc.assert(
      fc.property(fc.array(happening, {maxLength: 60}), happenings => {
        const reference = makeReference();
        let memory = freshMemory;
        let nowMs = begin;
        for (const {afterS, what} of happenings) {
          nowMs += afterS * 1000;
          if (what.kind === 'restart') {
            const kept = readMemory(JSON.parse(JSON.stringify(memoryJson(memory))));
            if (kept === undefined) throw new Error('the memory was not read');
            memory = kept;
            reference.restart();
            continue;
          }
          const failures =
            what.kind === 'page'
              ? what.failures.map(({address, agoS}) => ({address, timeMs: nowMs - agoS * 1000}))
              : [];
          const expected = {
            page: () => reference.page(nowMs, failures),
            polled: () => reference.polled(nowMs),
            time: () => reference.unanswered(nowMs, false),
            unanswered: () => reference.unanswered(nowMs, 'isRefused' in what && what.isRefused),
          }[what.kind]();
          const event = {reason: 'no', ...what, failures} as unknown as AlertEvent;
          const step = alertStep(memory, event, {rules, mutes: new Map(), nowMs});
          memory = step.memory;
          const told = step.alerts.map(
            ({rule, address = '', sinceMs}) =>
              `${sinceMs === undefined ? 'alert' : 'resolved'} ${rule} ${address}`,
          );
          expect(told.toSorted()).toEqual(expected.toSorted());
        }
      }),
      {numRuns: 1500},
    );
  });

  test('of a watch lose no start of an address to a kill, and tell none twice that was saved', async () => {
    const scenario = fc.record({
      failures: fc.array(
        fc.record({
          address: fc.integer({min: 0, max: 4}),
          atMs: fc.integer({min: 1, max: 300_000}),
        }),
        {minLength: 1, maxLength: 40},
      ),
      kills: fc.array(fc.integer({min: 1, max: 12}), {maxLength: 6}),
      olderBy: fc.constantFrom(0, 0, 1, 3),
      size: fc.integer({min: 1, max: 10}),
      downMs: fc.integer({min: 0, max: 60_000}),
    });
    await fc.assert(
      fc.asyncProperty(scenario, async ({failures, kills, olderBy, size, downMs}) => {
        const records = failures.map(({address, atMs}, id) => ({
          id: String(id),
          url: `https://h${address}.example/x`,
          time: begin + atMs,
          listedAt: begin + atMs,
        }));
        const fake = fakeServer(records, {size});
        const told: string[] = [];
        let resume: WatchCursor | undefined;
        for (const kill of [...kills, Number.POSITIVE_INFINITY]) {
          const alerts = {
            rules: ['new'],
            isLater: resume !== undefined,
            memory: readMemory(resume?.alerts),
          };
          const options = {afterMs: begin, intervalMs: 5000, alerts, ...(resume && {resume})};
          const ms = kill === Number.POSITIVE_INFINITY ? 600_000 : 60_000;
          const run = await runFor(fake, ms, options, Number.POSITIVE_INFINITY, kill);
          for (const event of run.events) {
            if (event.type !== 'poll') continue;
            told.push(...(event.alerts ?? []).map(({address}) => address ?? ''));
          }
          const place = run.places[Math.max(0, run.events.length - 1 - olderBy)];
          if (place !== undefined) resume = JSON.parse(JSON.stringify(place));
          fake.skip(downMs);
        }
        const expected = new Set(records.map(({url}) => new URL(url).host + new URL(url).pathname));
        expect(new Set(told)).toEqual(expected);
        if (olderBy === 0) expect(told).toHaveLength(expected.size);
      }),
      {numRuns: 200},
    );
  });
});
