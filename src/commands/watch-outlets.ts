import {type Alert, alertJson} from '../api/watch/alerts.ts';
import type {FailedEvent} from '../api/watch/failed-watch.ts';
import type {ForwardResult} from '../api/watch/forward-delivery.ts';
import {makeOrderedQueue, type OrderedQueue} from '../api/watch/ordered-queue.ts';
import type {QueueLengths} from '../api/watch/watch-health.ts';
import {openDeadLetters} from '../host/dead-letters.ts';
import {notificationSequence} from '../host/terminal.ts';
import type {CommandHost} from './context.ts';
import type {GlobalValues} from './flags.ts';
import {
  deadLetter,
  defaultConcurrency,
  forwardedJson,
  makeForward,
  waitForAddress,
  warnOfPlainAddress,
} from './forward-to.ts';
import {makeProgramQueue} from './watch-programs.ts';
import type {WatchStart} from './watch-start.ts';
import type {SummaryEvent} from './watch-summary.ts';

/** Destinations of a watch's events besides standard output: alerts, programs, forwarding. */
export interface Outlets {
  /**
   * Handle an event. Waits while a destination is busy, so that a slow one slows the watch down.
   *
   * @param done called when this event and all before it are processed everywhere; others must be
   * delivered again after the watch ends
   * @throws Failure of a destination if continuing is pointless
   */
  take(event: FailedEvent | SummaryEvent, done: () => Promise<void>): Promise<void>;
  /** Number of items in progress, by destination. */
  lengths(): QueueLengths;
  /** Wait for running work; once the signal is aborted, at most eight seconds. */
  end(): Promise<void>;
}

/** The dependencies of the outlets. */
export interface OutletOptions
  extends Pick<WatchStart, 'rules' | 'exec' | 'forwardTo' | 'deadLetters' | 'maxWaitMs'> {
  readonly globals: GlobalValues;
  /** Writes an event to standard output. */
  readonly emit: (json: string) => Promise<void>;
  readonly signal: AbortSignal;
}

/** Open the outlets requested by the flags. */
export function openOutlets(options: OutletOptions, host: CommandHost): Outlets {
  const {rules, exec, emit} = options;
  const forwards = openForwarding(options, host);
  const isForAlerts = rules.length > 0;
  const programs = exec && openPrograms(exec, options, host);
  const queues = [forwards, programs].filter(queue => queue !== undefined);
  const raise = async (alert: Alert): Promise<string> => {
    const json = alertJson(alert);
    await emit(json);
    host.reporter.control(notificationSequence(alert.text, host.env));
    return json;
  };
  return {
    async take(event, done) {
      const alerts: string[] = [];
      for (const alert of alertsIn(event)) alerts.push(await raise(alert));
      let left = queues.length;
      const countDown = async (): Promise<void> => {
        if (--left <= 0) await done();
      };
      if (left === 0) await done();
      for (const queue of queues) {
        if (queue === programs && isForAlerts) for (const json of alerts) await queue.put(json);
        else if (event.type === 'failure') await queue.put(event.item);
        queue.after(countDown);
      }
    },
    lengths: () => ({
      ...(forwards && {forward: forwards.length()}),
      ...(programs && {exec: programs.length()}),
    }),
    async end() {
      const ends = await Promise.allSettled(queues.map(queue => queue.end()));
      for (const end of ends) if (end.status === 'rejected') throw end.reason;
    },
  };
}

/**
 * Run a program for each failure or alert. A failure that it did not process goes to the
 * dead-letter file; if that belongs to --forward-to, to one of its own, so that `forward --retry`
 * does not send it.
 */
function openPrograms(
  program: readonly string[],
  {rules, forwardTo, deadLetters, globals, signal}: OutletOptions,
  host: CommandHost,
): OrderedQueue<string> {
  const file = forwardTo === undefined ? deadLetters : deadLetters && `${deadLetters}.exec`;
  const letters = file === undefined || rules.length > 0 ? undefined : openDeadLetters(file, host);
  const giveUp =
    letters && ((item: string, problem: string) => letters.append(deadLetter(item, {problem})));
  return makeProgramQueue({argv: program, retries: globals.retries, signal, giveUp}, host);
}

/** The alerts of an event. */
export function alertsIn(event: FailedEvent | SummaryEvent): readonly Alert[] {
  return 'alerts' in event ? (event.alerts ?? []) : [];
}

/**
 * Forward each failure to --forward-to; the result is an event of its own. A rejected delivery goes
 * to the dead-letter file.
 */
function openForwarding(
  {forwardTo, deadLetters, maxWaitMs, globals, emit, signal}: OutletOptions,
  host: CommandHost,
): OrderedQueue<string> | undefined {
  if (forwardTo === undefined) return undefined;
  warnOfPlainAddress(forwardTo, host);
  const letters = deadLetters === undefined ? undefined : openDeadLetters(deadLetters, host);
  const send = makeForward(forwardTo, globals, host, signal);
  const forward = waitForAddress(send, maxWaitMs, signal, host);
  return makeOrderedQueue<string, {record: string; forwarded: ForwardResult}>({
    work: async record => ({record, forwarded: await forward(record)}),
    async onResult({record, forwarded}) {
      await emit(forwardedJson(forwarded));
      if (forwarded.status === undefined && signal.aborted) return false;
      if (!forwarded.ok && forwarded.attempts > 0) {
        await letters?.append(deadLetter(record, forwarded));
      }
      return true;
    },
    atOnce: globals.concurrency ?? defaultConcurrency,
    signal,
  });
}
