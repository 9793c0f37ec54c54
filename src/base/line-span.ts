import type {Tone} from './tone.ts';
import {widthOf} from './width.ts';

/** A piece of a line with one style; its text is safe for a terminal. */
export interface LineSpan {
  readonly text: string;
  /** @default plain */
  readonly tone?: Tone;
  /** A selected button, with the background of the row under the cursor. @default false */
  readonly solid?: boolean;
  /** A colour that the text shows, `#rrggbb`, if the theme has colours. */
  readonly color?: string;
  /** Stands out without colour: matches of a filter, the selected column. @default false */
  readonly strong?: boolean;
  /** The character under the caret of a line being typed. @default false */
  readonly caret?: boolean;
}

/** Measure the columns of a line. */
export function lineWidth(spans: readonly LineSpan[]): number {
  return spans.reduce((sum, {text}) => sum + widthOf(text), 0);
}
