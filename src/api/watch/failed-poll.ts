import {type FailedEvent, keptMs, type WatchFailedPorts, type WatchPlace} from './failed-watch.ts';
import type {PlaceKeeper} from './watch-place.ts';

/** A poll on its way: a fault on one page need not make those before it be read again. */
export interface FailedPoll {
  /** When it began, by the own clock. */
  readonly beganMs: number;
  /** It looks for late records further back than the overlap. */
  readonly isFar: boolean;
  /** Ask for what is later than this. */
  afterMs: number;
  /** Pages read. */
  pages: number;
  listed: number;
  told: number;
  /** The server's time at its first page. */
  serverMs: number | undefined;
  /** What that was ahead of the own. */
  skewMs: number | undefined;
}

/** What a poll comes to. */
export type PollCounts = Omit<Extract<FailedEvent, {readonly type: 'poll'}>, 'type' | 'nextAtMs'>;

/** A new poll. */
export function startPoll(keeper: PlaceKeeper, beganMs: number, isFar: boolean): FailedPoll {
  const afterMs = keeper.askAfterMs(isFar);
  const [serverMs, skewMs] = [undefined, undefined];
  return {beganMs, isFar, afterMs, pages: 0, listed: 0, told: 0, serverMs, skewMs};
}

/**
 * Go on with a poll: follow the pages until one is short; a page that leads no further ends it too.
 *
 * @param slackMs a gap no longer than this is none
 * @throws Failure of a page; the poll can be gone on with
 */
export async function* followPoll(
  poll: FailedPoll,
  keeper: PlaceKeeper,
  {ask, clock}: WatchFailedPorts,
  slackMs: number,
): AsyncGenerator<FailedEvent, PollCounts, undefined> {
  for (;;) {
    const {records, size, serverTimeMs} = await ask(poll.afterMs);
    if (poll.pages++ === 0) {
      const nowMs = serverTimeMs ?? clock.now();
      poll.serverMs = serverTimeMs;
      poll.skewMs = serverTimeMs === undefined ? undefined : serverTimeMs - clock.now();
      const gap = gapBefore(keeper.place(), nowMs, slackMs);
      keeper.begin(nowMs, serverTimeMs !== undefined);
      if (gap !== undefined) yield gap;
    }
    poll.listed += records.length;
    for (const record of records) {
      const {failureTimeMs, text} = record;
      const passed = keeper.pass(record);
      if (passed === 'known') continue;
      poll.told++;
      yield {type: 'failure', item: text, failureTimeMs, ...(passed === 'late' && {late: true})};
    }
    const lastMs = records.at(-1)?.failureTimeMs ?? poll.afterMs;
    keeper.settle(lastMs);
    if (lastMs <= poll.afterMs || records.length < (size ?? 0)) return finishPoll(poll, keeper);
    poll.afterMs = lastMs;
  }
}

function finishPoll(poll: FailedPoll, keeper: PlaceKeeper): PollCounts {
  const {pages, listed, told, serverMs, skewMs} = poll;
  const memory = keeper.finish();
  const {highWaterMs} = keeper.place();
  const lagMs = serverMs === undefined ? undefined : Math.max(0, serverMs - highWaterMs);
  return {
    pages,
    listed,
    told,
    ...(lagMs !== undefined && {lagMs}),
    ...(skewMs !== undefined && {skewMs}),
    ...memory,
  };
}

/** What was dropped from the server's list since the last poll, or since the start that was asked for. */
function gapBefore(
  {polledMs, toldMs}: WatchPlace,
  nowMs: number,
  slackMs: number,
): FailedEvent | undefined {
  const fromMs = Math.max(polledMs ?? toldMs, toldMs);
  const toMs = nowMs - keptMs;
  return toMs > fromMs + slackMs ? {type: 'gap', fromMs, toMs} : undefined;
}
