import {type ThemeName, themeNames} from '../../base/theme-names.ts';
import type {Look} from './state.ts';

/** The theme that is drawn: `auto` is that of the terminal, or the light one on a light background. */
export function shownTheme({theme, lightTerminal, colorless}: Look): Exclude<ThemeName, 'auto'> {
  if (colorless) return 'mono';
  if (theme !== 'auto') return theme;
  return lightTerminal === true ? 'light' : 'terminal';
}

/** The theme of that name; undefined when there is none. */
export function findTheme(name: string): ThemeName | undefined {
  return themeNames.find(theme => theme === name);
}
