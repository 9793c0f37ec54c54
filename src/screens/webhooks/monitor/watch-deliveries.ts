import {targetOf} from '../../../api/watch/delivery-facts.ts';
import {readFailedPage} from '../../../api/watch/failed-page.ts';
import type {FailedEvent} from '../../../api/watch/failed-watch.ts';
import {isRefusal, watchFailed} from '../../../api/watch/watch-failed.ts';
import {mostHeldKeys} from '../../../api/watch/watch-place.ts';
import {makeLookup} from '../../../base/json-pointer.ts';
import {findJson, isObject} from '../../../base/json-value.ts';
import {clockText, minuteMs} from '../../../base/times.ts';
import {optionsFor} from '../../../state/ask/ask.ts';
import {resolveCall} from '../../../state/ask/resolve-call.ts';
import {lineOfTrouble, troubleOf} from '../../../state/ask/trouble.ts';
import type {AppState} from '../../../state/model/state.ts';
import type {Ports, Step, Task} from '../../../state/model/step.ts';
import {refusalTrouble} from './delivery-trouble.ts';
import {type Gap, listedForMs, type ToldFailure, type WatchStatus} from './monitor-state.ts';
import {makeWatchPacer, type Pace, type WatchPacer} from './watch-pacer.ts';

/** Milliseconds between polls while something happens or someone looks. */
export const intervalMs = 10_000;
const recordsPerPage = '1000';
/** Who is refused is asked for again so often. */
const refusedMs = minuteMs;
/** While many pages are read, the screen need not follow each of them. */
const tellEveryMs = 500;

/** What the watch tells the state, besides records: why it paused, what was lost, where it stands. */
export type WatchNews =
  | {readonly kind: 'records'; readonly records: readonly ToldFailure[]}
  | {
      readonly kind: 'polled';
      readonly records: readonly ToldFailure[];
      readonly lagMs?: number;
      /** What the server's clock is ahead of ours. */
      readonly skewMs?: number;
      readonly nextAtMs: number;
    }
  | {readonly kind: 'gap'; readonly gap: Gap}
  | Extract<WatchStatus, {kind: 'waiting' | 'ended'}>;

/** Where an earlier session stood, as it is kept. Times are epoch milliseconds. */
export interface KeptWatch {
  readonly on: boolean;
  /** The last poll, by the server's clock. */
  readonly polledMs?: number;
  /** The latest failure time that was looked at. */
  readonly lookedMs?: number;
}

/** What an earlier session kept about its watch; undefined when it makes no sense. */
export function readKeptWatch(text: string | undefined): KeptWatch | undefined {
  const value = findJson(text);
  // Not written by us, or cut off: the watch begins as on the first day.
  if (!isObject(value)) return undefined;
  const {on, polledMs, lookedMs} = value;
  return {
    on: on === true,
    ...(typeof polledMs === 'number' && {polledMs}),
    ...(typeof lookedMs === 'number' && {lookedMs}),
  };
}

/**
 * Watch failed deliveries until aborted. All the server still lists is read first, since the counts
 * are about 72 hours; what was dropped from its list since the kept poll is told as a gap. Records
 * go to the state page by page, never one by one.
 */
async function watchDeliveries(
  kept: KeptWatch | undefined,
  ports: Ports,
  pacer: WatchPacer,
  signal: AbortSignal,
  told: (news: WatchNews) => void,
): Promise<void> {
  const tell = (news: WatchNews): void => {
    if (!signal.aborted) told(news);
  };
  let batch: ToldFailure[] = [];
  const take = (): readonly ToldFailure[] => {
    const taken = batch;
    batch = [];
    return taken;
  };
  let toldMs = 0;
  let isFirst = true;
  const ask = async (afterMs: number) => {
    if (batch.length > 0 && ports.clock.now() - toldMs >= tellEveryMs) {
      toldMs = ports.clock.now();
      tell({kind: 'records', records: take()});
    }
    const page = await askPage(afterMs, ports, signal);
    const gap = isFirst ? gapSince(kept?.polledMs, page.serverTimeMs) : undefined;
    isFirst = false;
    if (gap !== undefined) tell({kind: 'gap', gap});
    return page;
  };
  let polled = false;
  const {clock} = ports;
  const watched = {ask, clock, pause: pacer.pause(clock, intervalMs)};
  try {
    // It keeps no file of its keys, so that it can look ten minutes back however much fails.
    const options = {
      intervalMs,
      backMs: listedForMs,
      refusedMs,
      farKeys: mostHeldKeys,
      signal,
    };
    const {events} = watchFailed(watched, options);
    for await (const event of events) {
      if (event.type === 'failure') batch.push(toldFailure(event));
      // What the watch misses from its start is no gap: the 72 hours are counted from the kept poll.
      else if (event.type === 'gap' && !polled) continue;
      else {
        polled ||= event.type === 'poll';
        tell(newsOf(event, take, pacer, ports));
      }
    }
  } catch (thrown) {
    const records = take();
    if (records.length > 0) tell({kind: 'records', records});
    tell({kind: 'ended', trouble: troubleOf(thrown)});
  }
}

function newsOf(
  event: Exclude<FailedEvent, {type: 'failure'}>,
  take: () => readonly ToldFailure[],
  pacer: WatchPacer,
  ports: Ports,
): WatchNews {
  switch (event.type) {
    case 'gap':
      return {kind: 'gap', gap: {fromMs: event.fromMs, toMs: event.toMs}};
    case 'poll': {
      const {lagMs, skewMs} = event;
      const soonestMs = pacer.looked() ? ports.clock.now() + intervalMs : event.nextAtMs;
      return {
        kind: 'polled',
        records: take(),
        nextAtMs: Math.min(event.nextAtMs, soonestMs),
        ...(lagMs !== undefined && {lagMs}),
        ...(skewMs !== undefined && {skewMs}),
      };
    }
    case 'retry': {
      const {failure, nextAtMs} = event;
      const known = troubleOf(failure);
      const reason = lineOfTrouble(known);
      if (!isRefusal(failure)) {
        const again = `It is tried again at ${clockText(nextAtMs)}; r tries now, esc goes back.`;
        const told = {...known, advice: [...known.advice.slice(0, -1), again]};
        return {kind: 'waiting', reason, nextAtMs, trouble: told};
      }
      const {status} = failure.details;
      const trouble = refusalTrouble(failure, ports);
      return {
        kind: 'waiting',
        reason,
        nextAtMs,
        trouble,
        refusal: {trouble, ...(status && {status})},
      };
    }
  }
}

/** One page of failed deliveries, asked once: the watch itself tries again. */
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

function gapSince(polledMs: number | undefined, serverTimeMs: number | undefined): Gap | undefined {
  if (polledMs === undefined || serverTimeMs === undefined) return undefined;
  const toMs = serverTimeMs - listedForMs;
  return polledMs < toMs ? {fromMs: polledMs, toMs} : undefined;
}

function toldFailure(event: Extract<FailedEvent, {type: 'failure'}>): ToldFailure {
  const record = makeLookup(event.item);
  return {
    id: record.string('/id') ?? record.json('/id') ?? '',
    text: event.item,
    timeMs: event.failureTimeMs,
    target: targetOf(record.string('/url') ?? ''),
  };
}

type TakeNews = (state: AppState, news: WatchNews, atMs: number) => Step;

/**
 * The watch of failed deliveries, from where an earlier session stood.
 *
 * @param looked someone looks at it
 * @param take what is made of what it learns
 */
export function watchTask(looked: boolean, take: TakeNews): Task {
  return async (ports, {signal, hear}) => {
    const pacer = makeWatchPacer(looked);
    hear(said => {
      const {looked: isLooked, now} = said as Pace;
      pacer.pace(isLooked, now);
    });
    const kept = readKeptWatch(await ports.kept.read('monitor', 'profile'));
    await watchDeliveries(kept, ports, pacer, signal, news => {
      const atMs = ports.clock.now();
      ports.dispatch({kind: 'news', take: state => take(state, news, atMs)});
    });
  };
}
