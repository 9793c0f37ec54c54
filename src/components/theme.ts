import type {TextProps} from 'ink';
import type {Tone} from '../base/tone.ts';

export type TextStyle = Pick<
  TextProps,
  'color' | 'bold' | 'dimColor' | 'inverse' | 'backgroundColor' | 'underline'
>;

/** The styles of the whole screen. */
export interface Theme {
  readonly tones: Readonly<Record<Tone, TextStyle>>;
  /** The row under the cursor if there is no tint, and selected text within a row. */
  readonly selected: TextStyle;
  /**
   * The row under the cursor, by tone: a tint that keeps the tone of each cell. Both colours are
   * set, since a terminal that does not report its background may have any.
   * @default none: the row is `selected`
   */
  readonly tint?: Readonly<Record<Tone, TextStyle>>;
  /** Show no colours at all, not even colour samples. @default false */
  readonly colorless?: true;
  /** The first line. */
  readonly header: TextStyle;
  /** The first line for a protected profile. */
  readonly protectedHeader: TextStyle;
  /** A key name in the footer. */
  readonly keyName: TextStyle;
  /** Marks the row under the cursor, even without colour. */
  readonly pointer: string;
}

/** The style of a segment of the row under the cursor. */
export function cursorStyle({tint, selected}: Theme, tone: Tone = 'plain'): TextStyle {
  return tint?.[tone] ?? selected;
}

/** The style of the cell under the cursor in its row: its tone becomes its background. */
export function cellStyle({tint, selected}: Theme, tone: Tone = 'plain'): TextStyle {
  return tint === undefined ? selected : {...tint[tone], inverse: true};
}

/** The sixteen ANSI colours, so that the user's palette determines the shades. */
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

/** No colours (NO_COLOR): only weight and inverse video. */
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
