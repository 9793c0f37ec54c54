/**
 * Seconds the server asks to wait, rounded up, from a Retry-After header that is a number or a date;
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
  if (/^\d+(?:\.\d+)?$/.test(value)) return Math.ceil(Number(value));
  const until = Date.parse(value);
  if (value === '' || Number.isNaN(until)) return undefined;
  const told = Date.parse(headers.date ?? '');
  return Math.max(0, Math.ceil((until - (Number.isNaN(told) ? nowMs : told)) / 1000));
}
