import {parseDuration} from '../base/duration.ts';

const dayOnly = /^\d{4}-\d{2}-\d{2}$/;
const dateTime = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/;

/** When a watch begins: one of the two. */
export interface StartTime {
  /** Later than this, milliseconds since the UNIX epoch. */
  readonly afterMs?: number;
  /** So many milliseconds before now, by the server's clock. */
  readonly backMs?: number;
}

/**
 * The time of `watch … --after`: milliseconds since the UNIX epoch, a date and time of ISO 8601
 * (without an offset in the local zone), or a duration before now such as 2h.
 *
 * @returns undefined when it is none of these
 */
export function parseAfter(text: string): StartTime | undefined {
  if (/^\d+$/.test(text)) return timeOf(Number(text), Number.isSafeInteger);
  const backMs = parseDuration(text);
  if (backMs !== undefined) return {backMs};
  if (!dayOnly.test(text) && !dateTime.test(text)) return undefined;
  const timeMs = Date.parse(dayOnly.test(text) ? `${text}T00:00` : text.replace(' ', 'T'));
  return timeOf(timeMs, Number.isFinite);
}

function timeOf(afterMs: number, isTime: (ms: number) => boolean): StartTime | undefined {
  return isTime(afterMs) ? {afterMs} : undefined;
}
