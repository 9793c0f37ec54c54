import type {Clock} from '../../src/base/clock.ts';
import {connectServer, type ServerAddress} from '../../src/host/connect.ts';
import type {SandboxHere} from '../../src/sandbox/start.ts';
import {type AppHarness, connect, makeHarness} from './app-harness.ts';
import {fakeHost} from './fake-host.ts';
import {clientsHere} from './sandbox-here.ts';

/**
 * The app on a real sandbox, without a screen. One of this thread is asked without a connection:
 * what a connection does is for the tests of the transport, and costs more than all the rest.
 *
 * @param clock what the app waits by. @default its moments never come
 */
export function makeSandboxApp(
  sandbox: ServerAddress | SandboxHere,
  host = fakeHost(),
  clock?: Clock,
): AppHarness {
  const clients =
    'answer' in sandbox ? clientsHere(sandbox, host) : connectServer(sandbox, host).clients;
  const harness = makeHarness({...clients, connect: false, ...(clock && {clock})});
  connect(harness, {tracker: [], content: []});
  return harness;
}

/** Wait until nothing is read any more: no view loads and no new request was made for a moment. */
export async function settled(harness: AppHarness, mostMs = 30_000): Promise<void> {
  const end = Date.now() + mostMs;
  let quiet = 0;
  let seen = -1;
  while (Date.now() < end && quiet < 4) {
    await new Promise(resolve => setTimeout(resolve, 5));
    const {requests, locations} = harness.state();
    const loading = locations.some(place =>
      Object.values(place.views).some(view => view.load.status === 'loading'),
    );
    quiet = loading || requests !== seen ? 0 : quiet + 1;
    seen = requests;
  }
}
