import {createStore, type StoreApi} from 'zustand/vanilla';
import type {Effect} from './effect.ts';
import type {AppEvent} from './event.ts';
import {noHistory} from './history.ts';
import {noTraffic} from './log/traffic-log.ts';
import {plainLook} from './look/look.ts';
import type {AppState} from './model.ts';
import {freshMonitor} from './monitor/monitor-state.ts';
import {update} from './update.ts';
import {makeView} from './views.ts';
import {initialWriting} from './write/write-state.ts';

/** The store of the terminal app: its state, and the one way to change it. */
export interface AppStore {
  readonly store: StoreApi<AppState>;
  dispatch(event: AppEvent): void;
}

/**
 * Make the store. Effects are handed to `perform` after the state they belong to is in place.
 *
 * @param perform carries out an effect; its events come back through dispatch
 */
export function makeAppStore(initial: AppState, perform: (effect: Effect) => void): AppStore {
  const store = createStore<AppState>(() => initial);
  return {
    store,
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
 */
export function initialState(
  columns: number,
  rows: number,
  nowMs: number,
  waiting: string,
): AppState {
  const view = makeView(1, {kind: 'home'}, nowMs);
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
