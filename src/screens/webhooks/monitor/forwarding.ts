import {type Forwarded, readForwardUrl} from '../../../api/watch/forward-delivery.ts';
import {makeOrderedQueue} from '../../../api/watch/ordered-queue.ts';
import {findJson, textsIn} from '../../../base/json-value.ts';
import {parseUrl} from '../../../base/parse-url.ts';
import {type AppState, slice} from '../../../state/model/state.ts';
import type {Effect, PersistedState, Task} from '../../../state/model/transition.ts';
import type {BufferedFailure} from './buffer.ts';

/** Failed deliveries that are sent again to an address of one's own. */
export interface ForwardState {
  /** Addresses typed before, the latest first. Kept per profile. */
  readonly urls: readonly string[];
  /** Where each that comes in is sent. */
  readonly live?: string;
  /** By record: what became of it; undefined while it is on its way. */
  readonly sent: ReadonlyMap<string, Forwarded | undefined>;
  /** Of those asked for since all were answered. */
  readonly run: Run;
}

interface Run {
  readonly all: number;
  readonly answered: number;
  readonly taken: number;
}

/** One to be sent. */
export interface ToForward {
  readonly key: string;
  readonly record: string;
  readonly url: string;
}

/** The slot in which they are sent. */
export const forwardSlot = 'forward';
/** Where a row says what became of it. */
export const sentPointer = '/sentAgain';
/** Name under which the addresses are kept. */
const forwardName = 'forward-urls';

/** No more than the monitor holds: of those sent longest ago it is forgotten. */
const sentKept = 50_000;
const addressesKept = 10;
const atOnce = 6;
/** Answers are told together while more are awaited. */
const toldTogether = 25;

/** What is sent again, and where. */
export const forwarding = slice<ForwardState>('forwarding', {
  urls: [],
  sent: new Map(),
  run: {all: 0, answered: 0, taken: 0},
});

/** Host and port of an address, as it is shown. */
export function hostOf(url: string): string {
  return parseUrl(url)?.host ?? url;
}

/** By which what was sent is known, also when the watch began anew. */
export function keyOfRecord({id, timeMs}: Pick<BufferedFailure, 'id' | 'timeMs'>): string {
  return `${id} ${timeMs}`;
}

/** Further ones that were sent, or what became of them. */
export function withSent(
  before: ForwardState,
  more: readonly (readonly [string, Forwarded | undefined])[],
  run: Run,
): ForwardState {
  const sent = new Map([...before.sent, ...more]);
  for (const [key] of sent) {
    if (sent.size <= sentKept) break;
    sent.delete(key);
  }
  return {...before, sent, run};
}

/** What became of a record that was sent again, in few words; '' for one that was not. */
export function sentText(key: string, {sent}: ForwardState): string {
  if (!sent.has(key)) return '';
  const forwarded = sent.get(key);
  if (forwarded === undefined) return 'sending';
  const {ok, status, unsure, problem} = forwarded;
  if (status === undefined) return unsure ? `outcome unknown: ${problem}` : `not sent: ${problem}`;
  const said = problem ?? (forwarded.answer?.split('\n')[0] || '');
  return ok ? `${status}` : `${status} ${said}`.trim();
}

/** The addresses of earlier sessions. */
export const persistedForwardUrls: PersistedState = {
  name: forwardName,
  scope: 'account',
  restore(state, text) {
    // Offer no address that would be refused.
    const urls = textsIn(findJson(text)).filter(isAddress).slice(0, addressesKept);
    return forwarding.with(state, {...forwarding.of(state), urls});
  },
};

function isAddress(text: string): boolean {
  return 'url' in readForwardUrl(text);
}

/** An address was used: it is offered first the next time. */
export function withAddress(state: AppState, url: string): readonly [AppState, readonly Effect[]] {
  const before = forwarding.of(state);
  const urls = [url, ...before.urls.filter(one => one !== url)].slice(0, addressesKept);
  const keep: Effect = {
    kind: 'keep',
    name: forwardName,
    scope: 'account',
    text: JSON.stringify(urls),
  };
  return [forwarding.with(state, {...before, urls}), [keep]];
}

/** What was answered, told by the task. */
export type ForwardReport = readonly {readonly key: string; readonly forwarded: Forwarded}[];

/**
 * Sends what it is told, in its order and a few at a time, until it is aborted.
 *
 * @param take what is made of the answers
 */
export function forwardTask(take: (state: AppState, told: ForwardReport) => AppState): Task {
  return async (ports, {signal, onMessage: hear}) => {
    let waiting = 0;
    let told: ForwardReport = [];
    const tell = (): void => {
      const answers = told;
      told = [];
      ports.dispatch({
        kind: 'taskResult',
        take: state => ({state: take(state, answers), effects: []}),
      });
    };
    const queue = makeOrderedQueue({
      async work({key, record, url}: ToForward) {
        return {key, forwarded: await ports.forward(record, url, {signal})};
      },
      onResult(result) {
        waiting--;
        told = [...told, result];
        if (!signal.aborted && (waiting === 0 || told.length >= toldTogether)) tell();
        return true;
      },
      atOnce,
      signal,
    });
    let putting: Promise<void> = Promise.resolve();
    hear(said => {
      const items = said as readonly ToForward[];
      waiting += items.length;
      putting = putting.then(async () => {
        for (const item of items) await queue.put(item);
      });
    });
    await new Promise<void>(resolve => signal.addEventListener('abort', () => resolve()));
  };
}
