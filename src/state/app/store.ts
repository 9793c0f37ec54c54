import {createStore, type StoreApi} from 'zustand/vanilla';
import type {Clock} from '../../base/clock.ts';
import {reasonOf} from '../ask/error-summary.ts';
import {pressKey, takeDueKeys} from '../keys/route-key.ts';
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

/** The state of the terminal app and its dispatch function. */
export interface AppStore {
  readonly store: StoreApi<AppState>;
  readonly registry: AppRegistry;
  dispatch(event: AppEvent): void;
  /** Report a bug: log and show each distinct error once, and continue. */
  fault(error: unknown): void;
}

/** Limit of distinct errors logged and shown; further ones add no information. */
const faultsReported = 20;

/**
 * Create the store. `perform` receives effects after the state they belong to is set.
 *
 * @param registry the parts of the app
 * @param perform runs an effect; its events come back through dispatch
 * @param logFault writes a bug to the crash log and returns a sentence with its path
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
      const due = takeDueKeys(store.getState());
      if (due.length === 0) return;
      store.setState({typeAhead: undefined});
      for (const key of due) {
        const before = store.getState();
        guarded(() => pressKey(app, key));
        if (isRefused(before, store.getState())) break;
      }
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

/**
 * Whether a key only resulted in a notice: the keys typed after it were meant for the view or form
 * that it would have opened.
 */
function isRefused(before: AppState, after: AppState): boolean {
  const {notice, locations, prompt, write, help} = before;
  if (after.notice === undefined || after.notice === notice) return false;
  const isSame = after.locations === locations && after.prompt === prompt;
  return isSame && after.write === write && after.help === help;
}

/** The least time between two frames caused by background events. */
const restMs = 50;

type Listener = Parameters<AppStore['store']['subscribe']>[0];

/**
 * Notify the screen at a limited rate. User actions are rendered at once; background events
 * (responses, counts, log lines) are rendered at once after a pause and then batched. Rendering
 * takes longer than most responses, so a burst of them would delay the next key.
 *
 * @param app the store, which dispatches without delay
 */
export function pacedApp(app: AppStore, clock: Clock): AppStore {
  const {store} = app;
  const listeners = new Set<Listener>();
  let notified: AppState = store.getState();
  let isUsers = false;
  let isResting = false;
  const tell = (): void => {
    const before = notified;
    notified = store.getState();
    if (notified === before) return;
    for (const listener of [...listeners]) listener(notified, before);
  };
  const tellAndRest = async (): Promise<void> => {
    isResting = true;
    while (notified !== store.getState()) {
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

/** Create the views of the locations; their loads are deferred until the services are connected. */
function withViews(initial: AppState, registry: AppRegistry): AppState {
  const nothing: AppEvent = {kind: 'clock', nowMs: initial.nowMs};
  return createMissingViews.react(initial, noEffects(initial), nothing, registry).state;
}

/**
 * The initial state: the home screen, waiting for the connection.
 *
 * @param columns columns of the terminal
 * @param rows rows of the terminal
 * @param nowMs milliseconds since the UNIX epoch
 * @param waiting the activity to show meanwhile, such as "starting the sandbox"
 * @param screens the screens of the features
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
