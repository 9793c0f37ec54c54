import {parseDuration} from '../base/duration.ts';

const dayOnly = /^\d{4}-\d{2}-\d{2}$/;
const dateTime = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/;

/**
 * The time of `watch … --after`: milliseconds since the UNIX epoch, a date and time of ISO 8601
 * (without an offset in the local zone), or a duration before now such as 2h.
 *
 * @returns undefined when it is none of these
 */
export function parseAfter(text: string, nowMs: number): number | undefined {
  if (/^\d+$/.test(text)) return Number.isSafeInteger(Number(text)) ? Number(text) : undefined;
  const durationMs = parseDuration(text);
  if (durationMs !== undefined) return nowMs - durationMs;
  if (!dayOnly.test(text) && !dateTime.test(text)) return undefined;
  const timeMs = Date.parse(dayOnly.test(text) ? `${text}T00:00` : text.replace(' ', 'T'));
  return Number.isFinite(timeMs) ? timeMs : undefined;
}
