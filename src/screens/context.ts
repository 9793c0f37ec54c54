import {createContext, useContext} from 'react';
import {useStore} from 'zustand';
import type {Theme} from '../components/theme.ts';
import type {AppStore} from '../state/app/store.ts';
import type {AppState} from '../state/model/state.ts';

/** What every screen is given: the store's state, the way to change it, and the looks. */
export interface ScreenContext {
  readonly app: AppStore;
  readonly theme: Theme;
  /** The state as the screen draws it, where that differs: behind a popup. Same result for the same state. */
  readonly shown?: (state: AppState) => AppState;
}

const Context = createContext<ScreenContext | undefined>(undefined);

/** Provides the context to the screens. */
export const ScreenProvider = Context.Provider;

/** The context of the screens. */
export function useScreenContext(): ScreenContext {
  const context = useContext(Context);
  if (context === undefined) throw new Error('screens live inside ScreenProvider');
  return context;
}

/**
 * A part of the state; the screen is drawn again when it changes.
 *
 * @param select picks the part; must give the same value for the same state
 */
export function useAppState<T>(select: (state: AppState) => T): T {
  const {app, shown} = useScreenContext();
  return useStore(app.store, shown === undefined ? select : state => select(shown(state)));
}
