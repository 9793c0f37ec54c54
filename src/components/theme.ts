import type {TextProps} from 'ink';
import type {Tone} from '../base/tone.ts';

export type TextStyle = Pick<
  TextProps,
  'color' | 'bold' | 'dimColor' | 'inverse' | 'backgroundColor' | 'underline'
>;

/** How everything looks; one value for the whole screen. */
export interface Theme {
  readonly tones: Readonly<Record<Tone, TextStyle>>;
  /** The row under the cursor where there is no tint, and what is picked inside a row. */
  readonly selected: TextStyle;
  /**
   * The row under the cursor, by tone: a tint that leaves each cell its tone. Both colours are
   * named, since a terminal that does not tell its background may have any.
   * @default none: the row is `selected`
   */
  readonly tint?: Readonly<Record<Tone, TextStyle>>;
  /** Not even a colour that is the value shown. @default false */
  readonly colorless?: true;
  /** The line at the top. */
  readonly header: TextStyle;
  /** The line at the top when the profile asks for care. */
  readonly protectedHeader: TextStyle;
  /** A key name in the footer. */
  readonly keyName: TextStyle;
  /** Marks the row under the cursor without colour. */
  readonly pointer: string;
}

/** How a piece of the row under the cursor looks. */
export function cursorStyle({tint, selected}: Theme, tone: Tone = 'plain'): TextStyle {
  return tint?.[tone] ?? selected;
}

/** How the one cell under the cursor looks in its row: its tone becomes its ground. */
export function cellStyle({tint, selected}: Theme, tone: Tone = 'plain'): TextStyle {
  return tint === undefined ? selected : {...tint[tone], inverse: true};
}

/** The sixteen colours every terminal has, so that the user's own palette decides the shades. */
export const colorTheme: Theme = {
  tones: {
    plain: {},
    dim: {dimColor: true},
    good: {color: 'green'},
    warn: {color: 'yellow'},
    bad: {color: 'redBright'},
    accent: {color: 'cyan'},
    title: {bold: true},
  },
  selected: {inverse: true},
  header: {backgroundColor: 'blue', color: 'whiteBright'},
  protectedHeader: {backgroundColor: 'red', color: 'whiteBright'},
  keyName: {color: 'cyan', bold: true},
  pointer: '▌',
};

/** No colour at all (NO_COLOR): weight and inverse video only. */
export const plainTheme: Theme = {
  colorless: true,
  tones: {
    plain: {},
    dim: {},
    good: {},
    warn: {bold: true},
    bad: {bold: true},
    accent: {bold: true},
    title: {bold: true},
  },
  selected: {inverse: true},
  header: {inverse: true},
  protectedHeader: {inverse: true, bold: true},
  keyName: {bold: true},
  pointer: '>',
};
