import type {Tone} from '../../base/tone.ts';

/** A piece of a line with one tone. */
export interface Span {
  readonly text: string;
  readonly tone?: Tone;
  /** A button that is chosen stands out from its line. */
  readonly solid?: boolean;
  /** A colour it shows, `#rrggbb`: where there is colour. */
  readonly color?: string;
  /** Stands out in its line without colour: what a filter found, the column selected. */
  readonly strong?: boolean;
}

export type Line = readonly Span[];

/** Where a text is read: the columns it has, and when. */
export interface ReadAt {
  readonly columns: number;
  /** Milliseconds since the UNIX epoch. */
  readonly nowMs: number;
  /** What the families remember. */
  readonly own?: Readonly<Record<string, unknown>>;
}

/** Reads one kind of text as a person does, in place of describing its members. */
export interface Reader {
  readonly lines: (text: string, at: ReadAt) => readonly Line[];
  /** Milliseconds after which it says another thing. @default a minute */
  readonly stepMs?: number;
}
