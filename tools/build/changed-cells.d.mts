/** What makes one line of a terminal out of another: jumps to what changed, and writes it. */
export function changedCells(before: string | undefined, after: string): string;

/** Moves from line to line, one after the other, as one. */
export function fewerMoves(text: string): string;
