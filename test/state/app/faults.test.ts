import {expect, test} from 'vitest';
import {features} from '../../../src/screens/features.ts';
import {makeRegistry} from '../../../src/state/app/registry.ts';
import {makeUpdate} from '../../../src/state/app/update.ts';
import {currentView} from '../../../src/state/model/state.ts';
import {
  type Action,
  afterEvents,
  afterEveryEvent,
  type Effect,
  type Transition,
} from '../../../src/state/model/transition.ts';
import {type AppHarness, makeHarness, openProjects, press} from '../../support/app-harness.ts';
import {settled} from '../../support/live-app.ts';

const error = new Error('broke');
const broken = (): never => {
  throw error;
};

/** Where an error of the program may come up, and an act that makes it do so. */
const places: Readonly<Record<string, Action>> = {
  'a key': broken,
  'the work of a task': state => {
    const effect: Effect = {kind: 'task', slot: 'x', run: () => Promise.reject(error)};
    return {state, effects: [effect]};
  },
  'the start of a task': state => ({state, effects: [{kind: 'task', slot: 'x', run: broken}]}),
};

/** The errors that were reported, of which the test knows. */
async function faultsOf(harness: AppHarness): Promise<readonly unknown[]> {
  await harness.settle();
  return harness.faults.splice(0);
}

test.each(Object.entries(places))(
  'an error in %s is logged and shown, and the app goes on',
  async (_, act) => {
    const harness = await openProjects();
    await settled(harness);
    await press(harness, ' ');
    const before = currentView(harness.state());
    harness.do(act);
    expect(await faultsOf(harness)).toEqual([error]);
    expect(harness.state().notice?.text).toMatch(/^steward has a bug: broke logged/);
    expect(currentView(harness.state())).toBe(before);
    await press(harness, 'j');
    expect(currentView(harness.state())).toMatchObject({cursor: 2, marked: {size: 1}});
    harness.do(act);
    expect(await faultsOf(harness)).toEqual([]);
  },
);

test('an error in a reaction skips that reaction alone', () => {
  const faults: unknown[] = [];
  const marked: string[] = [];
  const parts = {
    ...makeRegistry(features),
    reactions: ['first', broken, 'last'].map(one =>
      afterEveryEvent(
        typeof one === 'function'
          ? one
          : (_, step) => {
              marked.push(one);
              return step;
            },
      ),
    ),
  };
  const {state, effects} = makeUpdate(parts, fault => faults.push(fault))(
    makeHarness({connect: false}).state(),
    {kind: 'clock', nowMs: 7},
  );
  expect([faults, marked, state.nowMs, effects]).toEqual([[error], ['first', 'last'], 7, []]);
});

test('a reaction runs after the kinds of events it names alone', () => {
  const followed: string[] = [];
  const noted = (name: string) => (_: unknown, step: Transition) => {
    followed.push(name);
    return step;
  };
  const reactions = [
    afterEvents(['clock', 'write'], noted('clock')),
    afterEvents(['page'], noted('page')),
  ];
  const update = makeUpdate(
    {...makeRegistry(features), reactions: [...reactions, afterEveryEvent(noted('any'))]},
    fail,
  );
  const state = makeHarness({connect: false}).state();
  update(state, {kind: 'clock', nowMs: 7});
  update(state, {kind: 'calm'});
  expect(followed).toEqual(['clock', 'any', 'any']);
});

function fail(error: unknown): void {
  throw error;
}
