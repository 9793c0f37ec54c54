/** The requests that a service still accepts, as far as its response says. */
export interface Budget {
  readonly left?: number;
  /** When it accepts more, in milliseconds since the epoch. */
  readonly resetMs?: number;
}

/**
 * Read the remaining budget from `X-RateLimit-Remaining` and `-Reset` (ISO 8601, or seconds since
 * the epoch or from now), or from `Beta-RateLimit: "name";r=left;t=seconds` (services W5.8).
 *
 * @param headers names in lower case
 */
export function budgetOf(headers: Readonly<Record<string, string>>, nowMs: number): Budget {
  const beta = headers['beta-ratelimit'] ?? '';
  const left = numberIn(headers['x-ratelimit-remaining'] ?? /;\s*r=(\d+)/.exec(beta)?.[1]);
  const seconds = numberIn(/;\s*t=(\d+)/.exec(beta)?.[1]);
  const resetMs =
    timeOf(headers['x-ratelimit-reset'] ?? '', nowMs) ??
    (seconds === undefined ? undefined : nowMs + seconds * 1000);
  return {...(left !== undefined && {left}), ...(resetMs !== undefined && {resetMs})};
}

function numberIn(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,9}$/.test(text.trim()) ? Number(text) : undefined;
}

/** Seconds of the year 2001; smaller numbers count from now. */
const epochSeconds = 1_000_000_000;

function timeOf(text: string, nowMs: number): number | undefined {
  if (/^\d{1,10}$/.test(text.trim())) {
    const seconds = Number(text);
    return seconds >= epochSeconds ? seconds * 1000 : nowMs + seconds * 1000;
  }
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? undefined : ms;
}
