import {expect, test} from 'vitest';
import {maxTrackedKeys} from '../../../src/api/watch/cursor-tracker.ts';
import type {WatchChange} from '../../../src/api/watch/failed-watch.ts';
import {WatchCore} from '../../../src/api/watch/watch-core.ts';
import {Failure, type FailureKind} from '../../../src/base/failure.ts';
import {at, begin, fakeServer, hourMs, runFor, watchFor} from './failed-server.ts';

const intervalMs = 10_000;

/** A watch after so many quiet polls that it polls once a minute, at the begin of its wait. */
function quietWatch(change: WatchChange = {}, everyMs?: number) {
  const core = new WatchCore({intervalMs, afterMs: 0, ...(everyMs && {everyMs})}, 0);
  let nowMs = 0;
  const poll = (atMs = nowMs): void => {
    core.next(atMs);
    const page = {records: [], size: 1, serverTimeMs: Math.floor(atMs / 1000) * 1000};
    for (const _ of core.step({kind: 'page', page, nowMs: atMs}));
  };
  for (let i = 0; i < 12; i++) {
    const wish = core.next(nowMs);
    if (wish.kind === 'wait') nowMs += wish.ms;
    poll();
  }
  const beganMs = nowMs;
  const make = (to: WatchChange, atMs: number): void => {
    for (const _ of core.step({kind: 'change', nowMs: beganMs + atMs, ...to}));
  };
  make(change, 0);
  return {
    core,
    make,
    poll: (atMs: number) => poll(beganMs + atMs),
    /** Whether it polls, so long after the last poll. */
    polls: (atMs: number) => core.next(beganMs + atMs).kind === 'request',
    fail(atMs: number, retryAfterSeconds: number) {
      const failure = new Failure('rate_limited', 'Slow.', {retryAfterSeconds});
      for (const _ of core.step({kind: 'failed', failure, nowMs: beganMs + atMs}));
    },
  };
}

test('a quiet watch that is looked at keeps the base interval, less what an answer takes', () => {
  const {polls} = quietWatch({isVisible: true});
  expect([polls(9899), polls(9900)]).toEqual([false, true]);
});

test('one that nobody looks at waits six times as long', () => {
  const {polls} = quietWatch();
  expect([polls(59_999), polls(60_000)]).toEqual([false, true]);
});

test('who comes to look in the middle of a long wait waits no longer than an interval', () => {
  const {polls, make} = quietWatch();
  expect(polls(30_000)).toBe(false);
  make({isVisible: true}, 30_000);
  expect(polls(30_000)).toBe(true);
});

test('who comes early waits for the rest of the interval, and leaving brings the long wait back', () => {
  const {polls, make} = quietWatch();
  make({isVisible: true}, 4000);
  expect(polls(4000)).toBe(false);
  make({isVisible: false}, 5000);
  expect([polls(59_999), polls(60_000)]).toEqual([false, true]);
});

test('a poll can be asked for at once, also while the watch backs off for an hour', () => {
  const quiet = quietWatch();
  quiet.make({now: true}, 1000);
  expect(quiet.polls(1000)).toBe(true);
  const refused = quietWatch();
  refused.fail(60_000, 3600);
  expect(refused.polls(61_000)).toBe(false);
  refused.make({now: true}, 61_000);
  expect(refused.polls(61_000)).toBe(true);
});

test('who only comes to look does not cut short a wait after a failure', () => {
  const {polls, make, fail} = quietWatch();
  fail(60_000, 600);
  make({isVisible: true}, 61_000);
  expect([polls(659_999), polls(660_000)]).toEqual([false, true]);
});

test('time that was slept counts where the clock was set back', () => {
  const {core, polls} = quietWatch();
  for (const _ of core.step({kind: 'slept', ms: 59_999, nowMs: 0}));
  expect(polls(-3_600_000)).toBe(false);
  for (const _ of core.step({kind: 'slept', ms: 1, nowMs: 0}));
  expect(polls(-3_600_000)).toBe(true);
});

test('a poll comes when a period of counts ends, but a wait after a failure is not shortened', () => {
  const {polls, fail, poll} = quietWatch({}, 7000);
  const due = Array.from({length: 8}, (_, n) => n * 1000).find(polls);
  expect(due).toBeLessThanOrEqual(7000);
  fail(8000, 60);
  expect([polls(67_999), polls(68_000)]).toEqual([false, true]);
  poll(68_000);
  expect(polls(75_000)).toBe(true);
});

test('raises the alert of a dead watch by the clock, while the server asks for a wait of two hours', async () => {
  const fake = fakeServer([]);
  let asked = 0;
  const ask = async (after: number) => {
    const isDown = ++asked > 2 && fake.now() < begin + 2 * hourMs;
    if (isDown) throw new Failure('rate_limited', 'Slow.', {retryAfterSeconds: 7200});
    return fake.ports.requestPage(after);
  };
  const alerts = {rules: ['dead'], isLater: false};
  const own = {...fake, ports: {...fake.ports, requestPage: ask}};
  const raised: (readonly [number, string])[] = [];
  const {events} = await watchFor(own, 3 * hourMs, {alerts});
  for (const event of events) {
    if (!('alerts' in event)) continue;
    for (const {atMs, text} of event.alerts ?? []) raised.push([atMs - begin, text]);
  }
  expect(raised.map(([, text]) => text)).toEqual([
    'Failed deliveries are not watched.',
    'Failed deliveries are being watched again.',
  ]);
  expect(raised[0]?.[0]).toBeLessThan(310_000);
});

test('waits no longer than allowed, and ends a series of failures or refusals that lasts too long', async () => {
  const down = (kind: FailureKind) => fakeServer([], {faults: Array<FailureKind>(99).fill(kind)});
  const capped = down('server_error');
  await watchFor(capped, 100_000, {maxWaitMs: 3000, giveUpMs: 20_000}).catch(() => undefined);
  expect(capped.sleeps).toEqual([1000, 2000, 3000, 3000, 3000, 3000, 3000, 2000]);
  const refused = down('auth_failed');
  const limits = {refusedMs: 60_000, patientMs: 150_000};
  const {failure} = await runFor(refused, hourMs, limits);
  expect([failure?.kind, refused.sleeps]).toEqual(['auth_failed', [60_000, 60_000, 30_000]]);
  const back = fakeServer([at(1, 500_000)], {faults: [undefined, 'auth_failed', 'auth_failed']});
  expect((await watchFor(back, 600_000, limits)).ids).toEqual(['1']);
  // The refusals count from the first one, not from an outage before them.
  const outage = Array<FailureKind>(99).fill('server_error');
  const later = fakeServer([at(1, 1)], {faults: [...outage, 'auth_failed', 'auth_failed']});
  const run = await watchFor(later, hourMs, {...limits, maxWaitMs: 3000});
  expect(run.ids).toEqual(['1']);
});

test('finds all failures that are listed as late as it says, when it drops keys', async () => {
  const records = Array.from({length: 80_000}, (_, n) => {
    return at(n, n * 1.5, n % 500 === 0 ? 2000 * ((n / 500) % 40) : 0);
  });
  const run = await watchFor(fakeServer(records, {size: 5000}), 140_000, {afterMs: begin - 1});
  const late = run.events.flatMap(event =>
    event.type === 'poll' ? (event.lateWithinMs ?? []) : [],
  );
  expect(late.length).toBeGreaterThan(0);
  const told = new Set(run.ids);
  const missed = records.filter(({id}) => !told.has(id));
  const leastMs = Math.min(...missed.map(({time, listedAt}) => listedAt - time));
  expect(leastMs).toBeGreaterThan(Math.min(...late));
});

test('takes at most a quarter of the time to search for late failures, and says what it may miss', async () => {
  const records = Array.from({length: 18_000}, (_, n) => at(n, n * 100));
  const fake = fakeServer(records, {size: 25, takesMs: 200});
  const {events} = await watchFor(fake, 1_800_000, {afterMs: begin - 1, intervalMs: 1000});
  let reachedMs = 0;
  const again = fake.asked.filter(afterMs => {
    const isAgain = afterMs < reachedMs - 10_000;
    reachedMs = Math.max(reachedMs, afterMs);
    return isAgain;
  });
  // Ten minutes are 240 pages, which take 48 s.
  expect(again.length).toBeGreaterThan(1000);
  expect(again.length * 200).toBeLessThan(0.3 * 1_800_000);
  const polls = events.filter(event => event.type === 'poll');
  expect(polls.at(-1)?.lateWithinMs).toBeGreaterThan(300_000);
  expect(polls.at(-1)?.lateWithinMs).toBeLessThan(540_000);
});

test('misses no failure listed in time when a poll lasts while more failures come than it stores', async () => {
  const records = Array.from({length: 90_000}, (_, n) => at(n, n / 2, n % 97 === 0 ? 1800 : 0));
  const run = await watchFor(fakeServer(records, {size: 1000, takesMs: 520}), 130_000, {
    afterMs: begin - 1,
  });
  const told = new Set(run.ids);
  expect(records.filter(({id}) => !told.has(id)).map(({time}) => time - begin)).toEqual([]);
  expect(run.ids).toHaveLength(told.size);
  expect(run.place?.seen.length).toBeLessThanOrEqual(maxTrackedKeys);
});
