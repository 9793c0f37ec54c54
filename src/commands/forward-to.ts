import type {Problem} from '../api/request-plan.ts';
import {kindOfStatus} from '../api/response-failure.ts';
import {
  type Forwarded,
  type ForwardOptions,
  readForwardUrl,
} from '../api/watch/forward-delivery.ts';
import {exitCodes, Failure, type FailureKind} from '../base/failure.ts';
import {compactJson} from '../base/json-pretty.ts';
import {isLoopback} from '../base/loopback.ts';
import {makeForwarder} from '../host/forwarder.ts';
import type {CommandHost} from './context.ts';
import type {GlobalValues} from './flags.ts';

/** How many are on their way at a time, unless --concurrency says otherwise. */
export const usualAtOnce = 6;

/** The address failed deliveries are sent to, or why it is none. */
export function checkForwardUrl(
  text: string,
  input: string,
): {readonly url: string; readonly problems: readonly Problem[]} {
  const read = readForwardUrl(text);
  if ('url' in read) return {url: read.url, problems: []};
  const name = input === 'url' ? 'The address' : `--${input}`;
  return {url: '', problems: [{input, message: `${name} ${read.problem}`}]};
}

/** Says that everybody on the way to an address can read what is sent there; nothing for this machine. */
export function warnOfPlainAddress(url: string, {reporter}: Pick<CommandHost, 'reporter'>): void {
  const {protocol, hostname, host} = new URL(url);
  if (protocol === 'https:' || isLoopback(hostname)) return;
  const text = `plain http: anyone on the network path to ${host} can read the forwarded deliveries`;
  reporter.warn(text);
}

/** Sends failed deliveries to one address, as the flags say. */
export function makeForward(
  url: string,
  globals: GlobalValues,
  host: CommandHost,
  signal: AbortSignal,
): (record: string) => Promise<Forwarded> {
  const forward = makeForwarder(host);
  const {timeout, retries, verbose} = globals;
  const options: ForwardOptions = {
    signal,
    ...(timeout !== undefined && {timeoutMs: timeout}),
    ...(retries !== undefined && {retries}),
    onExchange(event, traffic) {
      if (verbose) host.reporter.exchange(event, traffic);
    },
  };
  return record => forward(record, url, options);
}

/** Default time that deliveries wait for an address that refuses connections, milliseconds. */
export const usualMaxWaitMs = 600_000;
const firstRetryMs = 500;
const longestRetryMs = 30_000;

/**
 * Wait for an address that refuses connections: a delivery that was certainly not sent is sent again,
 * with back-off, for as long as `maxWaitMs` since the address last responded. After that, each
 * delivery is sent once, until one is answered.
 */
export function waitForAddress(
  send: (record: string) => Promise<Forwarded>,
  maxWaitMs: number,
  signal: AbortSignal,
  {clock, random, reporter}: Pick<CommandHost, 'clock' | 'random' | 'reporter'>,
): (record: string) => Promise<Forwarded> {
  let downSinceMs: number | undefined;
  return async record => {
    let attempts = 0;
    for (let waitedMs = 0; ; ) {
      const sent = await send(record);
      attempts += sent.attempts;
      const isUnsent = sent.status === undefined && !sent.unsure && sent.attempts > 0;
      if (!isUnsent) {
        if (downSinceMs !== undefined) reporter.note('The forwarding address responds again.');
        downSinceMs = undefined;
        return {...sent, attempts};
      }
      if (downSinceMs === undefined) {
        reporter.warn(`Forwarding waits for the address: ${sent.problem}`);
        downSinceMs = clock.now();
      }
      const downMs = Math.max(clock.now() - downSinceMs, waitedMs);
      if (signal.aborted || downMs >= maxWaitMs) return {...sent, attempts};
      const ms = Math.min(firstRetryMs * 2 ** Math.min(attempts - 1, 6), longestRetryMs);
      const waitMs = Math.min(ms * (0.7 + 0.6 * random()), maxWaitMs - downMs);
      waitedMs += waitMs;
      // Aborted: the delivery comes again with the next watch.
      await clock.sleep(waitMs, signal).catch(() => undefined);
    }
  };
}

/** Make the line of a dead-letter file for a failure that was not delivered. */
export function deadLetter(record: string, {status, problem}: Partial<Forwarded>): string {
  const why = JSON.stringify({status, error: problem ?? `answered ${status}`});
  return `{"type":"failure","item":${compactJson(record)},${why.slice(1)}`;
}

/** What became of a delivery, as one line of NDJSON without the line break. */
export function forwardedJson(forwarded: Forwarded): string {
  const {id, status, problem, unsure, attempts, durationMs, answer} = forwarded;
  return JSON.stringify({
    type: 'forwarded',
    id,
    status,
    error: problem,
    unsure,
    attempts,
    duration_ms: Math.round(durationMs),
    answer,
  });
}

/** The kind of failure of a delivery that was not taken. */
function kindOfForwarded({status, attempts}: Forwarded): FailureKind {
  if (status !== undefined) return kindOfStatus(status);
  return attempts === 0 ? 'validation_error' : 'connection_error';
}

/** Tells at the end that some were not taken: by the one of which the exit code is the highest. */
export function makeRefusals(url: string) {
  let worst: FailureKind | undefined;
  let count = 0;
  let all = 0;
  return {
    add(forwarded: Forwarded): void {
      all++;
      if (forwarded.ok) return;
      count++;
      const kind = kindOfForwarded(forwarded);
      if (worst === undefined || exitCodes[kind] > exitCodes[worst]) worst = kind;
    },
    /**
     * @throws Failure when one was not taken
     */
    check(): void {
      if (worst === undefined) return;
      const {host} = new URL(url);
      throw new Failure(worst, `${host} did not accept ${count} of ${all} deliveries.`, {
        hint: 'Standard output lists the failed deliveries and the reasons. Only requests answered 429 were sent again.',
      });
    },
  };
}
