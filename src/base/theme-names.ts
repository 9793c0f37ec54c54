/** Names of themes; `auto` asks the terminal whether its background is light. */
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
