import {trackerRef} from '../../../api/operation-ref.ts';
import {resolveCall} from '../../../api/resolve-call.ts';
import {readMemory} from '../../../api/watch/alert-memory.ts';
import {type Alert, alertsFrom} from '../../../api/watch/alerts.ts';
import {targetOf} from '../../../api/watch/delivery-facts.ts';
import {readFailedPage} from '../../../api/watch/failed-page.ts';
import type {FailedEvent, WatchChange} from '../../../api/watch/failed-watch.ts';
import {watchFailed} from '../../../api/watch/watch-failed.ts';
import {type Failure, toFailure} from '../../../base/failure.ts';
import {makeLookup} from '../../../base/json-pointer.ts';
import {findJson, isArray, isObject, type JsonObject} from '../../../base/json-value.ts';
import {minuteMs} from '../../../base/times.ts';
import {planCall} from '../../../state/ask/ask.ts';
import {summarizeError} from '../../../state/ask/error-summary.ts';
import type {AppState} from '../../../state/model/state.ts';
import type {Effect, Ports, Task, Transition} from '../../../state/model/transition.ts';
import {
  type Delivery,
  type EarlierWatch,
  type Monitor,
  serverRetentionMs,
} from './monitor-state.ts';

/** Milliseconds between polls while records arrive or the monitor is visible. */
export const intervalMs = 10_000;
const recordsPerPage = '1000';
/** Milliseconds between attempts after a refusal. */
const refusedMs = minuteMs;
/** Milliseconds between updates of the screen while many pages are read. */
const updateEveryMs = 500;

/** A message of the watch: a batch of records and the event that followed. */
export interface WatchMessage {
  readonly records: readonly Delivery[];
  readonly event?: Exclude<FailedEvent, {readonly type: 'failure'}>;
  /** Return the state of the alert rules, for the next session. */
  readonly alertState?: () => JsonObject | undefined;
}

/** Task slot of the watch. */
export const watchSlot = 'monitor';

/** Change the pace or the alert rules of the running watch. */
export function changeWatch(change: WatchChange): Effect {
  return {kind: 'tell', slot: watchSlot, message: change};
}

/** Where the watch state is persisted. */
export const watchFile = {name: 'monitor', scope: 'account'} as const;

/** Persisted watch state. Times are epoch milliseconds. */
export interface PersistedWatch {
  readonly on: boolean;
  /** The last poll, by the server's clock. */
  readonly polledMs?: number;
  /** Latest failure time seen. */
  readonly lookedMs?: number;
  /** State of the alert rules. */
  readonly alerts?: JsonObject;
  /** Alerts for the program, which the state of the rules has already. */
  readonly unprocessed?: readonly Alert[];
}

/** Return the state with which the next watch continues; before the first poll, the earlier one. */
export function watchedSoFar({polledMs, skewMs, alertState, earlier}: Monitor): EarlierWatch {
  return {
    polledMs: polledMs === undefined ? earlier?.polledMs : polledMs + skewMs,
    alerts: alertState?.() ?? earlier?.alerts,
  };
}

/** Persist the state of the watch for the next session. */
export function persistWatch(monitor: Monitor, on: boolean): Effect {
  const {lookedMs, unprocessed} = monitor;
  const {polledMs, alerts} = watchedSoFar(monitor);
  const kept: PersistedWatch = {
    on,
    ...(polledMs !== undefined && {polledMs}),
    ...(lookedMs !== undefined && {lookedMs}),
    ...(alerts && {alerts}),
    ...(unprocessed.length > 0 && {unprocessed}),
  };
  return {kind: 'persist', ...watchFile, text: JSON.stringify(kept)};
}

/** Parse the persisted watch state; undefined if invalid. */
export function readPersistedWatch(text: string | undefined): PersistedWatch | undefined {
  const value = findJson(text);
  // Ignore a foreign or truncated file: start as on the first run.
  if (!isObject(value)) return undefined;
  const {on, polledMs, lookedMs, alerts, unprocessed} = value;
  return {
    on: on === true,
    ...(typeof polledMs === 'number' && {polledMs}),
    ...(typeof lookedMs === 'number' && {lookedMs}),
    ...(isObject(alerts) && {alerts}),
    ...(isArray(unprocessed) && {unprocessed: alertsFrom(unprocessed)}),
  };
}

/**
 * The watch of failed deliveries. It first reads everything the server lists, since the counts
 * cover 72 hours; records evicted since the last poll of an earlier session are reported as a gap.
 *
 * @param start visibility, and the alert rules
 * @param take applies its messages to the state
 */
export function watchTask(
  start: Required<Pick<WatchChange, 'isVisible' | 'rules' | 'mutes'>>,
  take: (state: AppState, news: WatchMessage, atMs: number) => Transition,
): Task {
  return async (ports, {signal, onMessage: hear}) => {
    const {clock} = ports;
    // The rules may be restored while the persisted state is read.
    let changed: WatchChange = {};
    hear(said => {
      changed = {...changed, ...(said as WatchChange)};
    });
    const kept = readPersistedWatch(await ports.persisted.read(watchFile.name, watchFile.scope));
    const {isVisible, rules, mutes} = {...start, ...changed};
    let batch: Delivery[] = [];
    let toldMs = 0;
    const tell = (event?: WatchMessage['event']): void => {
      if (signal.aborted) return;
      const [records, atMs] = [batch, clock.now()];
      batch = [];
      toldMs = atMs;
      const news = {records, ...(event && {event, alertState})};
      ports.dispatch({kind: 'taskResult', take: state => take(state, news, atMs)});
    };
    const readPage = (afterMs: number) => {
      if (batch.length > 0 && clock.now() - toldMs >= updateEveryMs) tell();
      return requestPage(afterMs, ports, signal);
    };
    const reasonOf = (failure: Failure): string => summarizeError(failure).title;
    const memory = readMemory(kept?.alerts);
    const alertState = () => watch.alertState() ?? kept?.alerts;
    const watch = watchFailed(
      {requestPage: readPage, clock},
      {
        intervalMs,
        backMs: serverRetentionMs,
        sinceMs: kept?.polledMs,
        refusedMs,
        maxWaitMs: ports.maxWaitMs,
        isVisible,
        alerts: {rules, mutes, memory, isLater: true, reasonOf},
        signal,
      },
    );
    hear(said => watch.change(said as WatchChange));
    let isEnded = false;
    let isKnown = kept?.polledMs !== undefined;
    try {
      for await (const event of watch.events) {
        if (event.type === 'failure') batch.push(deliveryOf(event));
        // Records missing from the start are not a gap: the 72 hours count from the persisted poll.
        else if (event.type !== 'gap' || isKnown) tell(event);
        isEnded = event.type === 'ended';
        isKnown ||= event.type === 'poll';
      }
    } catch (thrown) {
      if (!isEnded) tell({type: 'ended', failure: toFailure(thrown)});
    }
  };
}

/** Request one page of failed deliveries, without retries: the watch retries itself. */
async function requestPage(afterMs: number, ports: Ports, signal: AbortSignal) {
  const inputs = {after: String(afterMs), maxResults: recordsPerPage};
  const resolved = resolveCall(trackerRef('webhook get-failed', inputs), {}, ports.clock.now());
  const one = {paginate: false, retries: 0};
  const {client, plan, options} = planCall(resolved, ports, signal, one);
  const reply = await client.request(plan, options);
  return readFailedPage(reply.text, afterMs, reply.headers.date);
}

function deliveryOf(event: Extract<FailedEvent, {type: 'failure'}>): Delivery {
  const record = makeLookup(event.item);
  return {
    id: record.string('/id') ?? record.json('/id') ?? '',
    text: event.item,
    timeMs: event.failureTimeMs,
    target: targetOf(record.string('/url') ?? ''),
  };
}
