import type {Clock} from '../../base/clock.ts';
import type {Failure} from '../../base/failure.ts';
import type {JsonObject} from '../../base/json-value.ts';
import type {AlertMemory} from './alert-memory.ts';
import type {Alert, AlertFailure, AlertSettings} from './alerts.ts';
import type {WatchPace} from './backoff.ts';
import type {FailedPage} from './failed-page.ts';

/** An event of a watch of failed deliveries. Times are milliseconds since the UNIX epoch. */
export type FailedEvent =
  /** A failed delivery, its JSON text unchanged. */
  | {
      readonly type: 'failure';
      readonly item: string;
      readonly failureTimeMs: number;
      /** It was listed later than the overlap: an earlier poll should have returned it. */
      readonly late?: true;
    }
  /** Failures between these times can no longer be listed. */
  | {readonly type: 'gap'; readonly fromMs: number; readonly toMs: number}
  /** A page ended: so many of its new failures did not match the filter. */
  | {readonly type: 'skipped'; readonly count: number}
  /** A poll ended. */
  | {
      readonly type: 'poll';
      readonly alerts?: readonly Alert[];
      readonly pages: number;
      readonly listed: number;
      readonly delivered: number;
      /** Age of the latest record by the server's time; absent while unknown. */
      readonly lagMs?: number;
      /** How far the server's clock is ahead of the local one; absent while unknown. */
      readonly skewMs?: number;
      /** Number of keys stored to detect duplicates. */
      readonly storedKeys: number;
      /** There were too many keys: only records listed late by less than this are delivered. */
      readonly lateWithinMs?: number;
      readonly nextAtMs: number;
    }
  /** A request failed; it is retried at this time of the local clock. */
  | {
      readonly type: 'retry';
      readonly failure: Failure;
      readonly nextAtMs: number;
      /** The watch ends if there is no response until then; absent without a limit. */
      readonly endAtMs?: number;
      readonly alerts?: readonly Alert[];
    }
  /** Alerts between the ends of polls: of a page, or since no response came. */
  | {readonly type: 'alerts'; readonly alerts: readonly Alert[]}
  /** The watch ends because of this failure. */
  | {readonly type: 'ended'; readonly failure: Failure; readonly alerts?: readonly Alert[]};

/** How a watch raises alerts. */
export interface WatchAlertOptions {
  /** As text. */
  readonly rules: readonly string[];
  readonly mutes?: AlertSettings['mutes'];
  /** The memory of an earlier watch; absent for the first one. */
  readonly memory?: AlertMemory | undefined;
  /**
   * The first poll lists failures from before the watch, which are not reported unless `memory`
   * lacks them.
   */
  readonly isLater: boolean;
  /** Describe a failure in an alert. @default its message */
  readonly reasonOf?: (failure: Failure) => string;
}

/** Options of a watch of failed deliveries. */
export interface WatchFailedOptions extends WatchPace {
  /** Milliseconds that each poll requests again, for records listed late. @default 5000 */
  readonly overlapMs?: number;
  /** Whether a failure (JSON text) is delivered; the others raise no alerts either. @default all */
  readonly matches?: ((record: string) => boolean) | undefined;
  /** Start later than this time. */
  readonly afterMs?: number;
  /**
   * Else start so many milliseconds back from when the watch began, by the server's clock. @default
   * the overlap, at most 5000
   */
  readonly backMs?: number;
  /** Resume from this cursor. */
  readonly resume?: WatchCursor;
  /** Without a cursor: time of the last poll of an earlier watch, to report a gap since then. */
  readonly sinceMs?: number | undefined;
  /** Retry rejected credentials after this many milliseconds. @default the watch ends */
  readonly refusedMs?: number;
  /** End after the credentials were rejected for this long. @default never */
  readonly patientMs?: number | undefined;
  /** End after a series of failures of this length. @default never */
  readonly giveUpMs?: number | undefined;
  /** Poll at least when each period of this length ends. */
  readonly everyMs?: number;
  /** The result is visible: poll at the interval, even without new records. @default false */
  readonly isVisible?: boolean;
  /** @default no alerts */
  readonly alerts?: WatchAlertOptions;
}

/** Changes to a running watch. */
export interface WatchChange {
  readonly isVisible?: boolean;
  /** Poll at once, also while waiting after a failure. */
  readonly now?: boolean;
  readonly rules?: readonly string[];
  readonly mutes?: AlertSettings['mutes'];
  /** Known failures, for the counts of new rules. */
  readonly known?: readonly AlertFailure[];
}

/** Dependencies of the watch. */
export interface WatchFailedPorts {
  /** Request the page of records later than a time; throws Failure. */
  readonly requestPage: (afterMs: number) => Promise<FailedPage>;
  readonly clock: Clock;
  /** From 0 up to, not including, 1; jitter for waits after failures. */
  readonly random?: () => number;
}

/** The cursor of a watch of failed deliveries; a later watch can resume from it. */
export interface WatchCursor {
  /** Records up to this time are not wanted, milliseconds since the UNIX epoch. */
  readonly floorMs: number;
  /** All records up to this time were delivered, except late ones. */
  readonly toldMs: number;
  /** The latest failure time of a delivered record. */
  readonly highWaterMs: number;
  /** Server's time of the last completed poll. */
  readonly polledMs?: number;
  /** The poll that was running; absent between polls and where responses have no Date header. */
  readonly poll?: {
    /** Server's time when it began. */
    readonly beganMs: number;
    /** Failure time of the last record it delivered or skipped. */
    readonly reachedMs: number;
  };
  /** Keys of delivered records as far back as late ones are searched, with their failure times. */
  readonly seen: readonly SeenKey[];
  /** State of the alert rules, by `memoryJson`; absent without rules. */
  readonly alerts?: JsonObject;
}

/** The key of a delivered record, and its failure time. */
export type SeenKey = readonly [key: string, failureTimeMs: number];

/** How long the server lists a failure, milliseconds (services W5.4). */
export const retentionMs = 72 * 3_600_000;

/** How far back each poll checks for records listed late, milliseconds. */
export const defaultOverlapMs = 5000;

/** The longest overlap, and how far back late records are searched for periodically. */
export const longestOverlapMs = 600_000;

/** Interval of searches for late records further back than the overlap, milliseconds. */
export const farSearchIntervalMs = 60_000;

/** Longest interval of these searches, for a service that takes long to respond, milliseconds. */
export const longestFarIntervalMs = 300_000;
