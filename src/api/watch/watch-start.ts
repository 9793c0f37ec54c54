import {keptMs} from './failed-poll.ts';
import type {WatchFailedPorts} from './watch-failed.ts';

/** Where the latest record is first looked for, milliseconds back; then twice as far each time. */
const firstBackMs = 60_000;

/**
 * The server's now less the overlap. Without a Date header the own clock may be ahead, and would hide
 * what fails until the server's has come so far: then it is the latest record at hand that counts.
 */
export async function startOfNow(
  {ask, clock}: WatchFailedPorts,
  overlapMs: number,
): Promise<number> {
  const ownMs = clock.now();
  const {serverTimeMs} = await ask(ownMs);
  if (serverTimeMs !== undefined) return serverTimeMs - overlapMs;
  for (let backMs = firstBackMs; backMs < keptMs; backMs *= 2) {
    const {records} = await ask(ownMs - backMs);
    const last = records.at(-1);
    if (last !== undefined) return Math.min(ownMs, last.failureTimeMs) - overlapMs;
  }
  return ownMs - keptMs;
}
