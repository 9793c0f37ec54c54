/** A text that can be copied. */
export interface CopyItem {
  /** Its letter. */
  readonly key: string;
  readonly label: string;
  readonly text: string;
}

/** The texts that can be copied, and the selected line. */
export interface CopyMenu {
  readonly items: readonly CopyItem[];
  readonly cursor: number;
}
