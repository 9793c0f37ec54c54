import type {Service} from '../api/operation.ts';
import type {AuditFlags} from '../host/audit.ts';
import type {Host} from '../host/host.ts';
import type {SettingsFlags} from '../host/settings.ts';
import type {ProfileSource} from '../host/write-profiles.ts';
import type {Reporter} from './reporter.ts';

/** The three commands. */
export type Program = 'jr' | 'cf' | 'steward';

/** Flags that change how the terminal UI looks; absent ones leave it to the user's file. */
export interface AppearanceOptions {
  readonly theme?: string;
  readonly ascii?: boolean;
  readonly screenReader?: boolean;
  /** Only say what is wrong with the user's file and its keys. */
  readonly checkKeys?: boolean;
}

/** What the terminal UI is opened with. */
export interface TerminalUiOptions {
  readonly program: Program;
  readonly flags: SettingsFlags;
  /** What the command line says of the audit log, to which writes go. */
  readonly audit?: AuditFlags;
  /** Whether colours are used; `auto` asks the environment. */
  readonly color: 'auto' | 'always' | 'never';
  /** How it looks where the user's file says otherwise. */
  readonly look?: AppearanceOptions;
  /** Start a sandbox and run on it. */
  readonly sandbox: boolean;
  /** There is no terminal: print one frame and how to go on. */
  readonly plainFrame: boolean;
}

/** What the sandbox is started with. */
export interface SandboxOptions {
  /** 0 picks a free one. */
  readonly port: number;
  /** The same seed gives the same world. @default that of the file of data, else 1 */
  readonly seed?: number;
  /** @default that of the file of data, else 'small' */
  readonly size?: 'small' | 'medium' | 'large';
  /** Address to listen on. @default '127.0.0.1' */
  readonly host?: string;
  /** How long answers are held back: `50ms±20`. */
  readonly latency?: string;
  /** What goes wrong: `GET /rest/api/3/project*: 429 retry-after=2 p=0.1`. */
  readonly faults?: readonly string[];
  /** How fast the world lives by itself. @default as it was kept, else 'normal' */
  readonly traffic?: 'normal' | 'slow' | 'fast' | 'off';
  /** File that keeps the world between runs. */
  readonly data?: string;
  /** Begin afresh, whatever the file keeps. */
  readonly reset?: boolean;
}

/** A running sandbox, with every kind of caller it knows. */
export interface RunningSandbox extends ProfileSource {
  readonly authUser: string;
  readonly authToken: string;
  /** Stop answering and close every connection. */
  stop(): Promise<void>;
}

/** The heavy parts, each behind a dynamic import, so that a one-shot command never loads them. */
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
  readonly doors: LazyModules;
  /** Nothing will be sent: the audit log has no line of it. @default false */
  readonly isRehearsal?: boolean;
  /**
   * Waits, when a request is checked whole, until it may be sent; absent when it may be at once.
   *
   * @throws Failure when it is not to be sent
   */
  readonly admit?: () => Promise<void>;
  /** Aborted when the run that this command is part of is interrupted; absent for a command alone. */
  readonly signal?: AbortSignal;
}
