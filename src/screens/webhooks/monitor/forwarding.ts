import {type ForwardResult, readForwardUrl} from '../../../api/watch/forward-delivery.ts';
import {makeOrderedQueue} from '../../../api/watch/ordered-queue.ts';
import {findJson, textsIn} from '../../../base/json-value.ts';
import {parseUrl} from '../../../base/parse-url.ts';
import {type AppState, slice} from '../../../state/model/state.ts';
import type {PersistedState, Task} from '../../../state/model/transition.ts';
import type {BufferedFailure} from './buffer.ts';

/** State of forwarding failed deliveries to the user's own URL. */
export interface ForwardState {
  /** URLs used before, latest first. Persisted per profile. */
  readonly urls: readonly string[];
  /** The URL to which each new failure is forwarded. */
  readonly live?: string;
  /** Result by record; undefined while the record is being sent. */
  readonly sent: ReadonlyMap<string, ForwardResult | undefined>;
  /** Progress of the current batch. */
  readonly run: Run;
}

interface Run {
  readonly all: number;
  readonly answered: number;
  readonly taken: number;
}

/** A record to be forwarded. */
export interface ForwardJob {
  readonly key: string;
  readonly record: string;
  readonly url: string;
}

/** Task slot of the forwarding task. */
export const forwardSlot = 'forward';
/** Pointer to the result in a row. */
export const forwardResultPointer = '/sentAgain';
/** Name under which the addresses are persisted. */
const forwardName = 'forward-urls';

/** As many as the monitor buffers; the oldest results are evicted. */
const maxSent = 50_000;
const maxUrls = 10;
const atOnce = 6;
/** Results per dispatch while more are pending. */
const batchSize = 25;

/** Forwarding state slice. */
export const forwarding = slice<ForwardState>('forwarding', {
  urls: [],
  sent: new Map(),
  run: {all: 0, answered: 0, taken: 0},
});

/** Return the host and port of an address. */
export function hostOf(url: string): string {
  return parseUrl(url)?.host ?? url;
}

/** Return a key for a record that stays the same when the watch restarts. */
export function keyOfRecord({id, timeMs}: Pick<BufferedFailure, 'id' | 'timeMs'>): string {
  return `${id} ${timeMs}`;
}

/** Add sent records or their results. */
export function withForwarded(
  before: ForwardState,
  more: readonly (readonly [string, ForwardResult | undefined])[],
  run: Run,
): ForwardState {
  const sent = new Map([...before.sent, ...more]);
  for (const [key] of sent) {
    if (sent.size <= maxSent) break;
    sent.delete(key);
  }
  return {...before, sent, run};
}

/** Summarize the result of a forwarded record; '' if it was not forwarded. */
export function forwardResultText(key: string, {sent}: ForwardState): string {
  if (!sent.has(key)) return '';
  const forwarded = sent.get(key);
  if (forwarded === undefined) return 'sending';
  const {ok, status, problem} = forwarded;
  if (status === undefined) return withoutAnswer(forwarded);
  const said = problem ?? (forwarded.answer?.split('\n')[0] || '');
  return ok ? `${status}` : `${status} ${said}`.trim();
}

/** Why a delivery has no response. */
export function withoutAnswer({unsure, problem}: ForwardResult): string {
  return `${unsure ? 'outcome unknown' : 'not sent'}: ${problem}`;
}

/** Persisted forwarding addresses. */
export const persistedForwardUrls: PersistedState = {
  name: forwardName,
  scope: 'account',
  value: state => forwarding.of(state).urls,
  restore(state, text) {
    // Drop URLs that would be rejected.
    const urls = textsIn(findJson(text)).filter(isAddress).slice(0, maxUrls);
    return forwarding.with(state, {...forwarding.of(state), urls});
  },
};

function isAddress(text: string): boolean {
  return 'url' in readForwardUrl(text);
}

/** Move a used address to the front, so it is offered first next time. */
export function withAddress(state: AppState, url: string): AppState {
  const before = forwarding.of(state);
  const urls = [url, ...before.urls.filter(one => one !== url)].slice(0, maxUrls);
  return forwarding.with(state, {...before, urls});
}

/** Results reported by the forwarding task. */
export type ForwardReport = readonly {readonly key: string; readonly forwarded: ForwardResult}[];

/**
 * Make the task that forwards posted records, in order and a few at a time, until aborted.
 *
 * @param take applies the results to the state
 */
export function forwardTask(take: (state: AppState, results: ForwardReport) => AppState): Task {
  return async (ports, {signal, onMessage: hear}) => {
    let waiting = 0;
    let results: ForwardReport = [];
    const tell = (): void => {
      const answers = results;
      results = [];
      ports.dispatch({
        kind: 'taskResult',
        take: state => ({state: take(state, answers), effects: []}),
      });
    };
    const queue = makeOrderedQueue({
      async work({key, record, url}: ForwardJob) {
        return {key, forwarded: await ports.forward(record, url, {signal})};
      },
      onResult(result) {
        waiting--;
        results = [...results, result];
        if (!signal.aborted && (waiting === 0 || results.length >= batchSize)) tell();
        return true;
      },
      atOnce,
      signal,
    });
    let putting: Promise<void> = Promise.resolve();
    hear(said => {
      const items = said as readonly ForwardJob[];
      waiting += items.length;
      putting = putting.then(async () => {
        for (const item of items) await queue.put(item);
      });
    });
    await new Promise<void>(resolve => signal.addEventListener('abort', () => resolve()));
  };
}
