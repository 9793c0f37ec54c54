import type {ThemeName} from '../base/theme-names.ts';
import type {Tone} from '../base/tone.ts';
import {nearest256} from './colors-256.ts';
import {colorTheme, plainTheme, type TextStyle, type Theme} from './theme.ts';

/** Themes that can be rendered: all but `auto`. */
export type ConcreteTheme = Exclude<ThemeName, 'auto'>;

/** The colours and background of a terminal. */
export interface TerminalColors {
  /** Number of colours. */
  readonly colors: 16 | 256 | 'all';
  /** The background is light. @default dark, or unknown */
  readonly light?: boolean;
}

type Tones = Theme['tones'];

/** A background colour, and the default text colour on it. */
interface Paper {
  readonly paper: string;
  readonly plain: string;
}

/** Tones on a background colour. */
function tinted(tones: Tones, {paper, plain}: Paper): Tones {
  return eachTone(tones, style => ({color: plain, ...style, backgroundColor: paper}));
}

function eachTone(tones: Tones, change: (style: TextStyle) => TextStyle): Tones {
  const entries = Object.entries(tones).map(([tone, style]) => [tone, change(style)]);
  return Object.fromEntries(entries) as Record<Tone, TextStyle>;
}

const onDark: Paper = {paper: '#1c2f42', plain: '#e8ecf1'};
const onLight: Paper = {paper: '#d8e8f8', plain: '#111827'};

/** The five coloured tones, and the row under the cursor in them. */
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

/**
 * Blue against orange, distinguishable with every kind of colour vision (palette of Okabe and Ito).
 */
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

/** The same hues, dark enough for a light background. */
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

/** No dim text, emphasis in bold, every colour with a contrast of at least 7 to 1. */
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

/** Invert the background and colours for the row under the cursor and the headers. */
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

/** The user's own palette, and a tint that is readable on any background. */
const ownPalette: Theme = {...colorTheme, tint: tinted(dark.tones, onDark)};

/** The sixteen colours on a light background, where green, yellow and cyan are unreadable. */
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

/** Blue against red; warnings are marked by weight. */
const lightColourBlindOfSixteen: Theme = {
  ...lightOfSixteen,
  tones: {
    ...lightOfSixteen.tones,
    warn: {bold: true},
    bad: {color: 'red', bold: true, underline: true},
  },
};

type OnBothGrounds = Readonly<Record<ConcreteTheme, readonly [onDark: Theme, onLight: Theme]>>;

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
 * The styles of a theme on this terminal.
 *
 * @param ground the terminal; `dark` and `light` always assume their own background
 */
export function themeOf(
  name: ConcreteTheme,
  {colors, light: isLight = false}: TerminalColors,
): Theme {
  const [onDarkGround, onLightGround] = (colors === 16 ? ofSixteen : ofMany)[name];
  const theme = isLight ? onLightGround : onDarkGround;
  return colors === 256 ? in256(theme) : theme;
}

/** A theme in 256 colours: the terminal's own conversion may make a tint too bright. */
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
