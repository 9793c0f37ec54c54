import type {LineSpan} from '../../base/line-span.ts';

export type Span = LineSpan;
export type Line = readonly Span[];

/** Where and when a text is rendered: the width, the time. */
export interface ReadAt {
  readonly columns: number;
  /** Milliseconds since the UNIX epoch. */
  readonly nowMs: number;
  /** Names are still being read: `…` stands where an id would replace one. @default false */
  readonly isAwaited?: boolean;
  /** State of the features. */
  readonly own?: Readonly<Record<string, unknown>>;
}

/** Renders one kind of text for people, in place of listing its members. */
export interface TextReader {
  readonly lines: (text: string, at: ReadAt) => readonly Line[];
  /** Milliseconds after which its text changes with time. @default a minute */
  readonly stepMs?: number;
}
