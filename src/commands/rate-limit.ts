/** Header → what it tells of the rate limit. */
const limitHeaders: Readonly<Record<string, string>> = {
  'x-ratelimit-limit': 'limit',
  'x-ratelimit-remaining': 'remaining',
  'x-ratelimit-reset': 'reset',
  'x-ratelimit-nearlimit': 'near_limit',
  'x-ratelimit-fillrate': 'fill_rate',
  'x-ratelimit-interval-seconds': 'interval_seconds',
  'ratelimit-reason': 'reason',
  'retry-after': 'retry_after',
};

/**
 * How near the rate limit a request came, in the service's own words; undefined when it does not tell.
 *
 * @param headers of the answer, names in lower case
 */
export function rateLimitOf(
  headers: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> | undefined {
  const told = Object.entries(limitHeaders).flatMap(([header, name]) => {
    const value = headers[header];
    return value === undefined ? [] : [[name, value] as const];
  });
  return told.length === 0 ? undefined : Object.fromEntries(told);
}
