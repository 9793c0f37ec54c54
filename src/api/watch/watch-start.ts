import {keptMs, type WatchFailedPorts} from './failed-watch.ts';

/** Where the latest record is first looked for, milliseconds back; then twice as far each time. */
const firstBackMs = 60_000;

/**
 * So long before the watch began, by the server's clock, also when the server first answers long after
 * that. Without a Date header the own clock may be ahead, and would hide what fails until the server's
 * has come so far: then it is the latest record at hand that counts.
 *
 * @param beganMs by the own clock
 */
export async function startBack(
  {ask, clock}: WatchFailedPorts,
  beganMs: number,
  backMs: number,
): Promise<number> {
  const {serverTimeMs} = await ask(beganMs);
  const sinceMs = Math.max(0, clock.now() - beganMs);
  if (serverTimeMs !== undefined) return serverTimeMs - sinceMs - backMs;
  for (let lookMs = firstBackMs; lookMs < keptMs && backMs < keptMs; lookMs *= 2) {
    const {records} = await ask(beganMs - lookMs);
    const last = records.at(-1);
    if (last !== undefined) return Math.min(beganMs, last.failureTimeMs - sinceMs) - backMs;
  }
  return beganMs - Math.max(keptMs, backMs);
}
