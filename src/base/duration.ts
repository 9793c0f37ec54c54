const pattern =
  /^(?:(\d+(?:\.\d+)?)h)?(?:(\d+(?:\.\d+)?)m)?(?:(\d+(?:\.\d+)?)s)?(?:(\d+(?:\.\d+)?)ms)?$/;
const unitsMs = [3_600_000, 60_000, 1000, 1];

/**
 * Parse a duration such as 30s, 5m, 1h, 2m30s, 1.5s, 500ms or 0 into milliseconds; undefined if
 * invalid. Units are in descending order, each at most once.
 */
export function parseDuration(text: string): number | undefined {
  if (text === '0') return 0;
  const parts = text === '' ? null : pattern.exec(text);
  if (parts === null) return undefined;
  const ms = unitsMs.reduce((sum, unit, at) => sum + Number(parts[at + 1] ?? 0) * unit, 0);
  return Number.isSafeInteger(Math.round(ms)) ? Math.round(ms) : undefined;
}
