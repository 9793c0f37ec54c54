import {maxTrackedKeys} from '../../../api/watch/cursor-tracker.ts';
import {targetOf} from '../../../api/watch/delivery-facts.ts';
import {readFailedPage} from '../../../api/watch/failed-page.ts';
import type {FailedEvent} from '../../../api/watch/failed-watch.ts';
import {watchFailed} from '../../../api/watch/watch-failed.ts';
import {makeLookup} from '../../../base/json-pointer.ts';
import {findJson, isObject} from '../../../base/json-value.ts';
import {minuteMs} from '../../../base/times.ts';
import {optionsFor} from '../../../state/ask/ask.ts';
import {summarizeError} from '../../../state/ask/error-summary.ts';
import {resolveCall} from '../../../state/ask/resolve-call.ts';
import type {ErrorSummary} from '../../../state/model/load.ts';
import type {AppState} from '../../../state/model/state.ts';
import type {Ports, Task, Transition} from '../../../state/model/transition.ts';
import {type Delivery, serverRetentionMs} from './monitor-state.ts';
import {makeWatchPacer, type Pace} from './watch-pacer.ts';

/** Milliseconds between polls while records arrive or the monitor is visible. */
export const intervalMs = 10_000;
const recordsPerPage = '1000';
/** Milliseconds between attempts after a refusal. */
const refusedMs = minuteMs;
/** Milliseconds between updates of the screen while many pages are read. */
const tellEveryMs = 500;

/** A message of the watch: a batch of records and the event that followed. */
export interface WatchNews {
  readonly records: readonly Delivery[];
  readonly event?:
    | Exclude<FailedEvent, {readonly type: 'failure'}>
    | {readonly type: 'ended'; readonly trouble: ErrorSummary};
}

/** Persisted watch state. Times are epoch milliseconds. */
export interface PersistedWatch {
  readonly on: boolean;
  /** The last poll, by the server's clock. */
  readonly polledMs?: number;
  /** Latest failure time seen. */
  readonly lookedMs?: number;
}

/** Parse the persisted watch state; undefined if invalid. */
export function readPersistedWatch(text: string | undefined): PersistedWatch | undefined {
  const value = findJson(text);
  // Ignore a foreign or truncated file: start as on the first run.
  if (!isObject(value)) return undefined;
  const {on, polledMs, lookedMs} = value;
  return {
    on: on === true,
    ...(typeof polledMs === 'number' && {polledMs}),
    ...(typeof lookedMs === 'number' && {lookedMs}),
  };
}

/**
 * The watch of failed deliveries. All the server still lists is read first, since the counts are about
 * 72 hours; what was dropped from its list since the poll an earlier session kept is told as a gap.
 *
 * @param looked someone looks at it
 * @param take what is made of what it learns
 */
export function watchTask(
  looked: boolean,
  take: (state: AppState, news: WatchNews, atMs: number) => Transition,
): Task {
  return async (ports, {signal, onMessage: hear}) => {
    const {clock} = ports;
    const pacer = makeWatchPacer(clock, intervalMs, looked);
    hear(said => pacer.pace(said as Pace));
    const kept = readPersistedWatch(await ports.persisted.read('monitor', 'profile'));
    let batch: Delivery[] = [];
    let toldMs = 0;
    const tell = (event?: WatchNews['event']): void => {
      if (signal.aborted) return;
      const [records, atMs] = [batch, clock.now()];
      batch = [];
      toldMs = atMs;
      const news = {records, ...(event && {event})};
      ports.dispatch({kind: 'taskResult', take: state => take(state, news, atMs)});
    };
    let isFirst = true;
    const ask = async (afterMs: number) => {
      if (batch.length > 0 && clock.now() - toldMs >= tellEveryMs) tell();
      const page = await askPage(afterMs, ports, signal);
      const gap = isFirst ? gapSince(kept?.polledMs, page.serverTimeMs) : undefined;
      isFirst = false;
      if (gap !== undefined) tell(gap);
      return page;
    };
    // It keeps no file of its keys, so that it can look ten minutes back however much fails.
    const options = {
      intervalMs,
      backMs: serverRetentionMs,
      refusedMs,
      farKeys: maxTrackedKeys,
      signal,
    };
    let polled = false;
    try {
      for await (const event of watchFailed({ask, clock, pause: pacer.pause}, options).events) {
        if (event.type === 'failure') batch.push(toldFailure(event));
        // What the watch misses from its start is no gap: the 72 hours are counted from the kept poll.
        else if (event.type !== 'gap' || polled) tell(event);
        polled ||= event.type === 'poll';
      }
    } catch (thrown) {
      tell({type: 'ended', trouble: summarizeError(thrown)});
    }
  };
}

/** Request one page of failed deliveries, without retries: the watch retries itself. */
async function askPage(afterMs: number, ports: Ports, signal: AbortSignal) {
  const inputs = {after: String(afterMs), maxResults: recordsPerPage};
  const call = {service: 'tracker', operation: 'webhook get-failed', inputs} as const;
  const resolved = resolveCall(call, {}, ports.clock.now());
  const options = {...optionsFor(resolved, ports, signal), paginate: false, retries: 0};
  const client = ports.client('tracker');
  const plan = client.plan(resolved.operation, resolved.given, options);
  const reply = await client.request(plan, options);
  return readFailedPage(reply.text, afterMs, reply.headers.date);
}

function gapSince(fromMs: number | undefined, serverTimeMs = 0) {
  const toMs = serverTimeMs - serverRetentionMs;
  return fromMs !== undefined && fromMs < toMs ? ({type: 'gap', fromMs, toMs} as const) : undefined;
}

function toldFailure(event: Extract<FailedEvent, {type: 'failure'}>): Delivery {
  const record = makeLookup(event.item);
  return {
    id: record.string('/id') ?? record.json('/id') ?? '',
    text: event.item,
    timeMs: event.failureTimeMs,
    target: targetOf(record.string('/url') ?? ''),
  };
}
