/**
 * A whole number with its digits in groups of three, `12,345`, as `toLocaleString('en')` writes it;
 * that one costs 25 ms when it is first called, which is a tenth of the start of the terminal UI.
 */
export function groupedNumber(n: number): string {
  return String(n).replace(/\B(?=(?:\d{3})+$)/g, ',');
}
