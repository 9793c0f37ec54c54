import type {ThemeName} from '../base/theme-names.ts';
import type {Tone} from '../base/tone.ts';
import {nearest256} from './colors-256.ts';
import {colorTheme, plainTheme, type TextStyle, type Theme} from './theme.ts';

/** Themes that can be drawn: `auto` has become one of them. */
export type ShownTheme = Exclude<ThemeName, 'auto'>;

/** What a terminal can show, and on what. */
export interface Ground {
  /** How many colours it has. */
  readonly colors: 16 | 256 | 'all';
  /** Its background is light. @default dark, or not known */
  readonly light?: boolean;
}

type Tones = Theme['tones'];

/** Tones on a background of their own; `plain` is the colour of what has none. */
function tinted(tones: Tones, backgroundColor: string, plain: string): Tones {
  return eachTone(tones, style => ({color: plain, ...style, backgroundColor}));
}

function eachTone(tones: Tones, change: (style: TextStyle) => TextStyle): Tones {
  const entries = Object.entries(tones).map(([tone, style]) => [tone, change(style)]);
  return Object.fromEntries(entries) as Record<Tone, TextStyle>;
}

const onDark = {paper: '#1c2f42', plain: '#e8ecf1'};
const onLight = {paper: '#d8e8f8', plain: '#111827'};

const darkTones: Tones = {
  plain: {},
  dim: {color: '#98a1ac'},
  good: {color: '#7fc46d'},
  warn: {color: '#e0b050'},
  bad: {color: '#f2777a'},
  accent: {color: '#5cc2d6'},
  title: {bold: true},
};

/** For a dark background: soft shades. */
const dark: Theme = {
  ...colorTheme,
  tones: darkTones,
  tint: tinted(darkTones, onDark.paper, onDark.plain),
  header: {backgroundColor: '#1f4e8c', color: '#ffffff'},
  protectedHeader: {backgroundColor: '#a11f2b', color: '#ffffff'},
  keyName: {color: '#5cc2d6', bold: true},
};

const lightTones: Tones = {
  plain: {},
  dim: {color: '#555c66'},
  good: {color: '#1f6f2b'},
  warn: {color: '#6b4900'},
  bad: {color: '#b3161f'},
  accent: {color: '#00597a'},
  title: {bold: true},
};

/** For a light background: dark shades. */
const light: Theme = {
  ...dark,
  tones: lightTones,
  tint: tinted(lightTones, onLight.paper, onLight.plain),
  keyName: {color: '#00597a', bold: true},
};

/** Nothing dim, everything of weight bold, each colour at least 7 to 1 on its ground. */
const brightTones: Tones = {
  plain: {bold: true},
  dim: {},
  good: {color: '#5fff5f', bold: true},
  warn: {color: '#ffff5f', bold: true},
  bad: {color: '#ff8787', bold: true, underline: true},
  accent: {color: '#5fffff', bold: true},
  title: {color: '#ffffff', bold: true},
};

const deepTones: Tones = {
  plain: {bold: true},
  dim: {},
  good: {color: '#005f00', bold: true},
  warn: {color: '#5c3d00', bold: true},
  bad: {color: '#870000', bold: true, underline: true},
  accent: {color: '#003a8f', bold: true},
  title: {color: '#000000', bold: true},
};

/** The row under the cursor has the other one's ground, and its shades. */
const contrastOnDark: Theme = {
  ...colorTheme,
  tones: brightTones,
  tint: tinted(deepTones, '#ffffff', '#000000'),
  header: {backgroundColor: '#ffffff', color: '#000000', bold: true},
  protectedHeader: {backgroundColor: '#ff8787', color: '#000000', bold: true},
  keyName: {color: '#ffffff', bold: true, underline: true},
};

const contrastOnLight: Theme = {
  ...colorTheme,
  tones: deepTones,
  tint: tinted(brightTones, '#000000', '#ffffff'),
  header: {backgroundColor: '#000000', color: '#ffffff', bold: true},
  protectedHeader: {backgroundColor: '#870000', color: '#ffffff', bold: true},
  keyName: {color: '#000000', bold: true, underline: true},
};

const blueOrangeTones: Tones = {
  plain: {},
  dim: {color: '#98a1ac'},
  good: {color: '#56b4e9'},
  warn: {color: '#f0e442'},
  bad: {color: '#e69f00', bold: true},
  accent: {color: '#cc9fc0'},
  title: {bold: true},
};

/** Blue against orange, which every kind of colour vision tells apart (the palette of Okabe and Ito). */
const colourBlindOnDark: Theme = {
  ...colorTheme,
  tones: blueOrangeTones,
  tint: tinted(blueOrangeTones, onDark.paper, onDark.plain),
  header: {backgroundColor: '#0072b2', color: '#ffffff'},
  protectedHeader: {backgroundColor: '#e69f00', color: '#000000'},
  keyName: {color: '#cc9fc0', bold: true},
};

/** The same hues, dark enough for a light ground. */
const deepBlueOrangeTones: Tones = {
  plain: {},
  dim: {color: '#555c66'},
  good: {color: '#00609a'},
  warn: {color: '#6b5900'},
  bad: {color: '#8f2f00', bold: true},
  accent: {color: '#6f2f6f'},
  title: {bold: true},
};

const colourBlindOnLight: Theme = {
  ...colourBlindOnDark,
  tones: deepBlueOrangeTones,
  tint: tinted(deepBlueOrangeTones, onLight.paper, onLight.plain),
  keyName: {color: '#6f2f6f', bold: true},
};

/** The user's own palette, and a tint that can be read on any background. */
const ownPalette: Theme = {...colorTheme, tint: tinted(darkTones, onDark.paper, onDark.plain)};

/** The sixteen colours on a light ground: green, yellow and cyan cannot be read there. */
const lightOfSixteen: Theme = {
  ...colorTheme,
  tones: {
    plain: {},
    dim: {color: 'blackBright'},
    good: {color: 'blue'},
    warn: {color: 'magenta'},
    bad: {color: 'red', bold: true},
    accent: {color: 'blue', bold: true},
    title: {bold: true},
  },
  keyName: {color: 'blue', bold: true},
};

const contrastOfSixteen: Theme = {
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
  protectedHeader: {backgroundColor: 'red', color: 'whiteBright', bold: true},
  keyName: {color: 'whiteBright', bold: true, underline: true},
};

const lightContrastOfSixteen: Theme = {
  ...lightOfSixteen,
  tones: {
    plain: {bold: true},
    dim: {},
    good: {color: 'blue', bold: true},
    warn: {color: 'magenta', bold: true},
    bad: {color: 'red', bold: true, underline: true},
    accent: {color: 'blue', bold: true},
    title: {bold: true},
  },
  header: {inverse: true, bold: true},
  protectedHeader: {backgroundColor: 'red', color: 'whiteBright', bold: true},
  keyName: {bold: true, underline: true},
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

/** Blue against red; what warns is told by its weight. */
const lightColourBlindOfSixteen: Theme = {
  ...lightOfSixteen,
  tones: {
    ...lightOfSixteen.tones,
    warn: {bold: true},
    bad: {color: 'red', bold: true, underline: true},
  },
};

/**
 * How a theme looks on this terminal.
 *
 * @param ground `dark` and `light` are for the background they are called by, whatever this says
 */
export function themeOf(name: ShownTheme, ground: Ground): Theme {
  if (ground.colors === 16) return inSixteen(name, ground.light === true);
  const theme = inMany(name, ground.light === true);
  return ground.colors === 256 ? in256(theme) : theme;
}

function inMany(name: ShownTheme, isLight: boolean): Theme {
  switch (name) {
    case 'terminal':
      return ownPalette;
    case 'dark':
      return dark;
    case 'light':
      return light;
    case 'high-contrast':
      return isLight ? contrastOnLight : contrastOnDark;
    case 'colour-blind':
      return isLight ? colourBlindOnLight : colourBlindOnDark;
    case 'mono':
      return plainTheme;
  }
}

function inSixteen(name: ShownTheme, isLight: boolean): Theme {
  switch (name) {
    case 'terminal':
    case 'dark':
      return colorTheme;
    case 'light':
      return lightOfSixteen;
    case 'high-contrast':
      return isLight ? lightContrastOfSixteen : contrastOfSixteen;
    case 'colour-blind':
      return isLight ? lightColourBlindOfSixteen : colourBlindOfSixteen;
    case 'mono':
      return plainTheme;
  }
}

/** A theme in the colours that terminals of 256 have: left to them, a tint may come out too bright. */
function in256(theme: Theme): Theme {
  const {tint, header, protectedHeader, keyName} = theme;
  return {
    ...theme,
    tones: eachTone(theme.tones, nearestStyle),
    ...(tint && {tint: eachTone(tint, nearestStyle)}),
    header: nearestStyle(header),
    protectedHeader: nearestStyle(protectedHeader),
    keyName: nearestStyle(keyName),
  };
}

function nearestStyle({color, backgroundColor, ...style}: TextStyle): TextStyle {
  return {
    ...style,
    ...(color && {color: nearest256(color)}),
    ...(backgroundColor && {backgroundColor: nearest256(backgroundColor)}),
  };
}
