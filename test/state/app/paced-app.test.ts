import {expect, test} from 'vitest';
import type {Clock} from '../../../src/base/clock.ts';
import {pacedApp} from '../../../src/state/app/store.ts';
import type {AppState} from '../../../src/state/model/state.ts';
import type {AppEvent} from '../../../src/state/model/transition.ts';
import {makeHarness} from '../../support/app-harness.ts';

/** A clock of which each wait ends when it is told to. */
function heldClock() {
  const waits: (() => void)[] = [];
  const clock: Clock = {now: () => 0, sleep: () => new Promise(resolve => waits.push(resolve))};
  return {
    clock,
    pass: async (): Promise<void> => {
      for (const end of waits.splice(0)) end();
      await new Promise(resolve => setImmediate(resolve));
    },
  };
}

async function paced() {
  const {app, settle} = makeHarness();
  await settle();
  const {clock, pass} = heldClock();
  const screen = pacedApp(app, clock);
  const frames: number[] = [];
  screen.store.subscribe((state: AppState) => frames.push(state.nowMs));
  const tick = (nowMs: number): AppEvent => ({kind: 'clock', nowMs});
  return {app, screen, frames, tick, pass};
}

test('the first of what comes by itself is drawn at once, the rest of a burst in one frame', async () => {
  const {app, frames, tick, pass} = await paced();
  for (let i = 1; i <= 200; i++) app.dispatch(tick(i));
  expect(frames).toEqual([1]);
  await pass();
  expect(frames).toEqual([1, 200]);
  await pass();
  app.dispatch(tick(201));
  expect(frames).toEqual([1, 200, 201]);
});

test('what the user does is drawn at once, with all that came before it', async () => {
  const {app, screen, frames, tick, pass} = await paced();
  app.dispatch(tick(1));
  app.dispatch(tick(2));
  screen.dispatch(tick(3));
  expect(frames).toEqual([1, 3]);
  await pass();
  expect(frames).toEqual([1, 3]);
});

test('what is asked for is the newest, drawn or not', async () => {
  const {app, screen, tick} = await paced();
  for (let i = 1; i <= 3; i++) app.dispatch(tick(i));
  expect(screen.store.getState().nowMs).toBe(3);
});
