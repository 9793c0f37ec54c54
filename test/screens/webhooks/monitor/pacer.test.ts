import {expect, test} from 'vitest';
import type {Clock} from '../../../../src/base/clock.ts';
import {makeWatchPacer} from '../../../../src/screens/webhooks/monitor/watch-pacer.ts';

/** A clock that stands until it is moved on. */
function standingClock(): Clock & {move(ms: number): Promise<void>} {
  let nowMs = 0;
  const sleepers = new Set<{readonly atMs: number; readonly wake: () => void}>();
  return {
    now: () => nowMs,
    sleep: (ms, signal) =>
      new Promise((wake, reject) => {
        const sleeper = {atMs: nowMs + ms, wake};
        sleepers.add(sleeper);
        signal?.addEventListener('abort', () => {
          sleepers.delete(sleeper);
          reject(new Error('aborted'));
        });
      }),
    async move(ms) {
      nowMs += ms;
      for (const sleeper of sleepers) {
        if (sleeper.atMs > nowMs) continue;
        sleepers.delete(sleeper);
        sleeper.wake();
      }
      for (let i = 0; i < 9; i++) await Promise.resolve();
    },
  };
}

function sleeping(after: 'poll' | 'failure', looked: boolean, ms = 60_000) {
  const clock = standingClock();
  const pacer = makeWatchPacer(clock, 10_000, looked);
  const state = {isOver: false, failed: undefined as unknown};
  const stop = new AbortController();
  void pacer.pause(ms, after, stop.signal).then(
    () => {
      state.isOver = true;
    },
    (error: unknown) => {
      state.failed = error;
    },
  );
  return {clock, pacer, state, stop};
}

test('a quiet watch that is looked at keeps the base interval, less what an answer takes', async () => {
  const {clock, state} = sleeping('poll', true);
  await clock.move(9_899);
  expect(state.isOver).toBe(false);
  await clock.move(1);
  expect(state.isOver).toBe(true);
});

test('one that nobody looks at waits as long as the machine says', async () => {
  const {clock, state} = sleeping('poll', false);
  await clock.move(59_999);
  expect(state.isOver).toBe(false);
  await clock.move(1);
  expect(state.isOver).toBe(true);
});

test('who comes to look in the middle of a long wait waits no longer than an interval', async () => {
  const {clock, pacer, state} = sleeping('poll', false);
  await clock.move(30_000);
  pacer.pace({looked: true, now: false});
  await clock.move(0);
  expect(state.isOver).toBe(true);
});

test('who comes early waits for the rest of the interval, and leaving brings the long wait back', async () => {
  const {clock, pacer, state} = sleeping('poll', false);
  await clock.move(4_000);
  pacer.pace({looked: true, now: false});
  await clock.move(0);
  pacer.pace({looked: false, now: false});
  await clock.move(0);
  await clock.move(20_000);
  expect(state.isOver).toBe(false);
  await clock.move(36_000);
  expect(state.isOver).toBe(true);
});

test('a poll can be asked for at once, also while the watch backs off for an hour', async () => {
  for (const [after, ms] of [
    ['poll', 60_000],
    ['failure', 3_600_000],
  ] as const) {
    const {clock, pacer, state} = sleeping(after, true, ms);
    await clock.move(1000);
    expect(state.isOver).toBe(false);
    pacer.pace({looked: true, now: true});
    await clock.move(0);
    expect(state.isOver).toBe(true);
  }
});

test('who only comes to look does not cut short a wait after a failure', async () => {
  const {clock, pacer, state} = sleeping('failure', false);
  await clock.move(30_000);
  pacer.pace({looked: true, now: false});
  await clock.move(29_999);
  expect(state.isOver).toBe(false);
  await clock.move(1);
  expect(state.isOver).toBe(true);
});

test('a wait longer than the clock takes at once is waited for whole', async () => {
  const {clock, state} = sleeping('failure', false, 700_000);
  for (const ms of [300_000, 300_000, 99_999]) await clock.move(ms);
  expect(state.isOver).toBe(false);
  await clock.move(1);
  expect(state.isOver).toBe(true);
});

test('stopping the watch ends the wait as a failure', async () => {
  const {clock, state, stop} = sleeping('poll', true);
  stop.abort();
  await clock.move(0);
  expect(state.failed).toBeDefined();
});
