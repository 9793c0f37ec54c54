import type {AppHarness} from './app-harness.ts';

const longestMs = 60_000;

/**
 * Wait until something is so.
 *
 * @param what is told where it does not come within a minute
 */
export async function until(
  check: () => boolean,
  what: () => unknown = () => check.toString(),
): Promise<void> {
  const end = Date.now() + longestMs;
  while (!check()) {
    if (Date.now() > end) throw new Error(`never came: ${JSON.stringify(what())}`);
    await new Promise(resolve => setTimeout(resolve, 5));
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
