import {type Grouping, groupingNames} from '../../../api/watch/group-deliveries.ts';
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

/** The credentials were refused: with 401 they are no good, with 403 they do not suffice. */
interface Refusal {
  readonly status?: number;
}

/** A poll failed or was refused; it is tried again at this time. */
export interface WaitingWatch {
  readonly kind: 'waiting';
  readonly reason: string;
  readonly nextAtMs: number;
  /** The same to be shown in place of a list while nothing was read yet. */
  readonly trouble: ErrorSummary;
  readonly refusal?: Refusal;
}

/** How the watch stands. */
export type WatchStatus =
  /** Not started, or switched off. */
  | {
      readonly kind: 'off';
      /** It was switched off, or refused before it told anything: home does not begin it. @default false */
      readonly stays?: true;
    }
  | {readonly kind: 'running'}
  | WaitingWatch
  /** Going on makes no sense: the server has no such operation. */
  | {readonly kind: 'ended'; readonly trouble: ErrorSummary};

/** The monitor of failed deliveries: what it holds and how its watch stands. Times are epoch milliseconds. */
export interface Monitor {
  readonly status: WatchStatus;
  /** Oldest first, in the order they were told; at most `heldAtMost`. */
  readonly held: readonly BufferedFailure[];
  /** What is still counted of the records let go, by what they may be grouped by: one chosen later has none. */
  readonly letGo: ReadonlyMap<Grouping, EvictedByName>;
  /** Number of the latest record. */
  readonly seq: number;
  /** The latest failure time of all records, 0 before the first. */
  readonly latestMs: number;
  /** Records let go because there were too many. */
  readonly dropped: number;
  /** All up to now was read once: what comes from here on is new. */
  readonly caughtUp: boolean;
  readonly polledMs?: number;
  readonly nextAtMs?: number;
  /** Age of the latest record at the last poll, by the server's clock. */
  readonly lagMs?: number;
  /** What the server's clock is ahead of ours, where that is more than they may differ. */
  readonly skewMs: number;
  readonly gaps: readonly Gap[];
  /** Number of the last record an earlier session had looked at. */
  readonly oldSeq: number;
  /** Number of the last record that was on the screen, or could have been. */
  readonly lookedSeq: number;
  /** The same when the monitor was opened last: what came since is marked as new on every tab. */
  readonly openedSeq: number;
  /** The latest failure time that was looked at, in this session or an earlier one. */
  readonly lookedMs?: number;
  /** Index into `monitorWindows`. */
  readonly window: number;
  /** What failures are grouped by. */
  readonly groupedBy: Grouping;
  /** A new URL rings. Kept per user. */
  readonly bell: boolean;
  /** When the place was kept last. */
  readonly keptMs: number;
}

/** Records held at most; the oldest of the noisiest URLs go first, and the header says so. */
export const maxBuffered = 50_000;

/** How long the server lists a failure (services W5.4). */
export const serverRetentionMs = 72 * hourMs;

/** The time windows `t` goes through, with the length of a bar of the time line. */
export const monitorWindows = [
  {name: '15 min', ms: 15 * minuteMs, barMs: minuteMs / 2},
  {name: '1 h', ms: hourMs, barMs: 5 * minuteMs},
  {name: '24 h', ms: 24 * hourMs, barMs: hourMs},
  {name: '72 h', ms: serverRetentionMs, barMs: 3 * hourMs},
] as const;

/** What is said of a grouping. */
export function groupingWords(grouping: Grouping): string {
  return grouping === 'url' ? 'by address' : `by ${grouping}`;
}

/** The chosen window. */
export function windowOf({window}: Pick<Monitor, 'window'>): (typeof monitorWindows)[number] {
  return monitorWindows[window] ?? monitorWindows[3];
}

/** A monitor that has not begun. */
export const freshMonitor: Monitor = {
  status: {kind: 'off'},
  held: [],
  letGo: new Map(),
  seq: 0,
  latestMs: 0,
  dropped: 0,
  caughtUp: false,
  skewMs: 0,
  gaps: [],
  oldSeq: 0,
  lookedSeq: 0,
  openedSeq: 0,
  window: 3,
  groupedBy: 'url',
  bell: false,
  keptMs: 0,
};

/** Why nothing is told at present, when the credentials are refused. */
export function refusalOf({status}: Pick<Monitor, 'status'>): Refusal | undefined {
  return status.kind === 'waiting' ? status.refusal : undefined;
}

/** A Date is of whole seconds, and comes after its way through the network. */
const usualSkewMs = 2000;

/** How far the server's clock is off, as far as it matters. */
export function noticedSkew(skewMs: number): number {
  return Math.abs(skewMs) < usualSkewMs ? 0 : skewMs;
}

/** Now by the server's clock, as far as the watch has learned it: what ages of its records count from. */
export function serverNow(state: Pick<AppState, 'nowMs' | 'own'>): number {
  return state.nowMs + monitorOf(state).skewMs;
}

/** The monitor as it stands, and the state with the monitor changed. */
export const {of: monitorOf, with: withMonitor} = slice('monitor', freshMonitor);

/** Records nobody has looked at. */
export function newFailures({seq, lookedSeq}: Monitor): number {
  return seq - lookedSeq;
}

/** A record as the watch hands it over. */
export type Delivery = Omit<BufferedFailure, 'seq'>;

/**
 * The monitor with further records, some let go where there are too many. Of what is read
 * before it has caught up, records up to the time looked at in an earlier session are not new; on
 * the very first run none is.
 */
export function bufferFailures(monitor: Monitor, told: readonly Delivery[]): Monitor {
  if (told.length === 0) return monitor;
  let {seq, oldSeq, lookedSeq, latestMs} = monitor;
  const {lookedMs, caughtUp} = monitor;
  const added = told.map((failure): BufferedFailure => {
    seq += 1;
    latestMs = Math.max(latestMs, failure.timeMs);
    const old = !caughtUp && (lookedMs === undefined || failure.timeMs <= lookedMs);
    if (old) {
      oldSeq = seq;
      lookedSeq = seq;
    }
    return {...failure, seq};
  });
  const {held, gone} = splitBuffered([...monitor.held, ...added], maxBuffered);
  const countedFromMs = latestMs - serverRetentionMs - hourMs;
  return {
    ...monitor,
    held,
    letGo: letGo(monitor, gone, countedFromMs),
    dropped: monitor.dropped + gone.length,
    seq,
    latestMs,
    oldSeq,
    lookedSeq,
  };
}

/** Those let go by whatever they may be grouped by: once they are gone their bodies are, too. */
function letGo(
  {letGo: known, groupedBy}: Monitor,
  gone: readonly BufferedFailure[],
  countedFromMs: number,
): Monitor['letGo'] {
  if (gone.length === 0) return known;
  const groupings = new Set<Grouping>([...groupingNames, groupedBy, ...known.keys()]);
  return new Map(
    [...groupings].map(by => [
      by,
      addEvicted(known.get(by) ?? new Map(), gone, countedFromMs, one => nameIn(one, by)),
    ]),
  );
}

/** All that came so far was looked at. */
export function markAllSeen(monitor: Monitor): Monitor {
  if (monitor.lookedSeq === monitor.seq && monitor.lookedMs !== undefined) return monitor;
  // While it catches up, what is still to come decides what is new.
  if (!monitor.caughtUp) {
    return monitor.lookedSeq === monitor.seq ? monitor : {...monitor, lookedSeq: monitor.seq};
  }
  return {
    ...monitor,
    lookedSeq: monitor.seq,
    lookedMs: Math.max(monitor.latestMs, monitor.lookedMs ?? 0),
  };
}
