import type {Client} from '../../api/client.ts';
import type {Service} from '../../api/operation.ts';
import type {Forwarded} from '../../api/watch/forward-delivery.ts';
import type {Clock} from '../../base/clock.ts';
import type {SignInOutcome, SignInRequest} from '../overlays/prompt/state.ts';
import type {PersistScope} from './plain-events.ts';

/** The outside, as the effect runner reaches it. */
export interface Platform {
  /** The client of a service; throws Failure when the service is not configured. */
  readonly client: (service: Service) => Client;
  readonly clock: Clock;
  /** Flags that choose the session, for the commands shown. */
  readonly flags: (service: Service) => readonly string[];
  /** Put a text on the clipboard; false when the terminal would not take it. */
  readonly copy: (text: string) => boolean;
  /** Open an address in a browser; false where there is none. */
  readonly browse: (url: string) => Promise<boolean>;
  /**
   * Write a new file for the user alone; one that is there is left as it is and said to exist.
   * Fails with the system's error.
   */
  readonly saveFile: (
    path: string,
    text: string,
  ) => Promise<{readonly path: string; readonly exists: boolean}>;
  /** Send a failed delivery again to an address: no service's, and without credentials. Never throws. */
  readonly forward: (
    record: string,
    url: string,
    options?: {readonly signal?: AbortSignal},
  ) => Promise<Forwarded>;
  /**
   * Run a program without a shell, a text on its standard input; why it did not end well, undefined when
   * it did. It is ended after 30 s.
   */
  readonly exec: (
    argv: readonly string[],
    input: string,
    signal?: AbortSignal,
  ) => Promise<string | undefined>;
  /** The client of a service through another profile; throws Failure when it is not configured. */
  readonly clientOf: (profile: string, service: Service) => Promise<Client>;
  /** The bytes of a file of the user's, and how a command names it. Fails with the system's error. */
  readonly readFile: (path: string) => Promise<{readonly path: string; readonly bytes: Uint8Array}>;
  /** Names in a folder of the user's, folders with a `/` behind them; none where it cannot be read. */
  readonly listFolder: (path: string) => Promise<readonly string[]>;
  /** The audit log this session writes to, its last lines; undefined where there is none. Fails with the system's error. */
  readonly auditLog: () => Promise<{readonly path: string; readonly text: string} | undefined>;
  /** Ring the bell and ask the terminal for a notification on the desktop. */
  readonly ring: (text: string) => void;
  /** What is remembered from one session to the next; a read never fails, a write may. */
  readonly persisted: {
    read(name: string, scope: PersistScope): Promise<string | undefined>;
    write(name: string, scope: PersistScope, text: string): Promise<void>;
    /** Add a line to a log; it is safe when this is done, whoever else adds one at the same time. */
    append(name: string, scope: PersistScope, line: string): Promise<void>;
    /** Tells what this session wrote from what others did at the same time. */
    readonly session: string;
  };
  /** Let the terminal report the mouse, or no longer. */
  readonly mouse: (on: boolean) => void;
  /** Connect through another profile, or to a new sandbox; 'connected' comes when it is done. */
  readonly connect: (profile: string, isSandbox?: boolean) => void;
  /** Test an API token on both services of a site, and save a profile for each that accepts it. Never throws. */
  readonly signIn: (request: SignInRequest, signal: AbortSignal) => Promise<SignInOutcome>;
  /** Draw the whole screen again. */
  readonly redraw: () => void;
  /** Give the terminal to the shell until it goes on with the program. */
  readonly suspend: () => void;
  /** Let the user change a text in an editor, which has the terminal meanwhile. */
  readonly edit: (
    text: string,
    suffix: string,
  ) => Promise<{readonly text: string} | {readonly problem: string}>;
  readonly quit: () => void;
}
