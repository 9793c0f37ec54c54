import {expect, test} from 'vitest';
import {features} from '../../../src/screens/features.ts';
import {makeRegistry} from '../../../src/state/app/registry.ts';
import {makeUpdate} from '../../../src/state/app/update.ts';
import {type AppState, slice} from '../../../src/state/model/state.ts';
import {type AppEvent, noEffects} from '../../../src/state/model/transition.ts';
import {makeHarness} from '../../support/app-harness.ts';

const counter = slice('counter', {count: 0, steps: 0});
const steps = slice('steps', 0);
const registry = makeRegistry([
  ...features,
  {
    id: 'counter',
    persisted: [
      {
        name: 'counter',
        scope: 'user',
        value: counter.of,
        text: state => JSON.stringify(counter.of(state).count),
        restore: (state, text) => counter.with(state, {count: Number(text), steps: 0}),
        onRestore: state =>
          noEffects(
            counter.with(state, {...counter.of(state), count: counter.of(state).count % 10}),
          ),
      },
      {name: 'steps', scope: 'user', restore: state => steps.with(state, 1)},
    ],
  },
]);
const update = makeUpdate(registry, error => {
  throw error;
});

/** The texts that an event stores, by name. */
function storedBy(event: AppEvent, state: AppState = makeHarness().state()) {
  const {effects} = update(state, event);
  return effects.flatMap(one => (one.kind === 'persist' ? [[one.name, one.text]] : []));
}

const act = (change: (state: AppState) => AppState): AppEvent => ({
  kind: 'act',
  act: state => noEffects(change(state)),
});

test('a part of the state is stored by whatever changes it', () => {
  expect(storedBy(act(state => ({...state, recent: ['versions']})))).toEqual([
    ['palette', '["versions"]'],
  ]);
  const all = act(state => counter.with({...state, previewChoice: false}, {count: 3, steps: 1}));
  expect(storedBy(all)).toEqual([
    ['preview', 'off'],
    ['counter', '3'],
  ]);
});

test('an unchanged text is not stored again', () => {
  expect(storedBy(act(state => counter.with(state, {count: 0, steps: 5})))).toEqual([]);
  expect(storedBy({kind: 'restored', name: 'counter', text: '7'})).toEqual([]);
  expect(storedBy({kind: 'restored', name: 'counter', text: '27'})).toEqual([['counter', '7']]);
  expect(storedBy(act(state => steps.with(state, 2)))).toEqual([]);
});

test('the parts of another profile are not stored', () => {
  const harness = makeHarness();
  const {connection, session} = harness.state();
  const changed = counter.with({...harness.state(), recent: ['x']}, {count: 3, steps: 0});
  expect(storedBy({kind: 'connected', connection, session}, changed)).toEqual([]);
});
