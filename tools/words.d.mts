/** Place → pattern → number of matches. */
export type WordCounts = Readonly<Record<string, Readonly<Record<string, number>>>>;
export function countWords(): WordCounts;
export function readLedger(): WordCounts;
export function sampleTexts(count: number, seed: number): Record<string, string[]>;
