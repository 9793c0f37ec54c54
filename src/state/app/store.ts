import {createStore, type StoreApi} from 'zustand/vanilla';
import {freshMonitor} from '../../screens/webhooks/monitor/monitor-state.ts';
import {plainLook} from '../look/state.ts';
import {noHistory} from '../model/history.ts';
import {makeView} from '../model/places.ts';
import type {Screens} from '../model/screens.ts';
import type {AppState} from '../model/state.ts';
import type {AppEvent, Effect} from '../model/step.ts';
import {noTraffic} from '../model/traffic-log.ts';
import {initialWriting} from '../write/state.ts';
import type {AppParts} from './parts.ts';
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
  const store = createStore<AppState>(() => initial);
  return {
    store,
    parts,
    dispatch(event) {
      const {state, effects} = update(store.getState(), event);
      store.setState(state, true);
      for (const effect of effects) perform(effect);
    },
  };
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
  const view = makeView(1, {kind: 'home'}, {nowMs, screens});
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
    monitor: freshMonitor,
    places: [
      {
        key: 1,
        crumb: 'Home',
        tabs: [{title: 'Home', spec: {kind: 'home'}}],
        views: {0: view},
        tab: 0,
      },
    ],
    history: noHistory,
    recent: [],
    nextKey: 2,
    log: [],
    traffic: noTraffic,
    requests: 0,
    prompt: undefined,
    looks: {},
    savedViews: [],
    chooser: undefined,
    write: undefined,
    writing: initialWriting,
    journal: [],
    help: undefined,
    copyMenu: undefined,
    preview: undefined,
    notice: undefined,
    interrupted: false,
    quitting: false,
  };
}
