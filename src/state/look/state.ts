import type {ThemeName} from '../../base/theme-names.ts';

/** How the terminal app looks; the rest of the state does not depend on it. */
export interface Appearance {
  readonly theme: ThemeName;
  /** What the terminal said about its background; undefined while it said nothing. */
  readonly lightTerminal: boolean | undefined;
  /** No colour at all, whatever the theme (NO_COLOR, --color never). */
  readonly colorless: boolean;
  readonly mouse: boolean;
  /** Lists show the rows of an earlier session until theirs are there, and keep them on the disk. */
  readonly lastRows: boolean;
}

/** How it looks when nobody says anything. */
export const plainAppearance: Appearance = {
  theme: 'auto',
  lightTerminal: undefined,
  colorless: false,
  mouse: false,
  lastRows: true,
};
