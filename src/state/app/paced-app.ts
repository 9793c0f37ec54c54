import type {Clock} from '../../base/clock.ts';
import type {AppState} from '../model/state.ts';
import type {AppStore} from './store.ts';

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
