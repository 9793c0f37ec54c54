import {type LocalSandbox, type StartOptions, startSandbox} from '../../src/sandbox/start.ts';
import {nowMs} from './app-world.ts';

const startedMs = Date.now();

/** The time, if the tests had been started at `nowMs` of the app. */
export const appTime = (): number => nowMs + Date.now() - startedMs;

/**
 * A sandbox for an app of `makeSandboxApp`: without traffic, and at the app's time, so that what
 * is overdue or about to expire does not depend on the day on which the tests run.
 */
export function startAppSandbox(options: StartOptions = {}): Promise<LocalSandbox> {
  return startSandbox({traffic: 'off', now: appTime, ...options});
}
