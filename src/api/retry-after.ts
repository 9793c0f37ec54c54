/** About 30 years: the largest delay that is accepted. */
const mostSeconds = 999_999_999;

/**
 * Seconds the server asks to wait, rounded up, 0 to 999,999,999, from a Retry-After header that is a number or a date;
 * undefined when there is none. A date counts from the server's own Date, where it gives one.
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
  const told = Date.parse(headers.date ?? '');
  return inRange((until - (Number.isNaN(told) ? nowMs : told)) / 1000);
}

function inRange(seconds: number): number {
  return Math.min(Math.max(0, Math.ceil(seconds)), mostSeconds);
}
