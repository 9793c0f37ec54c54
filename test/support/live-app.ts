import type {Clock} from '../../src/base/clock.ts';
import {connectServer, type ServerAddress} from '../../src/host/connect.ts';
import type {Host} from '../../src/host/host.ts';
import {type LocalSandbox, type StartOptions, startSandbox} from '../../src/sandbox/start.ts';
import {type AppHarness, connect, makeHarness} from './app-harness.ts';
import {nowMs} from './app-world.ts';
import {fakeHost} from './fake-host.ts';
import {clientsHere} from './sandbox-here.ts';
import {turn} from './until.ts';

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

interface SandboxAppOptions {
  readonly host?: Host;
  /** What the app waits by. @default its moments never come */
  readonly clock?: Clock;
  /** Whether the home screen asks for its counts. @default false */
  readonly counts?: boolean;
}

/**
 * The app on a real sandbox, without a screen. One of this thread is asked without a connection:
 * what a connection does is for the tests of the transport, and costs more than all the rest.
 */
export function makeSandboxApp(
  sandbox: ServerAddress | LocalSandbox,
  {host = fakeHost(), clock, counts}: SandboxAppOptions = {},
): AppHarness {
  const clients =
    'answer' in sandbox
      ? clientsHere(sandbox, {...host, clock: {...host.clock, now: appTime}})
      : connectServer(sandbox, host).clients;
  const harness = makeHarness({
    ...clients,
    connect: false,
    ...(clock && {clock}),
    ...(counts && {counts}),
  });
  if (!('answer' in sandbox)) connected.add(harness);
  connect(harness, {tracker: [], content: []});
  return harness;
}

/** Apps whose requests go over a connection, and so take time. */
const connected = new WeakSet<AppHarness>();

/** Turns of the event loop in which all that is asked of a sandbox of this thread goes on. */
const quietTurns = 20;

/** Wait until nothing is read any more: no view loads and no new request was made for a moment. */
export async function settled(harness: AppHarness, mostMs = 30_000): Promise<void> {
  const end = Date.now() + mostMs;
  const [turns, restMs] = connected.has(harness) ? [4, 5] : [quietTurns, 0];
  let seen = -1;
  for (let quiet = 0, stuck = 0; Date.now() < end && quiet < turns; ) {
    await turn(stuck, restMs);
    const {requests, locations} = harness.state();
    const isLoading = locations.some(place =>
      // Home loads until a count has arrived, which may be switched off.
      Object.values(place.views).some(
        view => view.kind !== 'home' && view.load.status === 'loading',
      ),
    );
    stuck = isLoading && requests === seen ? stuck + 1 : 0;
    quiet = isLoading || requests !== seen ? 0 : quiet + 1;
    seen = requests;
  }
}
