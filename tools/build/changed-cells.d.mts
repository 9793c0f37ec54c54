/** What makes one line of a terminal out of another: jumps to what changed, and writes it. */
export function changedCells(before: string | undefined, after: string): string;
