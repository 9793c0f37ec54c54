/** Names of themes; `auto` queries the terminal's background colour. */
export const themeNames = [
  'auto',
  'terminal',
  'dark',
  'light',
  'high-contrast',
  'colour-blind',
  'mono',
] as const;

export type ThemeName = (typeof themeNames)[number];
