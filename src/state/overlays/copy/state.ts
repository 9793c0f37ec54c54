/** One thing that can be copied. */
export interface CopyItem {
  /** The letter that copies it. */
  readonly key: string;
  readonly label: string;
  readonly text: string;
}

/** What can be copied of the screen, and which line is selected. */
export interface CopyMenu {
  readonly items: readonly CopyItem[];
  readonly cursor: number;
}
