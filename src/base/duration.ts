import {dayMs} from './times.ts';

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

const longUnits = /^(?:(\d+(?:\.\d+)?)w)?(?:(\d+(?:\.\d+)?)d)?(.*)$/;

/**
 * Parse a duration that may have weeks and days, such as 2w, 7d, 1d12h or 90m, into milliseconds;
 * undefined if invalid.
 */
export function parseSpan(text: string): number | undefined {
  const [, weeks = '0', days = '0', rest = ''] = longUnits.exec(text) ?? [];
  const restMs = rest === '' && text !== '' ? 0 : parseDuration(rest);
  return restMs === undefined
    ? undefined
    : Math.round((Number(weeks) * 7 + Number(days)) * dayMs) + restMs;
}
