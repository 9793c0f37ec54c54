import {autoRefreshKept} from '../../screens/webhooks/auto-refresh.ts';
import {readKeptWatch} from '../../screens/webhooks/monitor/kept-watch.ts';
import {recallViews, savedViewsName} from '../layers/columns/saved-views.ts';
import {paletteKept} from '../layers/palette/recent.ts';
import {confirmKept} from '../layers/write/confirm-kept.ts';
import type {KeptThing} from '../model/kept-thing.ts';
import type {AppState} from '../model/state.ts';
import {looksName, recallLooks} from '../views/list/column-preferences.ts';
import {journalKept} from '../write/journal.ts';

/** Everything that is remembered. */
export const keptThings: readonly KeptThing[] = [
  paletteKept,
  journalKept,
  autoRefreshKept,
  confirmKept,
  {
    name: 'monitor',
    scope: 'profile',
    recalled: (state, text) => {
      const lookedMs = readKeptWatch(text)?.lookedMs;
      if (lookedMs === undefined || state.monitor.caughtUp) return state;
      return {...state, monitor: {...state.monitor, lookedMs}};
    },
  },
  {name: savedViewsName, scope: 'profile', recalled: recallViews},
  {name: looksName, scope: 'profile', recalled: recallLooks},
  {
    name: 'bell',
    scope: 'user',
    recalled: (state, text) => ({...state, monitor: {...state.monitor, bell: text === 'true'}}),
  },
];

/** Whether a thing is kept for one profile or for all. */
export function scopeOfKept(name: string): KeptThing['scope'] {
  return keptThings.find(thing => thing.name === name)?.scope ?? 'user';
}

/** The state with what an earlier session kept under that name. */
export function recall(state: AppState, name: string, text: string): AppState {
  return keptThings.find(thing => thing.name === name)?.recalled(state, text) ?? state;
}
