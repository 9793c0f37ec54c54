import type {Alert} from '../../../api/watch/alerts.ts';
import {type Grouping, groupingNames} from '../../../api/watch/group-deliveries.ts';
import type {JsonObject} from '../../../base/json-value.ts';
import {hourMs, minuteMs} from '../../../base/times.ts';
import type {ErrorSummary} from '../../../state/model/load.ts';
import {type AppState, slice} from '../../../state/model/state.ts';
import {addEvicted, type BufferedFailure, type EvictedByName, splitBuffered} from './buffer.ts';
import {nameIn} from './record-names.ts';

/** Failures between these times (milliseconds since the UNIX epoch) can no longer be listed. */
export interface Gap {
  readonly fromMs: number;
  readonly toMs: number;
}

/** A rejection of the credentials: 401 for invalid ones, 403 for missing permissions. */
interface Refusal {
  readonly status?: number;
}

/** Status after a failed or refused poll, with the time of the next attempt. */
export interface WaitingWatch {
  readonly kind: 'waiting';
  readonly reason: string;
  /** What failed, in a word or two: `429`, `503`, `not JSON`, `no response`. */
  readonly cause: string;
  /** When the series of failures began. */
  readonly sinceMs: number;
  readonly nextAtMs: number;
  /** Error shown instead of the list while no data was read. */
  readonly trouble: ErrorSummary;
  readonly refusal?: Refusal;
}

/** Status of the watch. */
export type WatchStatus =
  /** Not started, or turned off. */
  | {
      readonly kind: 'off';
      /**
       * Turned off, or denied before the first data: the home screen does not start it. @default
       * false
       */
      readonly stays?: true;
    }
  | {readonly kind: 'running'}
  | WaitingWatch
  /** Stopped permanently, since the server lacks the operation. */
  | {readonly kind: 'ended'; readonly trouble: ErrorSummary};

/** The state with which a watch continues. */
export interface EarlierWatch {
  readonly polledMs?: number | undefined;
  readonly alerts?: JsonObject | undefined;
}

/** State of the monitor of failed deliveries. Times are epoch milliseconds. */
export interface Monitor {
  readonly status: WatchStatus;
  /** Buffered records in the order received; at most `maxBuffered`. */
  readonly buffered: readonly BufferedFailure[];
  /** Summaries of evicted records by grouping; a grouping chosen later has none. */
  readonly evicted: ReadonlyMap<Grouping, EvictedByName>;
  /** Number of the latest record. */
  readonly seq: number;
  /** The latest failure time of all records, 0 before the first. */
  readonly latestMs: number;
  /** Number of evicted records. */
  readonly dropped: number;
  /** Whether all existing records were read; later records are new. */
  readonly caughtUp: boolean;
  readonly polledMs?: number;
  readonly nextAtMs?: number;
  /** Too many failures: those listed later than this may be missed. */
  readonly lateWithinMs?: number;
  /** Return the state of the alert rules, for the next session. */
  readonly alertState?: () => JsonObject | undefined;
  /** The last poll by the server's clock, and the state of the alert rules, of an earlier watch. */
  readonly earlier?: EarlierWatch;
  /** Alerts that the program has not processed yet, oldest first. */
  readonly unprocessed: readonly Alert[];
  /** How far the server's clock is ahead of ours; 0 within the tolerance. */
  readonly skewMs: number;
  readonly gaps: readonly Gap[];
  /** Sequence number of the last record seen in an earlier session. */
  readonly oldSeq: number;
  /** Sequence number of the last record shown. */
  readonly seenSeq: number;
  /** `seenSeq` when the monitor was last opened; later records are marked new on every tab. */
  readonly openedSeq: number;
  /** Latest failure time seen, in this session or an earlier one. */
  readonly lookedMs?: number;
  /** Index into `monitorWindows`. */
  readonly window: number;
  /** Current grouping. */
  readonly groupedBy: Grouping;
  /** Whether a new failing URL rings. Persisted per user. */
  readonly bell: boolean;
  /** Time when the watch state was last persisted. */
  readonly persistedMs: number;
}

/** Most buffered records; the oldest of the noisiest URLs are evicted first. */
export const maxBuffered = 50_000;

/** How long the server lists a failure (services W5.4). */
export const serverRetentionMs = 72 * hourMs;

/** The time windows that `t` cycles through, with the length of a bar of the timeline. */
export const monitorWindows = [
  {name: '15 min', ms: 15 * minuteMs, barMs: minuteMs / 2},
  {name: '1 h', ms: hourMs, barMs: 5 * minuteMs},
  {name: '24 h', ms: 24 * hourMs, barMs: hourMs},
  {name: '72 h', ms: serverRetentionMs, barMs: 3 * hourMs},
] as const;

/** Describe a grouping. */
export function groupingWords(grouping: Grouping): string {
  return grouping === 'url' ? 'by URL' : `by ${grouping}`;
}

/** Return the selected time window. */
export function windowOf({window}: Pick<Monitor, 'window'>): (typeof monitorWindows)[number] {
  return monitorWindows[window] ?? monitorWindows[3];
}

/** Initial state of the monitor. */
export const freshMonitor: Monitor = {
  status: {kind: 'off'},
  buffered: [],
  evicted: new Map(),
  seq: 0,
  latestMs: 0,
  dropped: 0,
  caughtUp: false,
  unprocessed: [],
  skewMs: 0,
  gaps: [],
  oldSeq: 0,
  seenSeq: 0,
  openedSeq: 0,
  window: 3,
  groupedBy: 'url',
  bell: false,
  persistedMs: 0,
};

/** Return the current refusal of the credentials, if any. */
export function refusalOf({status}: Pick<Monitor, 'status'>): Refusal | undefined {
  return status.kind === 'waiting' ? status.refusal : undefined;
}

/** Tolerance: a Date header has whole seconds and network delay. */
const usualSkewMs = 2000;

/** Return the clock skew, or 0 within the tolerance. */
export function significantSkew(skewMs: number): number {
  return Math.abs(skewMs) < usualSkewMs ? 0 : skewMs;
}

/** Return the current time by the server's clock, as measured by the watch. */
export function serverNow(state: Pick<AppState, 'nowMs' | 'own'>): number {
  return state.nowMs + monitorOf(state).skewMs;
}

/** Accessors of the monitor's state. */
export const {of: monitorOf, with: withMonitor} = slice('monitor', freshMonitor);

/** Count the unseen records. */
export function newFailures({seq, seenSeq}: Monitor): number {
  return seq - seenSeq;
}

/** A record received from the watch. */
export type Delivery = Omit<BufferedFailure, 'seq'>;

/**
 * Add records to the monitor, evicting some beyond the limit. While it is catching up, records up
 * to the last visit of an earlier session are not new; on the very first run none is.
 */
export function bufferFailures(monitor: Monitor, records: readonly Delivery[]): Monitor {
  if (records.length === 0) return monitor;
  let {seq, oldSeq, seenSeq, latestMs} = monitor;
  const {lookedMs, caughtUp} = monitor;
  const added = records.map((failure): BufferedFailure => {
    seq += 1;
    latestMs = Math.max(latestMs, failure.timeMs);
    const old = !caughtUp && (lookedMs === undefined || failure.timeMs <= lookedMs);
    if (old) {
      oldSeq = seq;
      seenSeq = seq;
    }
    return {...failure, seq};
  });
  const {buffered, gone} = splitBuffered([...monitor.buffered, ...added], maxBuffered);
  const countedFromMs = latestMs - serverRetentionMs - hourMs;
  return {
    ...monitor,
    buffered,
    evicted: summarizeEvicted(monitor, gone, countedFromMs),
    dropped: monitor.dropped + gone.length,
    seq,
    latestMs,
    oldSeq,
    seenSeq,
  };
}

/** Summarize evicted records for every grouping, since their bodies are lost afterwards. */
function summarizeEvicted(
  {evicted: known, groupedBy}: Monitor,
  gone: readonly BufferedFailure[],
  countedFromMs: number,
): Monitor['evicted'] {
  if (gone.length === 0) return known;
  const groupings = new Set<Grouping>([...groupingNames, groupedBy, ...known.keys()]);
  return new Map(
    [...groupings].map(by => [
      by,
      addEvicted(known.get(by) ?? new Map(), gone, countedFromMs, one => nameIn(one, by)),
    ]),
  );
}

/** Mark all records received so far as seen. */
export function markAllSeen(monitor: Monitor): Monitor {
  if (monitor.seenSeq === monitor.seq && monitor.lookedMs !== undefined) return monitor;
  // While catching up, later records decide what is new.
  if (!monitor.caughtUp) {
    return monitor.seenSeq === monitor.seq ? monitor : {...monitor, seenSeq: monitor.seq};
  }
  return {
    ...monitor,
    seenSeq: monitor.seq,
    lookedMs: Math.max(monitor.latestMs, monitor.lookedMs ?? 0),
  };
}
