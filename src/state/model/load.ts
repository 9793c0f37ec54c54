import type {SentRequest} from './params.ts';

/** A failure as it is shown: calm, with what to do. */
export interface ErrorSummary {
  readonly title: string;
  readonly text: string;
  readonly advice: readonly string[];
  /** What the server sent, as JSON text, where it was JSON but no answer to the request. */
  readonly answer?: string;
}

/** How far a load has come. */
export type Load =
  | {readonly status: 'idle'}
  | {
      readonly status: 'loading';
      /** Turns true after 200 ms, so that quick answers never flash a word. */
      readonly shown: boolean;
      /** Age of the request in milliseconds, from two seconds on. */
      readonly ageMs?: number;
      /** When what is there meanwhile was read, in milliseconds since the UNIX epoch. */
      readonly heldMs?: number;
      /** What came in place of an answer, and when it is asked again. */
      readonly again?: {readonly status: number | undefined; readonly atMs: number};
    }
  | {
      readonly status: 'ready';
      readonly atMs: number;
      /** Why what was read since then is not there. */
      readonly left?: 'failed' | 'stopped';
    }
  | {readonly status: 'failed'; readonly trouble: ErrorSummary};

/** From this age on a request is slow: its age is shown, and esc stops it. In milliseconds. */
export const slowMs = 2000;

/** Whether a view waits for a slow request. */
export function isSlowLoad(load: Load): boolean {
  return load.status === 'loading' && load.ageMs !== undefined;
}

/** What is said where nothing was read yet. */
export function waiting(load: Load): string {
  return load.status === 'loading' ? 'loading' : 'empty';
}

/** What is there is read anew: until that came, it is as old as it is. */
export function restartLoad(load: Load): Load {
  const heldMs =
    load.status === 'ready' ? load.atMs : load.status === 'loading' ? load.heldMs : undefined;
  return {status: 'loading', shown: false, ...(heldMs !== undefined && {heldMs})};
}

/** A load that ended before it came to its end: what is there stays, and says since when it is. */
export function endLoad(load: Load, left: 'failed' | 'stopped', nowMs: number): Load {
  const held = restartLoad(load);
  const atMs = (held.status === 'loading' ? held.heldMs : undefined) ?? nowMs;
  return {status: 'ready', atMs, left};
}

/** What every kind of view has. */
export interface ViewBase {
  /** Unique; effects and their events name it. */
  readonly key: number;
  readonly load: Load;
  readonly sent: readonly SentRequest[];
  /** Something it shows was changed since: it is read again when it is on the screen. @default false */
  readonly stale?: true;
}
