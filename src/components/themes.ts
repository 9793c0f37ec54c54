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

/** A background of its own, and the colour of what has none there. */
interface Paper {
  readonly paper: string;
  readonly plain: string;
}

/** Tones on a background of their own. */
function tinted(tones: Tones, {paper, plain}: Paper): Tones {
  return eachTone(tones, style => ({color: plain, ...style, backgroundColor: paper}));
}

function eachTone(tones: Tones, change: (style: TextStyle) => TextStyle): Tones {
  const entries = Object.entries(tones).map(([tone, style]) => [tone, change(style)]);
  return Object.fromEntries(entries) as Record<Tone, TextStyle>;
}

const onDark: Paper = {paper: '#1c2f42', plain: '#e8ecf1'};
const onLight: Paper = {paper: '#d8e8f8', plain: '#111827'};

/** The five tones that have colours of their own, and the row under the cursor in them. */
function soft(
  shades: Omit<Tones, 'plain' | 'title'>,
  paper: Paper,
  headers: Pick<Theme, 'header' | 'protectedHeader'>,
): Theme {
  const tones = {plain: {}, ...shades, title: {bold: true}};
  const keyName = {...shades.accent, bold: true};
  return {...colorTheme, ...headers, tones, tint: tinted(tones, paper), keyName};
}

const blueAndRed = {
  header: {backgroundColor: '#1f4e8c', color: '#ffffff'},
  protectedHeader: {backgroundColor: '#a11f2b', color: '#ffffff'},
};

/** For a dark background: soft shades. */
const dark = soft(
  {
    dim: {color: '#98a1ac'},
    good: {color: '#7fc46d'},
    warn: {color: '#e0b050'},
    bad: {color: '#f2777a'},
    accent: {color: '#5cc2d6'},
  },
  onDark,
  blueAndRed,
);

/** For a light background: dark shades. */
const light = soft(
  {
    dim: {color: '#555c66'},
    good: {color: '#1f6f2b'},
    warn: {color: '#6b4900'},
    bad: {color: '#b3161f'},
    accent: {color: '#00597a'},
  },
  onLight,
  blueAndRed,
);

const blueAndOrange = {
  header: {backgroundColor: '#0072b2', color: '#ffffff'},
  protectedHeader: {backgroundColor: '#e69f00', color: '#000000'},
};

/** Blue against orange, which every kind of colour vision tells apart (the palette of Okabe and Ito). */
const colourBlindOnDark = soft(
  {
    dim: {color: '#98a1ac'},
    good: {color: '#56b4e9'},
    warn: {color: '#f0e442'},
    bad: {color: '#e69f00', bold: true},
    accent: {color: '#cc9fc0'},
  },
  onDark,
  blueAndOrange,
);

/** The same hues, dark enough for a light ground. */
const colourBlindOnLight = soft(
  {
    dim: {color: '#555c66'},
    good: {color: '#00609a'},
    warn: {color: '#6b5900'},
    bad: {color: '#8f2f00', bold: true},
    accent: {color: '#6f2f6f'},
  },
  onLight,
  blueAndOrange,
);

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

/** The row under the cursor and the headers have the other one's ground, and the row its shades. */
function contrast(tones: Tones, other: Tones, {paper, plain}: Paper, danger: string): Theme {
  return {
    ...colorTheme,
    tones,
    tint: tinted(other, {paper, plain}),
    header: {backgroundColor: paper, color: plain, bold: true},
    protectedHeader: {backgroundColor: danger, color: plain, bold: true},
    keyName: {color: paper, bold: true, underline: true},
  };
}

const blackOnWhite: Paper = {paper: '#ffffff', plain: '#000000'};
const whiteOnBlack: Paper = {paper: '#000000', plain: '#ffffff'};
const contrastOnDark = contrast(brightTones, deepTones, blackOnWhite, '#ff8787');
const contrastOnLight = contrast(deepTones, brightTones, whiteOnBlack, '#870000');

/** The user's own palette, and a tint that can be read on any background. */
const ownPalette: Theme = {...colorTheme, tint: tinted(dark.tones, onDark)};

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

type OnBothGrounds = Readonly<Record<ShownTheme, readonly [onDark: Theme, onLight: Theme]>>;

const ofMany: OnBothGrounds = {
  terminal: [ownPalette, ownPalette],
  dark: [dark, dark],
  light: [light, light],
  'high-contrast': [contrastOnDark, contrastOnLight],
  'colour-blind': [colourBlindOnDark, colourBlindOnLight],
  mono: [plainTheme, plainTheme],
};

const ofSixteen: OnBothGrounds = {
  terminal: [colorTheme, colorTheme],
  dark: [colorTheme, colorTheme],
  light: [lightOfSixteen, lightOfSixteen],
  'high-contrast': [contrastOfSixteen, lightContrastOfSixteen],
  'colour-blind': [colourBlindOfSixteen, lightColourBlindOfSixteen],
  mono: [plainTheme, plainTheme],
};

/**
 * How a theme looks on this terminal.
 *
 * @param ground `dark` and `light` are for the background they are called by, whatever this says
 */
export function themeOf(name: ShownTheme, {colors, light: isLight = false}: Ground): Theme {
  const [onDarkGround, onLightGround] = (colors === 16 ? ofSixteen : ofMany)[name];
  const theme = isLight ? onLightGround : onDarkGround;
  return colors === 256 ? in256(theme) : theme;
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
