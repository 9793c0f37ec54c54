import {createContext, useContext} from 'react';
import {colorTheme, type Theme} from './theme.ts';

const Context = createContext<Theme>(colorTheme);

/** The theme of all components inside. */
export const ThemeProvider = Context.Provider;

/** Return the theme of the screen. */
export function useTheme(): Theme {
  return useContext(Context);
}
