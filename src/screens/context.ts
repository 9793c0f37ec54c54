import {createContext, createElement, type ReactNode, useContext} from 'react';
import {useStore} from 'zustand';
import type {Theme} from '../components/theme.ts';
import {ThemeProvider} from '../components/theme-context.ts';
import type {AppStore} from '../state/app/store.ts';
import type {AppState} from '../state/model/state.ts';

/** The context of every screen: the store with its dispatch function, and the appearance. */
export interface ScreenContext {
  readonly app: AppStore;
  readonly theme: Theme;
  /**
   * Maps the state for rendering, for example behind a popup; returns the same result for the same
   * state.
   */
  readonly shown?: (state: AppState) => AppState;
}

const Context = createContext<ScreenContext | undefined>(undefined);

interface Props {
  readonly value: ScreenContext;
  readonly children: ReactNode;
}

/** The context of the screens inside, and the theme of their components. */
export function ScreenProvider({value, children}: Props) {
  const screens = createElement(Context.Provider, {value}, children);
  return createElement(ThemeProvider, {value: value.theme}, screens);
}

export function useScreenContext(): ScreenContext {
  const context = useContext(Context);
  if (context === undefined) throw new Error('screens live inside ScreenProvider');
  return context;
}

/**
 * Subscribe to a part of the state.
 *
 * @param select selects the part; must return the same value for the same state
 */
export function useAppState<T>(select: (state: AppState) => T): T {
  const {app, shown} = useScreenContext();
  return useStore(app.store, shown === undefined ? select : state => select(shown(state)));
}
