import {createStore, type StoreApi} from 'zustand/vanilla';
import type {Clock} from '../../base/clock.ts';
import {reasonOf} from '../ask/error-summary.ts';
import {pressKey} from '../keys/route-key.ts';
import {keysDue} from '../keys/type-ahead.ts';
import {plainAppearance} from '../look/state.ts';
import {noHistory} from '../model/locations.ts';
import type {Screens} from '../model/screens.ts';
import type {AppState} from '../model/state.ts';
import {noTraffic} from '../model/traffic-log.ts';
import {type AppEvent, type Effect, noEffects} from '../model/transition.ts';
import {initialWriting} from '../write/state.ts';
import {createMissingViews} from './reactions.ts';
import type {AppRegistry} from './registry.ts';
import {makeUpdate} from './update.ts';

/** The store of the terminal app: its state, and the one way to change it. */
export interface AppStore {
  readonly store: StoreApi<AppState>;
  readonly registry: AppRegistry;
  dispatch(event: AppEvent): void;
  /** Report an error of the program itself: logged and shown once each, and the app goes on. */
  fault(error: unknown): void;
}

/** Different errors that are logged and shown; more of them tell nothing new. */
const faultsReported = 20;

/**
 * Make the store. Effects are handed to `perform` after the state they belong to is in place.
 *
 * @param registry what the app is made of
 * @param perform carries out an effect; its events come back through dispatch
 * @param logFault writes an error of the program itself to the crash log; where that is, as a sentence
 */
export function makeAppStore(
  initial: AppState,
  registry: AppRegistry,
  perform: (effect: Effect) => void,
  logFault: (error: unknown) => Promise<string>,
): AppStore {
  const update = makeUpdate(registry, error => app.fault(error));
  const reported = new Set<string>();
  const guarded = (run: () => void): void => {
    try {
      run();
    } catch (error) {
      app.fault(error);
    }
  };
  const store = createStore<AppState>(() => withViews(initial, registry));
  const app: AppStore = {
    store,
    registry,
    dispatch(event) {
      const {state, effects} = update(store.getState(), event);
      store.setState(state, true);
      for (const effect of effects) guarded(() => perform(effect));
      const due = keysDue(store.getState());
      if (due.length === 0) return;
      store.setState({ahead: undefined});
      for (const key of due) guarded(() => pressKey(app, key));
    },
    fault(error) {
      const text = reasonOf(error);
      if (reported.has(text) || reported.size === faultsReported) return;
      reported.add(text);
      void logFault(error).then(where => {
        const notice = {text: `steward has a bug: ${text} ${where}`, tone: 'bad'} as const;
        app.dispatch({kind: 'notice', notice});
      });
    },
  };
  return app;
}

/** The least time between two frames of what comes by itself. */
const restMs = 50;

type Listener = Parameters<AppStore['store']['subscribe']>[0];

/**
 * The app as the screen follows it. What the user does is told at once; what comes by itself
 * (answers, counts, lines of a log) is told at once after a rest and then gathered for a moment.
 * Drawing takes longer than most answers, so a burst of them would hold back the next key.
 *
 * @param app everything else goes on dispatching to it
 */
export function pacedApp(app: AppStore, clock: Clock): AppStore {
  const {store} = app;
  const listeners = new Set<Listener>();
  let told: AppState = store.getState();
  let isUsers = false;
  let isResting = false;
  const tell = (): void => {
    const before = told;
    told = store.getState();
    if (told === before) return;
    for (const listener of [...listeners]) listener(told, before);
  };
  const tellAndRest = async (): Promise<void> => {
    isResting = true;
    while (told !== store.getState()) {
      tell();
      await clock.sleep(restMs);
    }
    isResting = false;
  };
  store.subscribe(() => {
    if (!isUsers && !isResting) void tellAndRest();
  });
  return {
    ...app,
    store: {
      ...store,
      subscribe(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    dispatch(event) {
      isUsers = true;
      try {
        app.dispatch(event);
      } finally {
        isUsers = false;
      }
      tell();
    },
  };
}

/** The state with the views of its places; what they wait for is read when the services are there. */
function withViews(initial: AppState, registry: AppRegistry): AppState {
  const nothing: AppEvent = {kind: 'clock', nowMs: initial.nowMs};
  return createMissingViews.react(initial, noEffects(initial), nothing, registry).state;
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
    look: plainAppearance,
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
