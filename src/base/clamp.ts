/** Limit a number to a range; if the limits cross, the lower one wins. */
export function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value));
}
