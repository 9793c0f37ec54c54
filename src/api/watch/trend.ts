/** Direction in which the failure rate is changing. */
export type Trend = '↑' | '→' | '↓';

/**
 * Compare the last quarter of the window with the rest: `↑` if failures are at least half as
 * frequent again, `↓` if at most half as frequent.
 */
export function trendOf(parts: readonly number[]): Trend {
  const from = Math.floor(parts.length * 0.75);
  const sum = (list: readonly number[]): number => list.reduce((a, b) => a + b, 0);
  const late = sum(parts.slice(from)) / Math.max(1, parts.length - from);
  const early = sum(parts.slice(0, from)) / Math.max(1, from);
  if (late === 0 && early === 0) return '→';
  if (late >= early * 1.5) return '↑';
  return late <= early * 0.5 ? '↓' : '→';
}
