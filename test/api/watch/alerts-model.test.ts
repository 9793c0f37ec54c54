import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {
  type AlertMemory,
  freshMemory,
  memoryJson,
  readMemory,
} from '../../../src/api/watch/alert-memory.ts';
import {type Alert, type AlertEvent, alertStep} from '../../../src/api/watch/alerts.ts';
import type {WatchCursor} from '../../../src/api/watch/failed-watch.ts';
import type {FailureKind} from '../../../src/base/failure.ts';
import {begin, fakeServer, runFor} from './failed-server.ts';

interface Failed {
  readonly address: string;
  readonly timeMs: number;
}
/** Rule and address → the alerts and their ends, in their order. */
type Told = Map<string, string[]>;

const minute = 60_000;
const many = {rule: '3/1m', limit: 3, partMs: 1000};
const rules = ['new', many.rule, 'silent/20m', 'silent/40m'];
const gaps = [
  {rule: 'silent/20m', ms: 20 * minute},
  {rule: 'silent/40m', ms: 40 * minute},
];

function tell(told: Told, key: string, what: 'alert' | 'resolved'): void {
  told.set(key, [...(told.get(key) ?? []), what]);
}

/** The times of failures as runs: a run ends where none follows within the gap. */
function runsOf(times: readonly number[], gapMs: number): [startMs: number, lastMs: number][] {
  const runs: [number, number][] = [];
  for (const timeMs of times.toSorted((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last !== undefined && timeMs - last[1] < gapMs) last[1] = timeMs;
    else runs.push([timeMs, timeMs]);
  }
  return runs;
}

/** What docs/watch.md says of failures that are all listed in time, by their times alone. */
function alertsOf(
  failures: readonly Failed[],
  coveredMs: number,
  {limit, partMs, rule} = many,
  silences = gaps,
): Told {
  const told: Told = new Map();
  const shortestMs = Math.min(...silences.map(({ms}) => ms));
  for (const address of new Set(failures.map(one => one.address))) {
    const times = failures.filter(one => one.address === address).map(({timeMs}) => timeMs);
    // Whether a later failure belongs to a run is open until the end of the run is covered.
    for (const [, lastMs] of runsOf(times, shortestMs)) {
      tell(told, `new ${address}`, 'alert');
      if (lastMs + shortestMs > coveredMs) break;
      tell(told, `new ${address}`, 'resolved');
    }
    for (const silence of silences) {
      for (const [at, [, lastMs]] of runsOf(times, silence.ms).entries()) {
        if (at > 0) tell(told, `${silence.rule} ${address}`, 'resolved');
        if (lastMs + silence.ms > coveredMs) break;
        tell(told, `${silence.rule} ${address}`, 'alert');
      }
    }
  }
  const parts = failures.map(({timeMs}) => Math.floor(timeMs / partMs));
  const covered = Math.floor((coveredMs + 1) / partMs) - 1;
  let resolved = Number.NEGATIVE_INFINITY;
  let isOver = false;
  for (let part = Math.min(...parts); part <= Math.max(...parts) + 61; part++) {
    const from = Math.max(part - 60, resolved);
    const count = parts.filter(one => one > from && one <= part).length;
    if (!isOver && count > limit) {
      isOver = true;
      tell(told, `${rule} `, 'alert');
      if (part > covered) break;
    } else if (isOver && count <= limit / 2 && part <= covered) {
      isOver = false;
      resolved = part;
      tell(told, `${rule} `, 'resolved');
    }
  }
  return told;
}

function take(told: Told, alerts: readonly Alert[]): void {
  for (const {rule, address = '', sinceMs} of alerts) {
    tell(told, `${rule} ${address}`, sinceMs === undefined ? 'alert' : 'resolved');
  }
}

const sorted = (told: Told) => [...told].sort(([a], [b]) => a.localeCompare(b));
const restarted = (memory: AlertMemory) =>
  readMemory(JSON.parse(JSON.stringify(memoryJson(memory)))) ?? freshMemory;

/** Failures, and after which part of them a page ends; each page may be read again later. */
const history = fc.record({
  failures: fc.array(
    fc.record({
      address: fc.constantFrom('a', 'b'),
      afterS: fc.oneof(fc.integer({min: 0, max: 30}), fc.integer({min: 0, max: 3000})),
      /** The step in which it is read, of those before it is covered. */
      order: fc.integer({min: 0, max: 9}),
    }),
    {minLength: 1, maxLength: 40},
  ),
  coveredS: fc.array(fc.oneof(fc.integer({min: 0, max: 60}), fc.integer({min: 0, max: 2000})), {
    maxLength: 40,
  }),
  restarts: fc.array(fc.boolean(), {minLength: 7, maxLength: 7}),
});

describe('the alert rules', () => {
  test('fire and resolve by the times of the failures alone, whenever they are read', () => {
    fc.assert(
      fc.property(history, ({failures: all, coveredS, restarts}) => {
        let timeMs = begin;
        const failures = all.map(({address, afterS, order}) => {
          timeMs += afterS * 1000;
          return {address, timeMs, order};
        });
        let coveredMs = begin - minute;
        const steps = [...coveredS, ...Array<number>(8).fill(1500)].map(seconds => {
          coveredMs += seconds * 1000;
          return coveredMs;
        });
        // What is covered by a step is read in it or before.
        const readIn = failures.map(one => {
          const last = steps.findIndex(toMs => one.timeMs <= toMs);
          const latest = last === -1 ? steps.length - 1 : last;
          return latest - Math.min(latest, one.order);
        });
        let memory: AlertMemory = {...freshMemory, rules: new Set(rules)};
        const told: Told = new Map();
        for (const [at, toMs] of steps.entries()) {
          const page = failures.filter((_, index) => readIn[index] === at);
          const known = failures.filter((_, index) => (readIn[index] ?? 0) <= at);
          const events: AlertEvent[] = [
            {kind: 'page', failures: page},
            {kind: 'covered', toMs, isPolled: at % 2 === 0},
          ];
          for (const event of events) {
            const step = alertStep(memory, event, {
              rules,
              mutes: new Map(),
              nowMs: toMs,
              localMs: toMs,
            });
            memory = restarts[at % 7] ? restarted(step.memory) : step.memory;
            take(told, step.alerts);
          }
          if (known.length === 0) continue;
          expect([at, sorted(told)]).toEqual([at, sorted(alertsOf(known, toMs))]);
        }
      }),
      {numRuns: 250},
    );
  });

  test('take late failures as the plain rules for them say, with restarts at every point', () => {
    const late = fc.array(
      fc.record({
        address: fc.constantFrom('a', 'b'),
        agoS: fc.oneof(fc.integer({min: 0, max: 5}), fc.integer({min: 0, max: 600})),
        stepS: fc.oneof(fc.integer({min: 0, max: 60}), fc.integer({min: 0, max: 2000})),
        isRestarted: fc.boolean(),
      }),
      {maxLength: 60},
    );
    fc.assert(
      fc.property(late, steps => {
        const reference = makeLateReference();
        let memory: AlertMemory = {...freshMemory, rules: new Set(rules)};
        let nowMs = begin;
        for (const {address, agoS, stepS, isRestarted} of steps) {
          nowMs += stepS * 1000;
          const one = {address, timeMs: nowMs - agoS * 1000};
          const toMs = nowMs - 5000;
          const told: Told = new Map();
          for (const event of [
            {kind: 'page' as const, failures: [one]},
            {kind: 'covered' as const, toMs, isPolled: true},
          ]) {
            const step = alertStep(memory, event, {
              rules,
              mutes: new Map(),
              nowMs,
              localMs: nowMs,
            });
            memory = isRestarted ? restarted(step.memory) : step.memory;
            take(
              told,
              step.alerts.filter(({rule}) => rule !== many.rule),
            );
          }
          expect(sorted(told)).toEqual(sorted(reference(one, toMs)));
        }
      }),
      {numRuns: 1500},
    );
  });
});

/**
 * Late failures in plain words: every time is remembered. Where an end was decided, times before it
 * count for nothing; where an address fails, all of them count.
 */
function makeLateReference() {
  const states = new Map<string, {times: number[]; isFailing: boolean; decidedMs: number}>();
  const shortestMs = Math.min(...gaps.map(({ms}) => ms));
  return ({address, timeMs}: Failed, coveredMs: number): Told => {
    const told: Told = new Map();
    for (const {rule} of gaps) {
      const key = `${rule} ${address}`;
      const fresh = {times: [], isFailing: false, decidedMs: Number.NEGATIVE_INFINITY};
      states.set(key, states.get(key) ?? fresh);
      states.get(key)?.times.push(timeMs);
    }
    for (const [key, state] of states) {
      const [rule = '', own = ''] = key.split(' ');
      const gapMs = gaps.find(one => one.rule === rule)?.ms ?? 0;
      const isNew = gapMs === shortestMs;
      for (;;) {
        const times = state.times.filter(ms => ms >= state.decidedMs);
        if (state.isFailing) {
          const lastMs = runsOf(times, gapMs)[0]?.[1] ?? state.decidedMs;
          if (lastMs + gapMs > coveredMs) break;
          state.decidedMs = lastMs + gapMs - 1;
          if (isNew) tell(told, `new ${own}`, 'resolved');
          tell(told, key, 'alert');
        } else {
          const later = times.filter(ms => ms > state.decidedMs);
          if (later.length === 0) break;
          const isFirst = state.decidedMs === Number.NEGATIVE_INFINITY;
          // Failures before the first one may still be read.
          state.decidedMs = Math.max(state.decidedMs, Math.min(coveredMs, ...later));
          if (isNew) tell(told, `new ${own}`, 'alert');
          if (!isFirst) tell(told, key, 'resolved');
        }
        state.isFailing = !state.isFailing;
      }
    }
    return told;
  };
}

describe('a watch with alerts', () => {
  test('tells each alert and each end once, over backlogs, outages and kills, by the plain rules', async () => {
    const counting = {rule: '4/30s', limit: 4, partMs: 500};
    const silences = [{rule: 'silent/40s', ms: 40_000}];
    const ownRules = ['new', 'silent/40s', counting.rule];
    const fault = fc.constantFrom<FailureKind | undefined>(
      undefined,
      undefined,
      undefined,
      'rate_limited',
      'server_error',
    );
    const scenario = fc.record({
      failures: fc.array(
        fc.record({
          address: fc.integer({min: 0, max: 2}),
          afterMs: fc.oneof(fc.integer({min: 0, max: 3000}), fc.integer({min: 0, max: 60_000})),
          listedMs: fc.constantFrom(0, 0, 700, 3500),
        }),
        {minLength: 1, maxLength: 40},
      ),
      kills: fc.array(fc.integer({min: 1, max: 25}), {maxLength: 6}),
      olderBy: fc.constantFrom(0, 0, 1, 3),
      faults: fc.array(fault, {maxLength: 20}),
      size: fc.integer({min: 1, max: 10}),
      downMs: fc.integer({min: 0, max: 200_000}),
      skewMs: fc.constantFrom(-7_200_000, 0, 7_200_000),
      takesMs: fc.constantFrom(0, 200),
    });
    await fc.assert(
      fc.asyncProperty(scenario, async ({failures, kills, olderBy, downMs, ...traits}) => {
        let time = begin + 1;
        const records = failures.map(({address, afterMs, listedMs}, id) => {
          time += afterMs;
          const url = `https://h${address}.example/x`;
          return {id: String(id), url, time, listedAt: time + listedMs};
        });
        // The longest wait after a fault, and what the rules need after it.
        const restMs = 300_000 + 200_000;
        const fake = fakeServer(records, {...traits, wellFromMs: time + 60_000});
        const told: Told = new Map();
        let resume: WatchCursor | undefined;
        for (const kill of [...kills, Number.POSITIVE_INFINITY]) {
          const alerts = {rules: ownRules, isLater: false, memory: readMemory(resume?.alerts)};
          const options = {afterMs: begin, intervalMs: 5000, alerts, ...(resume && {resume})};
          const isLast = kill === Number.POSITIVE_INFINITY;
          const ms = isLast ? Math.max(0, time - fake.now()) + 60_000 + restMs : 60_000;
          const run = await runFor(fake, ms, options, Number.POSITIVE_INFINITY, kill);
          const saved = isLast ? run.events.length - 1 : run.events.length - 1 - olderBy;
          // What was told after the saved place is told again.
          for (const event of run.events.slice(0, Math.max(0, saved) + 1)) {
            if ('alerts' in event) take(told, event.alerts ?? []);
          }
          const place = run.places[Math.max(0, saved)];
          if (place !== undefined) resume = JSON.parse(JSON.stringify(place));
          fake.skip(downMs);
        }
        const all = records.map(({url, time: timeMs}) => {
          return {address: `${new URL(url).host}/x`, timeMs};
        });
        const expected = alertsOf(all, Number.POSITIVE_INFINITY, counting, silences);
        expect(sorted(told)).toEqual(sorted(expected));
      }),
      {numRuns: 300},
    );
  });
});
