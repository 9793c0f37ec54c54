/** A number that is not below the least nor above the most; where those cross, the least. */
export function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value));
}
