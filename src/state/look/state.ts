import type {ThemeName} from '../../base/theme-names.ts';

/** Settings of the appearance; the rest of the state does not depend on them. */
export interface Appearance {
  readonly theme: ThemeName;
  /** Whether the terminal reported a light background; undefined if it did not report any. */
  readonly lightTerminal: boolean | undefined;
  /** No colour at all, whatever the theme (NO_COLOR, --color never). */
  readonly colorless: boolean;
  readonly mouse: boolean;
  /** Show rows of an earlier session until new ones arrive, and store rows on disk. */
  readonly lastRows: boolean;
}

/** The default appearance. */
export const plainAppearance: Appearance = {
  theme: 'auto',
  lightTerminal: undefined,
  colorless: false,
  mouse: false,
  lastRows: true,
};
