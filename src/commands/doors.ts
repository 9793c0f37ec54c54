import type {SettingsFlags} from '../host/settings.ts';

/** The three commands. */
export type Program = 'jr' | 'cf' | 'steward';

/** What the terminal UI is opened with. */
export interface TerminalUiOptions {
  readonly program: Program;
  readonly flags: SettingsFlags;
  /** Start a sandbox and run on it. */
  readonly sandbox: boolean;
  /** There is no terminal: print one frame and how to go on. */
  readonly plainFrame: boolean;
}

/** What the sandbox is started with. */
export interface SandboxOptions {
  /** 0 picks a free one. */
  readonly port: number;
  /** The same seed gives the same world. */
  readonly seed: number;
  readonly size: 'small' | 'medium' | 'large';
}

/** A running sandbox. */
export interface RunningSandbox {
  readonly trackerBaseUrl: string;
  readonly contentBaseUrl: string;
  readonly authUser: string;
  readonly authToken: string;
  /** Stop answering and close every connection. */
  stop(): Promise<void>;
}

/** The heavy parts, each behind a dynamic import, so that a one-shot command never loads them. */
export interface Doors {
  /** Returns the exit code. */
  openTerminalUi(options: TerminalUiOptions): Promise<number>;
  startSandbox(options: SandboxOptions): Promise<RunningSandbox>;
}
