import type {Tone} from '../../base/tone.ts';

/** A segment of a line with one style. */
export interface Span {
  readonly text: string;
  readonly tone?: Tone;
  /** Drawn as a solid button. */
  readonly solid?: boolean;
  /** The colour `#rrggbb` of a colour sample; shown if the terminal has colours. */
  readonly color?: string;
  /** Emphasized even without colour: a match of the filter, the selected column. */
  readonly strong?: boolean;
  /** The character under the caret of a line being typed. */
  readonly caret?: boolean;
}

export type Line = readonly Span[];

/** Where and when a text is rendered: the width, the time. */
export interface ReadAt {
  readonly columns: number;
  /** Milliseconds since the UNIX epoch. */
  readonly nowMs: number;
  /** State of the features. */
  readonly own?: Readonly<Record<string, unknown>>;
}

/** Renders one kind of text for people, in place of listing its members. */
export interface Reader {
  readonly lines: (text: string, at: ReadAt) => readonly Line[];
  /** Milliseconds after which its text changes with time. @default a minute */
  readonly stepMs?: number;
}
