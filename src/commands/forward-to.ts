import type {Problem} from '../api/request-plan.ts';
import {kindOfStatus} from '../api/response-failure.ts';
import {
  type ForwardOptions,
  type ForwardResult,
  readForwardUrl,
} from '../api/watch/forward-delivery.ts';
import {exitCodes, Failure, type FailureKind} from '../base/failure.ts';
import {compactJson} from '../base/json-pretty.ts';
import {isLoopback} from '../base/loopback.ts';
import {makeForwarder} from '../host/forwarder.ts';
import type {CommandHost} from './context.ts';
import type {GlobalValues} from './flags.ts';

/** Default limit of concurrent deliveries. */
export const defaultConcurrency = 6;

/** The URL that failed deliveries are forwarded to, or why it is invalid. */
export function checkForwardUrl(
  text: string,
  input: string,
): {readonly url: string; readonly problems: readonly Problem[]} {
  const read = readForwardUrl(text);
  if ('url' in read) return {url: read.url, problems: []};
  const name = input === 'url' ? 'The address' : `--${input}`;
  return {url: '', problems: [{input, message: `${name} ${read.problem}`}]};
}

/** Warn if deliveries are sent unencrypted, except to this machine. */
export function warnOfPlainAddress(url: string, {reporter}: Pick<CommandHost, 'reporter'>): void {
  const {protocol, hostname, host} = new URL(url);
  if (protocol === 'https:' || isLoopback(hostname)) return;
  const text = `plain http: anyone on the network path to ${host} can read the forwarded deliveries`;
  reporter.warn(text);
}

/** Make a function that forwards failed deliveries to a URL, according to the flags. */
export function makeForward(
  url: string,
  globals: GlobalValues,
  host: CommandHost,
  signal: AbortSignal,
): (record: string) => Promise<ForwardResult> {
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

const firstRetryMs = 500;
const longestRetryMs = 30_000;

/**
 * Wait for a URL that refuses connections: a delivery that was certainly not sent is retried with
 * back-off until `maxWaitMs` after its last response. After that, each delivery is tried once,
 * until one gets a response.
 */
export function waitForAddress(
  send: (record: string) => Promise<ForwardResult>,
  maxWaitMs: number,
  signal: AbortSignal,
  {clock, random, reporter}: Pick<CommandHost, 'clock' | 'random' | 'reporter'>,
): (record: string) => Promise<ForwardResult> {
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
      // Aborted: the delivery is sent again by the next watch.
      await clock.sleep(waitMs, signal).catch(() => undefined);
    }
  };
}

/** Make the line of a dead-letter file for a delivery that could not be forwarded. */
export function deadLetter(record: string, {status, problem}: Partial<ForwardResult>): string {
  const why = JSON.stringify({status, error: problem ?? `answered ${status}`});
  return `{"type":"failure","item":${compactJson(record)},${why.slice(1)}`;
}

/** The result of a delivery, as one line of NDJSON without the line break. */
export function forwardedJson(forwarded: ForwardResult): string {
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

/** The kind of failure of a rejected delivery. */
function kindOfForwarded({status, attempts}: ForwardResult): FailureKind {
  if (status !== undefined) return kindOfStatus(status);
  return attempts === 0 ? 'validation_error' : 'connection_error';
}

/** Collect rejected deliveries; at the end, fail with the kind that has the highest exit code. */
export function makeRefusals(url: string) {
  let worst: FailureKind | undefined;
  let count = 0;
  let all = 0;
  return {
    add(forwarded: ForwardResult): void {
      all++;
      if (forwarded.ok) return;
      count++;
      const kind = kindOfForwarded(forwarded);
      if (worst === undefined || exitCodes[kind] > exitCodes[worst]) worst = kind;
    },
    /** @throws Failure if a delivery was rejected */
    check(): void {
      if (worst === undefined) return;
      const {host} = new URL(url);
      throw new Failure(worst, `${host} did not accept ${count} of ${all} deliveries.`, {
        hint: 'Standard output lists the failed deliveries and the reasons. Only requests answered 429 were sent again.',
      });
    },
  };
}
