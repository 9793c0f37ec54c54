/**
 * Format a whole number with thousands separators, `12,345`. Equals `toLocaleString('en')`, whose
 * first call takes 25 ms, a tenth of the start of the terminal UI.
 */
export function groupedNumber(n: number): string {
  return String(n).replace(/\B(?=(?:\d{3})+$)/g, ',');
}
