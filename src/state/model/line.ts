import type {Tone} from '../../base/tone.ts';

/** A piece of a line with one tone. */
export interface Span {
  readonly text: string;
  readonly tone?: Tone;
  /** Keeps its own look in the row under the cursor. */
  readonly solid?: boolean;
  /** Stands out in its line without colour: what a filter found, the column selected. */
  readonly strong?: boolean;
}

export type Line = readonly Span[];
