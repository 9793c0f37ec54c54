import type {ThemeName} from '../base/theme-names.ts';
import type {Tone} from '../base/tone.ts';
import {colorTheme, plainTheme, type Theme} from './theme.ts';

/** Themes that can be drawn: `auto` has become one of them. */
export type ShownTheme = Exclude<ThemeName, 'auto'>;

type Tones = Theme['tones'];

/** Tones on a background of their own; `plain` is the colour of what has none. */
function tinted(tones: Tones, backgroundColor: string, plain: string): Tones {
  const entries = Object.entries(tones).map(([tone, style]) => [
    tone,
    {color: plain, ...style, backgroundColor},
  ]);
  return Object.fromEntries(entries) as Record<Tone, Tones[Tone]>;
}

const darkTint = '#1c2f42';

const darkTones: Tones = {
  plain: {},
  dim: {color: '#8f98a3'},
  good: {color: '#7fc46d'},
  warn: {color: '#e0b050'},
  bad: {color: '#f2777a'},
  accent: {color: '#5cc2d6'},
  title: {bold: true},
};

/** For a dark background: soft shades, each at least 4.5 to 1 against black. */
export const darkTheme: Theme = {
  ...colorTheme,
  tones: darkTones,
  tint: tinted(darkTones, darkTint, '#e8ecf1'),
  header: {backgroundColor: '#1f4e8c', color: '#ffffff'},
  protectedHeader: {backgroundColor: '#a11f2b', color: '#ffffff'},
  keyName: {color: '#5cc2d6', bold: true},
};

const lightTones: Tones = {
  plain: {},
  dim: {color: '#5f6670'},
  good: {color: '#1f6f2b'},
  warn: {color: '#7a5200'},
  bad: {color: '#b3161f'},
  accent: {color: '#00597a'},
  title: {bold: true},
};

/** For a light background: dark shades, each at least 4.5 to 1 against white. */
export const lightTheme: Theme = {
  ...colorTheme,
  tones: lightTones,
  tint: tinted(lightTones, '#d8e8f8', '#111827'),
  header: {backgroundColor: '#1f4e8c', color: '#ffffff'},
  protectedHeader: {backgroundColor: '#a11f2b', color: '#ffffff'},
  keyName: {color: '#00597a', bold: true},
};

/** Nothing dim, everything of weight bold. */
const highContrastTheme: Theme = {
  ...colorTheme,
  tones: {
    plain: {bold: true},
    dim: {},
    good: {color: 'greenBright', bold: true},
    warn: {color: 'yellowBright', bold: true},
    bad: {color: 'redBright', bold: true, underline: true},
    accent: {color: 'cyanBright', bold: true},
    title: {color: 'whiteBright', bold: true},
  },
  header: {backgroundColor: 'white', color: 'black', bold: true},
  protectedHeader: {backgroundColor: 'redBright', color: 'black', bold: true},
  keyName: {color: 'whiteBright', bold: true, underline: true},
};

const colourBlindTones: Tones = {
  plain: {},
  dim: {color: '#8f98a3'},
  good: {color: '#56b4e9'},
  warn: {color: '#f0e442'},
  bad: {color: '#e69f00', bold: true},
  accent: {color: '#cc9fc0'},
  title: {bold: true},
};

/** Blue against orange, which every kind of colour vision tells apart (the palette of Okabe and Ito). */
export const colourBlindTheme: Theme = {
  ...colorTheme,
  tones: colourBlindTones,
  tint: tinted(colourBlindTones, darkTint, '#e8ecf1'),
  header: {backgroundColor: '#0072b2', color: '#ffffff'},
  protectedHeader: {backgroundColor: '#e69f00', color: '#000000'},
  keyName: {color: '#cc9fc0', bold: true},
};

/** The user's own palette, and a tint that can be read on any background. */
const terminalOfMany: Theme = {...colorTheme, tint: tinted(darkTones, darkTint, '#e8ecf1')};

/** The light theme in sixteen colours: no yellow, no cyan. */
const lightOfSixteen: Theme = {
  ...colorTheme,
  tones: {
    plain: {},
    dim: {color: 'blackBright'},
    good: {color: 'green'},
    warn: {color: 'magenta'},
    bad: {color: 'red', bold: true},
    accent: {color: 'blue'},
    title: {bold: true},
  },
  keyName: {color: 'blue', bold: true},
};

/** Blue against yellow in sixteen colours. */
const colourBlindOfSixteen: Theme = {
  ...colorTheme,
  tones: {
    ...colorTheme.tones,
    good: {color: 'blueBright'},
    warn: {color: 'yellow'},
    bad: {color: 'yellowBright', bold: true, underline: true},
    accent: {color: 'magentaBright'},
  },
  keyName: {color: 'magentaBright', bold: true},
};

/**
 * How a theme looks on this terminal.
 *
 * @param rich the terminal has 256 colours or more
 */
export function themeOf(name: ShownTheme, rich: boolean): Theme {
  switch (name) {
    case 'terminal':
      return rich ? terminalOfMany : colorTheme;
    case 'dark':
      return rich ? darkTheme : colorTheme;
    case 'light':
      return rich ? lightTheme : lightOfSixteen;
    case 'high-contrast':
      return highContrastTheme;
    case 'colour-blind':
      return rich ? colourBlindTheme : colourBlindOfSixteen;
    case 'mono':
      return plainTheme;
  }
}
