import type {FailedEvent} from '../api/watch/failed-watch.ts';
import type {Forwarded} from '../api/watch/forward-delivery.ts';
import {makeOrderedQueue, type OrderedQueue} from '../api/watch/ordered-queue.ts';
import type {Failure} from '../base/failure.ts';
import type {Host} from '../host/host.ts';
import type {GlobalValues} from './flags.ts';
import {forwardedJson, makeForward, usualAtOnce, warnOfPlainAddress} from './forward-to.ts';
import {makeWatchAlerts} from './watch-alerts.ts';
import {makeProgramQueue} from './watch-programs.ts';
import type {WatchStart} from './watch-start.ts';
import type {SummaryEvent} from './watch-summary.ts';

/** What a watch does with its events beside writing them out: alerts, programs, forwarding. */
export interface Outlets {
  /**
   * Take an event. It waits while a destination is busy, so that a slow one slows the watch down.
   *
   * @param done called when this event and all before it are done everywhere; what is not done when the
   * watch ends must come again
   * @throws Failure of a destination that makes going on pointless
   */
  take(event: FailedEvent | SummaryEvent, done: () => Promise<void>): Promise<void>;
  /** Report that the watch ends because of a failure. */
  failed(failure: Failure): Promise<void>;
  /** Wait for what is on its way; once the signal is aborted no longer than eight seconds. */
  end(): Promise<void>;
}

/** What the outlets are made of. */
export interface OutletOptions extends Pick<WatchStart, 'rules' | 'exec' | 'forwardTo'> {
  readonly globals: GlobalValues;
  /** What is listed at first failed before the watch began. */
  readonly isLater: boolean;
  /** Writes an event of the stream. */
  readonly emit: (json: string) => Promise<void>;
  readonly signal: AbortSignal;
}

/** Open the outlets that the flags ask for. */
export function openOutlets(options: OutletOptions, host: Host): Outlets {
  const {rules, exec, isLater, emit, signal} = options;
  const forwards = openForwarding(options, host);
  const programs = exec && makeProgramQueue(exec, signal, host);
  const alerts =
    rules.length > 0 ? makeWatchAlerts({rules, isLater, emit, programs}, host) : undefined;
  const queues = [forwards, programs].filter(queue => queue !== undefined);
  /** With rules the program is for alerts. */
  const takesFailures = (queue: OrderedQueue<string>): boolean => queue !== programs || !alerts;
  return {
    async take(event, done) {
      if (event.type !== 'summary') await alerts?.heard(event);
      let left = queues.length;
      const countDown = async (): Promise<void> => {
        if (--left <= 0) await done();
      };
      if (left === 0) await done();
      for (const queue of queues) {
        if (event.type === 'failure' && takesFailures(queue))
          await queue.put(event.item, countDown);
        else queue.after(countDown);
      }
    },
    failed: async failure => alerts?.failed(failure),
    async end() {
      const ends = await Promise.allSettled(queues.map(queue => queue.end()));
      for (const end of ends) if (end.status === 'rejected') throw end.reason;
    },
  };
}

/** Send each failure to --forward-to; what became of it is an event of its own. */
function openForwarding(
  {forwardTo, globals, emit, signal}: OutletOptions,
  host: Host,
): OrderedQueue<string> | undefined {
  if (forwardTo === undefined) return undefined;
  warnOfPlainAddress(forwardTo, host);
  return makeOrderedQueue<string, Forwarded>({
    work: makeForward(forwardTo, globals, host, signal),
    async onResult(forwarded) {
      await emit(forwardedJson(forwarded));
      return forwarded.status !== undefined || !signal.aborted;
    },
    atOnce: globals.concurrency ?? usualAtOnce,
    signal,
  });
}
