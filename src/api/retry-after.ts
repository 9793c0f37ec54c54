/** About 30 years: the longest accepted delay. */
const maxSeconds = 999_999_999;

/**
 * Parse the Retry-After header, a number or a date, into seconds, rounded up, 0 to 999,999,999;
 * undefined if absent. A date is relative to the server's own Date, if it sends one.
 *
 * @param headers names in lower case
 * @param nowMs milliseconds since the epoch, used without a Date header
 */
export function retryAfterSeconds(
  headers: Readonly<Record<string, string>>,
  nowMs: number,
): number | undefined {
  const value = headers['retry-after']?.trim() ?? '';
  if (/^\d+(?:\.\d+)?$/.test(value)) return inRange(Number(value));
  const until = Date.parse(value);
  if (Number.isNaN(until)) return undefined;
  const serverTime = Date.parse(headers.date ?? '');
  return inRange((until - (Number.isNaN(serverTime) ? nowMs : serverTime)) / 1000);
}

function inRange(seconds: number): number {
  return Math.min(Math.max(0, Math.ceil(seconds)), maxSeconds);
}
