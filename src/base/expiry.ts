import {counted} from './counted.ts';
import {dayMs} from './times.ts';

/** Days before the expiry of a token at which a warning starts. */
const warningDays = 14;

/**
 * Report that a token has expired or expires within 14 days; undefined if it is valid for longer.
 *
 * @param date YYYY-MM-DD
 */
export function expiryWarning(date: string, nowMs: number): string | undefined {
  const days = Math.floor((Date.parse(date) - nowMs) / dayMs);
  if (days >= warningDays) return undefined;
  return days < 0 ? `expired on ${date}` : `expires on ${date}, in ${counted(days, 'day')}`;
}
