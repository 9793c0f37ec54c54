import {readFailedPage} from '../../../src/api/watch/failed-page.ts';
import type {
  FailedEvent,
  WatchCursor,
  WatchFailedOptions,
} from '../../../src/api/watch/failed-watch.ts';
import {watchFailed} from '../../../src/api/watch/watch-failed.ts';
import {Failure, type FailureKind, toFailure} from '../../../src/base/failure.ts';

/** A record of a fake server. */
export interface Listed {
  readonly id: string;
  readonly time: number;
  /** When the server begins to list it. */
  readonly listedAt: number;
  /** @default none */
  readonly url?: string;
}

/** When the server's clock begins. */
export const begin = Date.UTC(2026, 0, 1);
export const hourMs = 3_600_000;

/** How a server is, beside what it lists. */
export interface ServerTraits {
  /** Faults of the requests in their order. */
  readonly faults?: readonly (FailureKind | undefined)[];
  /** From when on there are no faults, by the server's clock. @default never */
  readonly wellFromMs?: number;
  readonly size?: number;
  /** How the parameter is called in `next`. @default 'failedAfter' */
  readonly nextName?: 'after' | 'failedAfter';
  /** No `maxResults` in the answer: its last page is known by the one after it. */
  readonly sizeless?: boolean;
  /** No Date header. */
  readonly dateless?: boolean;
  /** The own clock is ahead of the server by this. */
  readonly skewMs?: number;
  /** The Date header is ahead of the failure times by this. @default 0 */
  readonly dateAheadMs?: number;
  /** How long a request takes. */
  readonly takesMs?: number;
}

/** A server with a held clock that lists records, and faults in turn. */
export function fakeServer(all: readonly Listed[], traits: ServerTraits = {}) {
  const {size = 100, nextName = 'failedAfter', skewMs = 0, takesMs = 0} = traits;
  const {dateAheadMs = 0, wellFromMs = Number.POSITIVE_INFINITY} = traits;
  const faults = [...(traits.faults ?? [])];
  const sorted = [...all].sort((a, b) => a.time - b.time);
  const asked: number[] = [];
  const sleeps: number[] = [];
  let now = begin;
  const ask = async (after: number) => {
    asked.push(after);
    now += takesMs;
    const fault = now < wellFromMs ? faults.shift() : undefined;
    if (fault) throw new Failure(fault, fault);
    const later = sorted.filter(
      ({time, listedAt}) => time > after && listedAt <= now && time > now - 72 * hourMs,
    );
    const cut = later[size - 1]?.time ?? Number.POSITIVE_INFINITY;
    const page = later.filter(({time}) => time <= cut);
    const values = page
      .map(
        ({id, time, url}) => `{"id":"${id}", "failureTime":${time}${url ? `,"url":"${url}"` : ''}}`,
      )
      .join(',');
    const next = page.length ? `,"next":"http://x/?${nextName}=${page.at(-1)?.time}"` : '';
    const maxResults = traits.sizeless ? '' : `,"maxResults":${size}`;
    const date = traits.dateless ? undefined : new Date(now + dateAheadMs).toUTCString();
    return readFailedPage(`{"values":[${values}]${maxResults}${next}}`, after, date);
  };
  const clock = {
    now: () => now + skewMs,
    sleep: async (ms: number, signal?: AbortSignal) => {
      if (signal?.aborted) throw new Failure('interrupted', 'interrupted');
      sleeps.push(ms);
      now += ms;
    },
  };
  const skip = (ms: number): void => {
    now += ms;
  };
  return {asked, sleeps, now: () => now, skip, ports: {requestPage: ask, clock}};
}

/** What a watch told. */
export interface Run {
  readonly ids: readonly string[];
  readonly events: readonly FailedEvent[];
  /** After each event. */
  readonly places: readonly (WatchCursor | undefined)[];
  readonly place: WatchCursor | undefined;
  readonly failure?: Failure;
}

/** Run until so much of the server's time has gone, or it ends; then say what was told. */
export async function runFor(
  fake: ReturnType<typeof fakeServer>,
  ms: number,
  options: Partial<WatchFailedOptions> = {},
  most = Number.POSITIVE_INFINITY,
  mostEvents = Number.POSITIVE_INFINITY,
): Promise<Run> {
  const watch = watchFailed(fake.ports, {intervalMs: 1000, ...options});
  const end = fake.now() + ms;
  const events: FailedEvent[] = [];
  const ids: string[] = [];
  const places: (WatchCursor | undefined)[] = [];
  let failure: Failure | undefined;
  try {
    for await (const event of watch.events) {
      events.push(event);
      places.push(watch.place());
      if (event.type === 'failure') ids.push(String(JSON.parse(event.item).id));
      if (ids.length >= most || events.length >= mostEvents) break;
      if (event.type === 'poll' && fake.now() > end) break;
    }
  } catch (error) {
    failure = toFailure(error);
  }
  return {ids, events, places, place: watch.place(), ...(failure && {failure})};
}

/** The same, when nothing is to end it. */
export async function watchFor(...args: Parameters<typeof runFor>): Promise<Run> {
  const run = await runFor(...args);
  if (run.failure) throw run.failure;
  return run;
}

/** A record listed at its time, or later. */
export const at = (id: number, time: number, late = 0): Listed => ({
  id: String(id),
  time: begin + time,
  listedAt: begin + time + late,
});
