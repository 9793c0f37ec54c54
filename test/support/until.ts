import type {AppHarness} from './app-harness.ts';

const longestMs = 120_000;
/** Turns of the event loop before a wait becomes one for the clock. */
const quickTurns = 200;

/**
 * Let others go on: a turn of the event loop, and after many of them a moment of the clock.
 *
 * @param turns before this one, in which nothing came
 * @param restMs milliseconds it takes at least. @default 0, no longer than the turn
 */
export function turn(turns: number, restMs = 0): Promise<void> {
  return new Promise(resolve => {
    if (restMs === 0 && turns < quickTurns) setImmediate(resolve);
    else setTimeout(resolve, restMs || 5);
  });
}

/**
 * Wait until something is so.
 *
 * @param what is told where it does not come within two minutes
 */
export async function until(
  check: () => boolean,
  what: () => unknown = () => check.toString(),
): Promise<void> {
  const end = Date.now() + longestMs;
  for (let turns = 0; !check(); turns++) {
    if (Date.now() > end) throw new Error(`never came: ${JSON.stringify(what())}`);
    await turn(turns);
  }
}

/** Press keys, and wait until something is so. */
export async function pressUntil(
  {press}: AppHarness,
  keys: readonly string[],
  check: () => boolean,
): Promise<void> {
  press(...keys);
  await until(check, () => `after ${keys.join(' ')}`);
}
