/** How a list of the monitor keeps up with what comes in. */
export interface LiveMarks {
  /** The newest stays visible; moving the cursor ends it. */
  readonly follow: boolean;
  /** What the rows were made of; another one means that they are to be made again. */
  readonly version: string;
  /** All up to then had been read once when the rows were made. */
  readonly settled: boolean;
  /** Number of the latest record among the rows. */
  readonly shownSeq: number;
  /** Number of the last record that is not marked as new. */
  readonly seenSeq: number;
}
