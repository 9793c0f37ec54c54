import type {RequestCommand} from './params.ts';

/** A failure as shown on the screen, with what to do. */
export interface ErrorSummary {
  readonly title: string;
  readonly text: string;
  readonly advice: readonly string[];
  /** The JSON text the server sent instead of a valid response. */
  readonly answer?: string;
}

/** The state of a load. */
export type Load =
  | {readonly status: 'idle'}
  | {
      readonly status: 'loading';
      /** Set after 200 ms, so that fast responses do not flash a loading text. */
      readonly shown: boolean;
      /** Age of the load in milliseconds, from two seconds on. */
      readonly ageMs?: number;
      /** The load takes many requests, and some have been answered. @default false */
      readonly isAnswered?: true;
      /** When the content shown meanwhile was read, in milliseconds since the UNIX epoch. */
      readonly contentMs?: number;
      /** The status of the failed attempt, and when it is retried. */
      readonly again?: {readonly status: number | undefined; readonly atMs: number};
    }
  | {
      readonly status: 'ready';
      readonly atMs: number;
      /** Why the last refresh brought no new content. */
      readonly left?: 'failed' | 'stopped';
    }
  | {readonly status: 'failed'; readonly trouble: ErrorSummary};

/** From this age in milliseconds a request is slow: its age is shown, and esc cancels it. */
export const slowMs = 2000;

/** Whether a view waits for a slow request. */
export function isSlowLoad(load: Load): boolean {
  return load.status === 'loading' && load.ageMs !== undefined;
}

/** The text shown before the first response. */
export function loadingText(load: Load): string {
  return load.status === 'loading' ? 'loading' : 'empty';
}

/** Restart a load; the content keeps its age until new content arrives. */
export function restartLoad(load: Load): Load {
  const heldMs =
    load.status === 'ready' ? load.atMs : load.status === 'loading' ? load.contentMs : undefined;
  return {status: 'loading', shown: false, ...(heldMs !== undefined && {contentMs: heldMs})};
}

/** End a load that did not complete; the content stays, with its age. */
export function endLoad(load: Load, left: 'failed' | 'stopped', nowMs: number): Load {
  const restarted = restartLoad(load);
  const atMs = (restarted.status === 'loading' ? restarted.contentMs : undefined) ?? nowMs;
  return {status: 'ready', atMs, left};
}

/** Members of every kind of view. */
export interface ViewBase {
  /** Unique; effects and events refer to it. */
  readonly key: number;
  readonly load: Load;
  readonly sent: readonly RequestCommand[];
  /** Its content was changed since; it is refreshed when it is next shown. @default false */
  readonly stale?: true;
}
