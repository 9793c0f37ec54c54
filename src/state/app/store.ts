import {createStore, type StoreApi} from 'zustand/vanilla';
import {pressKey} from '../keys/route-key.ts';
import {keysDue} from '../keys/type-ahead.ts';
import {plainLook} from '../look/state.ts';
import {noHistory} from '../model/history.ts';
import type {Screens} from '../model/screens.ts';
import type {AppState} from '../model/state.ts';
import {type AppEvent, type Effect, stay} from '../model/step.ts';
import {noTraffic} from '../model/traffic-log.ts';
import {initialWriting} from '../write/state.ts';
import type {AppParts} from './parts.ts';
import {viewsAreMade} from './reactions.ts';
import {makeUpdate} from './update.ts';

/** The store of the terminal app: its state, and the one way to change it. */
export interface AppStore {
  readonly store: StoreApi<AppState>;
  readonly parts: AppParts;
  dispatch(event: AppEvent): void;
}

/**
 * Make the store. Effects are handed to `perform` after the state they belong to is in place.
 *
 * @param parts what the app is made of
 * @param perform carries out an effect; its events come back through dispatch
 */
export function makeAppStore(
  initial: AppState,
  parts: AppParts,
  perform: (effect: Effect) => void,
): AppStore {
  const update = makeUpdate(parts);
  const store = createStore<AppState>(() => withViews(initial, parts));
  const app: AppStore = {
    store,
    parts,
    dispatch(event) {
      const {state, effects} = update(store.getState(), event);
      store.setState(state, true);
      for (const effect of effects) perform(effect);
      const due = keysDue(store.getState());
      if (due.length === 0) return;
      store.setState({ahead: undefined});
      for (const key of due) pressKey(app, key);
    },
  };
  return app;
}

/** The state with the views of its places; what they wait for is read when the services are there. */
function withViews(initial: AppState, parts: AppParts): AppState {
  const nothing: AppEvent = {kind: 'clock', nowMs: initial.nowMs};
  return viewsAreMade(initial, stay(initial), nothing, parts).state;
}

/**
 * The state at the start: the home screen, waiting for the connection.
 *
 * @param columns columns of the terminal
 * @param rows rows of the terminal
 * @param nowMs milliseconds since the UNIX epoch
 * @param waiting what is being waited for, such as "starting the sandbox"
 * @param screens what the families can show
 */
export function initialState(
  columns: number,
  rows: number,
  nowMs: number,
  waiting: string,
  screens: Screens,
): AppState {
  return {
    columns,
    rows,
    nowMs,
    session: {
      sandbox: false,
      profile: '',
      profiles: [],
      shell: [],
      flags: {tracker: [], content: []},
    },
    connection: {status: 'connecting', text: waiting},
    look: plainLook,
    screens,
    own: {},
    locations: [
      {
        key: 1,
        crumb: 'Home',
        tabs: [{title: 'Home', spec: {kind: 'home'}}],
        views: {},
        tab: 0,
      },
    ],
    history: noHistory,
    recent: [],
    nextKey: 2,
    log: [],
    traffic: noTraffic,
    requests: 0,
    preferences: {},
    savedViews: [],
    writing: initialWriting,
    journal: [],
    drafts: {},
    preview: undefined,
    previewChoice: undefined,
    notice: undefined,
    interrupted: false,
    quitting: false,
  };
}
