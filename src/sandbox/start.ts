import {operations} from '../api/catalogue.ts';
import {makeAccounts} from './accounts.ts';
import {admitCaller} from './admission.ts';
import {contentHandlers} from './content/handlers.ts';
import {currentTime, listen} from './machine.ts';
import {makeRoutes} from './router.ts';
import {makeAnswerer} from './server.ts';
import {trackerHandlers} from './tracker/handlers.ts';
import {settleTasks} from './tracker/settle-tasks.ts';
import {makeWorld, type World} from './world/world.ts';

/** What the sandbox is started with. */
export interface SandboxOptions {
  /** 0 picks a free one. @default 0 */
  readonly port?: number;
  /** Seed of the world; the same seed gives the same world. @default 1 */
  readonly seed?: number;
  /** @default 'small' */
  readonly size?: 'small' | 'medium' | 'large';
  /** What time it is, in milliseconds since the UNIX epoch. @default the machine's clock */
  readonly now?: () => number;
}

/** A running sandbox. */
export interface Sandbox {
  readonly trackerBaseUrl: string;
  readonly contentBaseUrl: string;
  readonly authUser: string;
  readonly authToken: string;
  /** Stop answering and close every connection. */
  stop(): Promise<void>;
}

/** Bytes of a request body that are read at most: 10 MB. */
export const maxBodyBytes = 10_000_000;

/**
 * Start both services on 127.0.0.1 with a world of their own.
 *
 * @throws the system's error when the port is taken
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const {port = 0, seed = 1, size = 'small', now = currentTime} = options;
  const world: World = makeWorld({seed, size, now: now()});
  const accounts = makeAccounts(seed, [...world.users.values()]);
  let origin = '';
  const answer = makeAnswerer({
    world,
    handlers: {...trackerHandlers, ...contentHandlers},
    findRoute: makeRoutes(operations),
    accounts,
    admit: admitCaller,
    settle: settleTasks,
    now,
    origin: () => origin,
  });
  const listener = await listen({port, maxBodyBytes, answer});
  origin = `http://127.0.0.1:${listener.port}`;
  const [keeper] = accounts;
  return {
    trackerBaseUrl: origin,
    contentBaseUrl: `${origin}/wiki/api/v2`,
    authUser: keeper?.address ?? '',
    authToken: keeper?.token ?? '',
    stop: listener.close,
  };
}
