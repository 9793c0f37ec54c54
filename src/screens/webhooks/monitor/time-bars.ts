import type {HeldFailure} from './monitor-state.ts';

/** Failures of one stretch of time. */
export interface TimeBar {
  /** Its begin, milliseconds since the UNIX epoch. */
  readonly fromMs: number;
  readonly count: number;
  /** The URL (host and path) that failed most in it; empty when nothing failed. */
  readonly worst: string;
  readonly worstCount: number;
  /** Number of its latest record; 0 when nothing failed. */
  readonly seq: number;
}

/**
 * The window cut into stretches, oldest first, empty ones too. They begin at whole multiples of
 * their length, so that a stretch keeps its begin while time goes on.
 *
 * @param nowMs milliseconds since the UNIX epoch; later records count into the last stretch
 * @param windowMs length of the window
 * @param barMs length of one stretch
 */
export function timeBars(
  held: readonly HeldFailure[],
  nowMs: number,
  windowMs: number,
  barMs: number,
): readonly TimeBar[] {
  const last = Math.floor(nowMs / barMs);
  const first = Math.floor((nowMs - windowMs) / barMs) + 1;
  const bars = Array.from({length: last - first + 1}, () => ({
    urls: new Map<string, number>(),
    count: 0,
    seq: 0,
  }));
  for (const {timeMs, target, seq} of held) {
    const bar = bars[Math.min(last, Math.floor(timeMs / barMs)) - first];
    if (bar === undefined) continue;
    bar.count += 1;
    bar.seq = Math.max(bar.seq, seq);
    bar.urls.set(target, (bar.urls.get(target) ?? 0) + 1);
  }
  return bars.map(({urls, count, seq}, i) => {
    const [worst = '', worstCount = 0] = [...urls].reduce<readonly [string?, number?]>(
      (most, url) => (url[1] > (most[1] ?? 0) ? url : most),
      [],
    );
    return {fromMs: (first + i) * barMs, count, seq, worst, worstCount};
  });
}
