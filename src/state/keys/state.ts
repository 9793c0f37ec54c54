/** Keys typed ahead, while their view is loading. */
export interface TypeAhead {
  /** The view they were typed in. */
  readonly view: number;
  /** In order, by name; a line of the palette starts with a colon. */
  readonly keys: readonly string[];
  /** One of them does more than move, so later keys belong to what it opens. */
  readonly opens: boolean;
}
