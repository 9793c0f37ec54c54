import type {Service} from '../api/operation.ts';
import type {AuditFlags} from '../host/audit.ts';
import type {Host} from '../host/host.ts';
import type {JournalOptions} from '../host/journaled-request.ts';
import type {SettingsFlags, Target} from '../host/settings.ts';
import type {ProfileSource} from '../host/write-profiles.ts';
import type {Reporter} from './reporter.ts';

export type Program = 'jr' | 'cf' | 'steward';

/** Flags for the appearance of the terminal UI; absent ones are taken from the user's file. */
export interface AppearanceOptions {
  readonly theme?: string;
  readonly ascii?: boolean;
  readonly screenReader?: boolean;
  /** Only report problems of the user's file and its keys. */
  readonly checkKeys?: boolean;
}

/** Options for opening the terminal UI. */
export interface TerminalUiOptions {
  readonly program: Program;
  readonly flags: SettingsFlags;
  /** The audit settings of the command line, for writes. */
  readonly audit?: AuditFlags;
  /** Longest wait of a request for the rate limit, milliseconds. */
  readonly maxWaitMs?: number | undefined;
  /** Whether colours are used; `auto` depends on the environment. */
  readonly color: 'auto' | 'always' | 'never';
  /** Overrides of the user's file. */
  readonly look?: AppearanceOptions;
  /** Start a sandbox and run on it. */
  readonly sandbox: boolean;
  /** Start the tour of the sandbox. @default false */
  readonly tour?: boolean;
  /** There is no terminal: print one frame and next steps. */
  readonly plainFrame: boolean;
}

/** Options of the sandbox. */
export interface SandboxOptions {
  /** 0 selects a free port. */
  readonly port: number;
  /** The same seed gives the same data. @default that of the data file, else 1 */
  readonly seed?: number;
  /** @default that of the data file, else 'small' */
  readonly size?: 'small' | 'medium' | 'large';
  /** Address to listen on. @default '127.0.0.1' */
  readonly host?: string;
  /** Delay of responses: `50ms±20`. */
  readonly latency?: string;
  /** Faults to simulate: `GET /rest/api/3/project*: 429 retry-after=2 p=0.1`. */
  readonly faults?: readonly string[];
  /** How much simulated activity there is. @default as stored, else 'normal' */
  readonly traffic?: 'normal' | 'slow' | 'fast' | 'off';
  /** File that stores the data between runs. */
  readonly data?: string;
  /** Start with new data, ignoring the file. */
  readonly reset?: boolean;
}

/** A running sandbox, with the credentials of every kind of caller. */
export interface RunningSandbox extends ProfileSource {
  readonly authUser: string;
  readonly authToken: string;
  /** Stop responding and close every connection. */
  stop(): Promise<void>;
}

/** Large modules behind dynamic imports, so that one-shot commands never load them. */
export interface LazyModules {
  /** Returns the exit code. */
  openTerminalUi(options: TerminalUiOptions): Promise<number>;
  startSandbox(options: SandboxOptions): Promise<RunningSandbox>;
}

/** The host of a command: with a reporter in place of standard error. */
export interface CommandHost extends Host {
  readonly reporter: Reporter;
}

/** What a one-shot command runs with. */
export interface CommandContext {
  readonly program: 'jr' | 'cf';
  readonly service: Service;
  readonly host: CommandHost;
  readonly modules: LazyModules;
  /** Nothing will be sent, so no audit line is written. @default false */
  readonly isCheckOnly?: boolean;
  /**
   * Wait until a validated request may be sent; absent if it may be sent at once.
   *
   * @throws Failure if it must not be sent
   */
  readonly admit?: () => Promise<void>;
  /** The run of the journal that its writes belong to. @default a run of its own */
  readonly journal?: Pick<JournalOptions, 'run' | 'undoes' | 'onEntry' | 'responseOf'>;
  /**
   * The target of a command that sends thousands of requests. @default resolved for each request
   */
  readonly target?: Target;
  /** Ids by name that the commands of a batch have looked up. @default none */
  readonly names?: Map<string, Promise<string>>;
  /** Aborted if the batch of this command is interrupted; absent for a single command. */
  readonly signal?: AbortSignal;
}
