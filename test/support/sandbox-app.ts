import {makeClient} from '../../src/api/make-client.ts';
import {makeSystemClock} from '../../src/host/system-clock.ts';
import {makeSend} from '../../src/host/transport.ts';
import {type Sandbox, startSandbox} from '../../src/sandbox/start.ts';
import {type AppHarness, makeHarness} from './app-harness.ts';

/** The app over a real sandbox server on this machine. */
export interface SandboxApp {
  readonly harness: AppHarness;
  readonly sandbox: Sandbox;
  /** Press keys, then wait until the check holds; at most 5 seconds. */
  until(keys: readonly string[], check: () => boolean): Promise<void>;
  close(): Promise<void>;
}

/** Start a small sandbox and the app on it, connected as its keeper. */
export async function startSandboxApp(
  size: {readonly columns?: number; readonly rows?: number} = {},
): Promise<SandboxApp> {
  const sandbox = await startSandbox({traffic: 'off'});
  const clock = makeSystemClock();
  const credentials = {
    type: 'basic',
    user: sandbox.authUser,
    token: sandbox.authToken,
  } as const;
  const ports = {send: makeSend({clock, env: {}}), clock, credentials, random: () => 0.5};
  const tracker = makeClient(
    {
      service: 'tracker',
      profile: 'sandbox',
      baseUrl: sandbox.trackerBaseUrl,
      authType: 'basic',
      user: sandbox.authUser,
      protected: false,
    },
    ports,
  );
  const harness = makeHarness({tracker, ...size});
  return {
    harness,
    sandbox,
    async until(keys, check) {
      harness.press(...keys);
      const end = Date.now() + 5000;
      while (!check()) {
        if (Date.now() > end) {
          throw new Error(
            `not seen after ${keys.join(' ')}: ${JSON.stringify(harness.state().notice)}`,
          );
        }
        await new Promise(resolve => setTimeout(resolve, 10));
      }
    },
    close: () => sandbox.stop(),
  };
}
