import {type ThemeName, themeNames} from '../../base/theme-names.ts';
import type {KeyBinding} from '../keys/binding.ts';

/** How the terminal app looks and which keys it has; the rest of the state does not depend on it. */
export interface Look {
  readonly theme: ThemeName;
  /** What the terminal said about its background; undefined while it said nothing. */
  readonly lightTerminal: boolean | undefined;
  /** No colour at all, whatever the theme (NO_COLOR, --color never). */
  readonly colorless: boolean;
  readonly mouse: boolean;
  /** The key table after the user's changes; undefined: as it is. */
  readonly keys: readonly KeyBinding[] | undefined;
}

/** How it looks when nobody says anything. */
export const plainLook: Look = {
  theme: 'auto',
  lightTerminal: undefined,
  colorless: false,
  mouse: false,
  keys: undefined,
};

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
