/** Keys that wait until what they are about was read. */
export interface Ahead {
  /** The view they were typed in. */
  readonly view: number;
  /** In their order, by their names; a line of the palette with its colon. */
  readonly keys: readonly string[];
  /** One of them does more than move: what is typed behind it is for what it opens. */
  readonly opens: boolean;
}
