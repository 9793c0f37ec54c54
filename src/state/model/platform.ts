import type {Client} from '../../api/client.ts';
import type {Service} from '../../api/operation.ts';
import type {SignInOutcome, SignInRequest} from '../../api/sign-in-outcome.ts';
import type {ForwardResult} from '../../api/watch/forward-delivery.ts';
import type {Clock} from '../../base/clock.ts';
import type {PersistScope} from './plain-events.ts';

/** The functions by which effects reach the system and the services. */
export interface Platform {
  /** The client of a service; throws Failure if the service is not configured. */
  readonly client: (service: Service) => Client;
  readonly clock: Clock;
  /** Longest wait of a request for the rate limit, milliseconds (`--max-wait`). */
  readonly maxWaitMs?: number | undefined;
  /** Flags that select the session, for the commands shown. */
  readonly flags: (service: Service) => readonly string[];
  /** Copy a text to the clipboard; false if the terminal rejects it. */
  readonly copy: (text: string) => boolean;
  /** Open a URL in a browser; false if there is none. */
  readonly browse: (url: string) => Promise<boolean>;
  /**
   * Write a new file readable only by the user; an existing file is left unchanged and reported.
   * Rejects with the system's error.
   */
  readonly saveFile: (
    path: string,
    text: string,
  ) => Promise<{readonly path: string; readonly exists: boolean}>;
  /**
   * Forward a failed delivery to a URL that is not a service's, without credentials. Never throws.
   */
  readonly forward: (
    record: string,
    url: string,
    options?: {readonly signal?: AbortSignal},
  ) => Promise<ForwardResult>;
  /**
   * Run a program without a shell, with a text as its standard input; resolves to the reason of a
   * failure, or undefined. It is killed after 30 s.
   */
  readonly exec: (
    argv: readonly string[],
    input: string,
    signal?: AbortSignal,
  ) => Promise<string | undefined>;
  /** The client of a service with another profile; throws Failure if it is not configured. */
  readonly clientOf: (profile: string, service: Service) => Promise<Client>;
  /**
   * Read a file of the user, with the path to show in a command. Rejects with the system's error.
   */
  readonly readFile: (path: string) => Promise<{readonly path: string; readonly bytes: Uint8Array}>;
  /** List a folder of the user, folders with a trailing `/`; empty if it cannot be read. */
  readonly listFolder: (path: string) => Promise<readonly string[]>;
  /** The files below a folder of the user: YAML files by path, another file, and writing. */
  readonly siteFiles: (folder: string) => {
    readonly yaml: () => Promise<ReadonlyMap<string, string>>;
    readonly find: (path: string) => Promise<string | undefined>;
    readonly write: (changes: ReadonlyMap<string, string | undefined>) => Promise<void>;
  };
  /**
   * The path and last lines of this session's audit log; undefined if there is none. Rejects with
   * the system's error.
   */
  readonly auditLog: () => Promise<{readonly path: string; readonly text: string} | undefined>;
  /** Ring the bell and request a desktop notification. */
  readonly ring: (text: string) => void;
  /** Persisted data; a read never fails, a write may. */
  readonly persisted: {
    read(name: string, scope: PersistScope): Promise<string | undefined>;
    write(name: string, scope: PersistScope, text: string): Promise<void>;
    /** Append a line to a log; durable once resolved, and safe with concurrent writers. */
    append(name: string, scope: PersistScope, line: string): Promise<void>;
    /** Identifies what this session wrote among concurrent sessions. */
    readonly session: string;
  };
  /** Turn mouse reporting on or off. */
  readonly mouse: (on: boolean) => void;
  /** Connect with another profile, or with a new sandbox; a 'connected' event follows. */
  readonly connect: (profile: string, isSandbox?: boolean) => void;
  /**
   * Test credentials on the services of a site, and save a profile for each that accepts them.
   * `onUrl` shows the URL of a sign-in through a browser.
   * Never throws.
   */
  readonly signIn: (
    request: SignInRequest,
    signal: AbortSignal,
    onUrl: (url: string, isOpen: boolean) => void,
  ) => Promise<SignInOutcome>;
  /** Redraw the whole screen. */
  readonly redraw: () => void;
  /** Return the terminal to the shell until it continues the program. */
  readonly suspend: () => void;
  /** Open a text in the user's editor, which owns the terminal meanwhile. */
  readonly edit: (
    text: string,
    suffix: string,
  ) => Promise<{readonly text: string} | {readonly problem: string}>;
  readonly quit: () => void;
}
