/** What the sandbox is started with. */
export interface SandboxOptions {
  /** 0 picks a free one. @default 0 */
  readonly port?: number;
  /** Seed of the world; the same seed gives the same world. @default 1 */
  readonly seed?: number;
  /** @default 'small' */
  readonly size?: 'small' | 'medium' | 'large';
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
