import type {HeldFailure, LetGoByUrl} from './held.ts';

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
  letGo: LetGoByUrl = new Map(),
): readonly TimeBar[] {
  const last = Math.floor(nowMs / barMs);
  const first = Math.floor((nowMs - windowMs) / barMs) + 1;
  const bars = Array.from({length: last - first + 1}, () => ({
    urls: new Map<string, number>(),
    count: 0,
    seq: 0,
  }));
  const put = (timeMs: number, target: string, seq: number, count: number): void => {
    const bar = bars[Math.min(last, Math.floor(timeMs / barMs)) - first];
    if (bar === undefined) return;
    bar.count += count;
    bar.seq = Math.max(bar.seq, seq);
    bar.urls.set(target, (bar.urls.get(target) ?? 0) + count);
  };
  for (const [target, {minutes}] of letGo) {
    for (const [fromMs, count] of minutes) put(fromMs, target, 0, count);
  }
  for (const {timeMs, target, seq} of held) put(timeMs, target, seq, 1);
  return bars.map(({urls, count, seq}, i) => {
    const [worst = '', worstCount = 0] = [...urls].reduce<readonly [string?, number?]>(
      (most, url) => (url[1] > (most[1] ?? 0) ? url : most),
      [],
    );
    return {fromMs: (first + i) * barMs, count, seq, worst, worstCount};
  });
}
