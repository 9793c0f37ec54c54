import {parseJsonValue} from '../../base/json-value.ts';
import {ofKind} from '../../state/model/location.ts';
import {findView} from '../../state/model/locations.ts';
import {say} from '../../state/model/notice.ts';
import type {AppState} from '../../state/model/state.ts';
import type {AppEvent, Effect, Reaction} from '../../state/model/step.ts';
import {countEntries} from '../../state/views/home/count-entry.ts';
import {
  adminKeyHome,
  adminKeyLeft,
  adminKeySlice,
  adminKeyUntil,
  asksAdminKey,
  countsSeconds,
  minutesLeft,
} from './admin-key.ts';

const tickSlot = 'admin-key';

/** What an event tells about the admin key, and the seconds counted while they are shown. */
export const followAdminKey: Reaction = (before, step, event) => {
  const state = learnt(step.state, event);
  const again = readAgain(state, event);
  if (again !== undefined) return {state, effects: [...step.effects, again]};
  const counts = countsSeconds(state);
  const begins = counts && (event.kind === 'clock' || !countsSeconds(before));
  if (begins) {
    const tick = {kind: 'tick', slot: tickSlot, ms: 1000} as const;
    return {state, effects: [...step.effects, tick]};
  }
  return state === step.state ? step : {...step, state};
};

/** A request that enabled or ended a key: what holds now is asked. */
function readAgain(state: AppState, event: AppEvent): Effect | undefined {
  if (event.kind !== 'exchange') return undefined;
  const {method, url, status = 0} = event.exchange;
  const isWrite = method === 'POST' || method === 'DELETE';
  if (!isWrite || status >= 300 || status < 200 || !/\/admin-key$/.test(url)) return undefined;
  const home = ofKind(state.locations[0]?.views[0], 'home');
  if (home === undefined) return undefined;
  const run = countEntries(home.key, [adminKeyHome]);
  return {kind: 'task', slot: 'admin-key-read', run, asks: true};
}

function learnt(state: AppState, event: AppEvent): AppState {
  if (event.kind === 'count' && event.entry === adminKeyHome.id) {
    if (event.count.status !== 'ready') return state;
    return adminKeySlice.with(state, {untilMs: event.count.untilMs});
  }
  if (event.kind === 'answer') {
    const view = ofKind(findView(state, event.view), 'text');
    if (!asksAdminKey(view?.call)) return state;
    return adminKeySlice.with(state, {untilMs: adminKeyUntil(parseJsonValue(event.text))});
  }
  return state;
}

/** Milliseconds in which quitting once more leaves the key as it is. */
const asksMs = 6000;

/** Who quits while a key is enabled is told, and how to end it; quitting again leaves it. */
export const quitWithKey: Reaction = (before, step) => {
  const {state, effects} = step;
  const left = adminKeyLeft(state);
  if (!state.quitting || before.quitting || before.interrupted || left === undefined) return step;
  const text = `an admin key stays enabled for ${minutesLeft(left)}: :adminkey off ends it; again quits`;
  return {
    state: say({...state, quitting: false, interrupted: true}, text, 'warn'),
    effects: [
      ...effects.filter(({kind}) => kind !== 'quit'),
      {kind: 'timer', slot: 'interrupted', ms: asksMs, event: {kind: 'calm'}},
    ],
  };
};
