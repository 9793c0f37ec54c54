import type {Clock} from '../../base/clock.ts';
import type {Failure} from '../../base/failure.ts';
import type {FailedPage} from './failed-page.ts';

/** An event of a watch of failed deliveries. Times are milliseconds since the UNIX epoch. */
export type FailedEvent =
  /** A failed delivery, its JSON text untouched. */
  | {
      readonly type: 'failure';
      readonly item: string;
      readonly failureTimeMs: number;
      /** It was listed later than the overlap: an earlier poll should have had it. */
      readonly late?: true;
    }
  /** Failures between these times can no longer be listed. */
  | {readonly type: 'gap'; readonly fromMs: number; readonly toMs: number}
  /** End the poll. */
  | {
      readonly type: 'poll';
      readonly pages: number;
      readonly listed: number;
      readonly told: number;
      /** Age of the latest record by the server's time; absent while that is not known. */
      readonly lagMs?: number;
      /** How far the server's clock is ahead of the local one; absent while unknown. */
      readonly skewMs?: number;
      /** Keys held against doubles, at most `mostHeldKeys` of watch-place.ts. */
      readonly held: number;
      /** There were more of them: records listed late up to this time are not told. */
      readonly lateFromMs?: number;
      readonly nextAtMs: number;
    }
  /** A poll failed and is tried again at this time of the own clock. */
  | {readonly type: 'retry'; readonly failure: Failure; readonly nextAtMs: number};

/** Dependencies of the watch. */
export interface WatchFailedPorts {
  /** Ask for the page of records later than a time; throws Failure. */
  readonly ask: (afterMs: number) => Promise<FailedPage>;
  readonly clock: Clock;
  /** 0 up to, not including, 1; spreads the waits after failures. */
  readonly random?: () => number;
  /**
   * Wait for the next poll, however long; who has a reason may end it sooner.
   *
   * @default it sleeps by the clock
   * @throws Failure 'interrupted' when `signal` is or becomes aborted
   */
  readonly pause?: (ms: number, after: 'poll' | 'failure', signal?: AbortSignal) => Promise<void>;
}

/** Where a watch of failed deliveries stands; kept in a file it lets a later watch go on. */
export interface WatchCursor {
  /** Nothing up to this time is wanted, milliseconds since the UNIX epoch. */
  readonly floorMs: number;
  /** All up to this time were told, but for late ones. */
  readonly toldMs: number;
  /** The latest failure time that was told. */
  readonly highWaterMs: number;
  /** Server's time of the last poll that came to its end. */
  readonly polledMs?: number;
  /** Keys of the records told as far back as late ones are looked for, with their failure times. */
  readonly seen: readonly SeenKey[];
}

/** The key of a record that was told, and its failure time. */
export type SeenKey = readonly [key: string, failureTimeMs: number];

/** How long the server lists a failure, milliseconds (services W5.4). */
export const retentionMs = 72 * 3_600_000;

/** How far back each poll checks for records listed late, milliseconds. */
export const usualOverlapMs = 5000;

/** The longest such overlap, and how far back it is looked for now and then whatever the overlap. */
export const longestOverlapMs = 600_000;
