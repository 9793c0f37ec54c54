import type {Clock} from '../base/clock.ts';
import {Failure, isFailure, toFailure} from '../base/failure.ts';
import {hideUrlSecrets, secretsOfUrl, spellingsOf} from '../base/hide-secrets.ts';
import type {CallOptions, Traffic} from './client.ts';
import {isSecretHeader} from './credentials.ts';
import type {Pace} from './pace.ts';
import {retryAfterSeconds} from './retry-after.ts';
import type {Send, WireRequest, WireResponse} from './send.ts';

/** The dependencies of sending. */
export interface SendPorts {
  readonly send: Send;
  /** Maximum size of a decompressed response in bytes. @default 512 MiB */
  readonly maxAnswerBytes?: number;
  readonly clock: Clock;
  /** Return 0 up to, not including, 1, to vary the delays. Without it they are constant. */
  readonly random?: () => number;
  /** Common pace of the requests of one account. @default each request waits for itself */
  readonly pace?: Pace;
  /**
   * Secrets that are sent but not part of the request, such as headers of the profile.
   *
   * @default none
   */
  readonly secrets?: readonly string[];
}

/** Per-call settings of sending. */
export type SendOptions = Pick<
  CallOptions,
  'signal' | 'timeoutMs' | 'retries' | 'maxWaitMs' | 'waitSignal' | 'onExchange' | 'onWait'
>;

/** A response, and the number of times its request was sent. */
export interface FinalResponse {
  readonly answer: WireResponse;
  readonly attempts: number;
  /** The response without the credentials of the request, for displaying its text. */
  readonly shown: () => WireResponse;
}

const maxWaitMs = 30_000;
const firstWaitMs = 500;
const defaultTimeoutMs = 30_000;
const defaultRetries = 3;

/**
 * Send a request, and retry if that is safe (contract 9.1): after 429 always, for GET also after
 * 502, 503, 504 and connection errors, except permanent ones (`lasting`: a rejected certificate, an
 * unknown host, a proxy that refuses). Waits for Retry-After, and does not retry if that exceeds 30
 * s; otherwise 0.5 s, doubling. With `maxWaitMs`, a 429 is retried until that time has been waited.
 * Requests with the same pace wait together.
 *
 * @throws Failure of `Send` with the number of attempts; 'rate_limited' without a request if the
 * service accepts none within `maxWaitMs`; never for a status
 */
export async function sendWithRetries(
  request: Omit<WireRequest, 'timeoutMs' | 'signal'>,
  ports: SendPorts,
  options: SendOptions = {},
): Promise<FinalResponse> {
  const {signal, timeoutMs = defaultTimeoutMs, retries = defaultRetries, onWait} = options;
  const {waitSignal = signal} = options;
  const {clock, pace} = ports;
  let waitedMs = 0;
  /** The time that the service may still let the request wait. */
  const patienceMs = (): number => {
    if (retries === 0) return 0;
    return options.maxWaitMs === undefined ? maxWaitMs : options.maxWaitMs - waitedMs;
  };
  const signatures: string[] = [];
  const wire = recordSignatures(signatures, {...request, timeoutMs, ...(signal && {signal})});
  const secrets = (): readonly string[] =>
    spellingsOf([
      ...secretsIn(wire.headers),
      ...signatures.flatMap(credentialsIn),
      ...secretsOfUrl(wire.url),
      ...(ports.secrets ?? []),
    ]);
  for (let attempt = 1; ; attempt++) {
    if (pace !== undefined && options.maxWaitMs !== undefined && retries > 0) {
      const leftMs = await pace.leftMs();
      if (leftMs > patienceMs()) throw notYet(leftMs, attempt - 1);
    }
    const queuedMs = clock.now();
    const waiting = pace?.start({mostMs: patienceMs(), signal: waitSignal, onWait});
    const started = await waiting?.catch(error => refuseUnsent(error, attempt - 1));
    const startedMs = clock.now();
    waitedMs += startedMs - queuedMs;
    const outcome = await ports.send(wire).catch(toFailure);
    const answer = isFailure(outcome) ? undefined : outcome;
    const {retryMs, restMs} = delayAfter(outcome, request.method, attempt, ports);
    started?.end(answer, restMs);
    const isPatient = answer?.status === 429 && options.maxWaitMs !== undefined;
    const mayRetry = isPatient ? retries > 0 : attempt <= retries;
    const waitMs =
      mayRetry &&
      retryMs !== undefined &&
      retryMs <= (restMs === undefined ? maxWaitMs : patienceMs())
        ? retryMs
        : undefined;
    options.onExchange?.(
      {
        method: wire.method,
        url: hideUrlSecrets(wire.url),
        ...(answer && {status: answer.status}),
        durationMs: clock.now() - startedMs,
        attempt,
        bytes: answer?.body.length ?? 0,
        cached: false,
        ...(waitMs !== undefined && {againMs: waitMs}),
      },
      trafficOf(wire, answer, signatures, secrets),
    );
    if (waitMs === undefined) {
      if (!isFailure(outcome)) {
        return {
          answer: outcome,
          attempts: attempt,
          shown: () => redactCredentials(outcome, secrets()),
        };
      }
      const {kind, message, details} = outcome;
      throw new Failure(kind, message, {cause: outcome, ...details, attempts: attempt});
    }
    // The pace delays the next attempt as the service asked.
    if (restMs !== undefined && pace !== undefined) continue;
    await clock.sleep(waitMs, waitSignal).catch(error => refuseUnsent(error, attempt));
    if (restMs !== undefined) waitedMs += waitMs;
  }
}

/** Record the signatures of a request, so that their echo can be hidden. */
function recordSignatures(signatures: string[], request: WireRequest): WireRequest {
  const {authorize} = request;
  if (authorize === undefined) return request;
  return {
    ...request,
    authorize(method, url) {
      const value = authorize(method, url);
      signatures.push(value);
      return value;
    },
  };
}

/** Describe the traffic of an exchange; members are computed on access, which is rare. */
function trafficOf(
  wire: WireRequest,
  response: WireResponse | undefined,
  signatures: readonly string[],
  secrets: () => readonly string[],
): Traffic {
  let redacted: WireResponse | undefined;
  const redactOnce = (answer: WireResponse): WireResponse => {
    redacted ??= redactResponse(answer, secrets());
    return redacted;
  };
  const request = {
    get requestHeaders() {
      const [Authorization] = signatures;
      return withoutSecrets({...wire.headers, ...(Authorization && {Authorization})});
    },
    ...(wire.body !== undefined && {requestBody: wire.body}),
  };
  if (response === undefined) return request;
  return Object.defineProperties(request, {
    answerHeaders: {enumerable: true, get: () => withoutSecrets(redactOnce(response).headers)},
    answerBody: {enumerable: true, get: () => redactOnce(response).body},
  });
}

/**
 * Redact a response. The body of a success is data and is not redacted; other bodies may be
 * messages.
 */
function redactResponse(response: WireResponse, secrets: readonly string[]): WireResponse {
  if (response.status >= 300) return redactCredentials(response, secrets);
  const {headers} = redactCredentials({...response, body: new Uint8Array()}, secrets);
  return {...response, headers};
}

function withoutSecrets(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      isSecretHeader(name) ? '(hidden)' : hideUrlSecrets(value),
    ]),
  );
}

/** The delays after a failed attempt. */
interface Delay {
  /** Milliseconds before a retry; absent if that is unsafe or would fail in the same way. */
  readonly retryMs?: number;
  /** Milliseconds that all requests must wait, because the service limits the rate. */
  readonly restMs?: number;
}

function delayAfter(
  outcome: WireResponse | Failure,
  method: string,
  attempt: number,
  {clock, random = () => 0.5}: SendPorts,
): Delay {
  const doubled = firstWaitMs * 2 ** Math.min(attempt - 1, 10) * (0.7 + 0.6 * random());
  const ownWaitMs = Math.min(doubled, maxWaitMs);
  const safe = method === 'GET';
  if (isFailure(outcome)) {
    const {kind, details} = outcome;
    return safe && kind === 'connection_error' && !details.lasting ? {retryMs: ownWaitMs} : {};
  }
  const {status, headers} = outcome;
  const isUnavailable = status === 502 || status === 503 || status === 504;
  if (status !== 429 && !isUnavailable) return {};
  const seconds = retryAfterSeconds(headers, clock.now());
  const waitMs = seconds === undefined ? ownWaitMs : seconds * 1000;
  return {
    ...((status === 429 || safe) && {retryMs: waitMs}),
    ...((status === 429 || seconds !== undefined) && {restMs: waitMs}),
  };
}

/**
 * A wait was interrupted: the service refused all attempts so far, as a write is only repeated
 * after a 429.
 *
 * @throws Failure
 */
function refuseUnsent(error: unknown, attempts: number): never {
  const {kind, message, details} = toFailure(error);
  throw new Failure(kind, message, {...details, attempts, unsent: true});
}

/** The failure of a request that would have to wait too long. */
function notYet(leftMs: number, attempts: number): Failure {
  const seconds = Math.ceil(leftMs / 1000);
  return new Failure(
    'rate_limited',
    `The service accepts no requests for another ${seconds} s, longer than --max-wait allows.`,
    {
      hint: 'Try again later, or raise --max-wait.',
      retryAfterSeconds: seconds,
      attempts,
    },
  );
}

const stars = '***';

/**
 * Replace the secrets of a request in its response for display: a server or a proxy may repeat
 * them, in a header or in the text of an error.
 */
function redactCredentials(answer: WireResponse, secrets: readonly string[]): WireResponse {
  if (secrets.length === 0) return answer;
  const hide = (text: string): string =>
    secrets.reduce((redacted, secret) => redacted.replaceAll(secret, stars), text);
  const headers = Object.entries(answer.headers).map(([name, value]) => [name, hide(value)]);
  const text = new TextDecoder().decode(answer.body);
  const redactedText = hide(text);
  return {
    ...answer,
    headers: Object.fromEntries(headers),
    body: redactedText === text ? answer.body : new TextEncoder().encode(redactedText),
  };
}

function secretsIn(headers: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(headers).flatMap(([name, text]) => {
    if (/^(?:proxy-)?authorization$/i.test(name)) return credentialsIn(text);
    return isSecretHeader(name) ? [text] : [];
  });
}

/** List the secrets in an Authorization value. */
function credentialsIn(header: string): readonly string[] {
  const [, scheme = '', value = ''] = /^(\S+)\s+(.*)$/s.exec(header) ?? [];
  return /^basic$/i.test(scheme) ? [value, passwordOf(value)] : [value];
}

/** Return the password of basic credentials; empty if they cannot be decoded. */
function passwordOf(value: string): string {
  try {
    const bytes = Uint8Array.from(atob(value), character => character.charCodeAt(0));
    return new TextDecoder().decode(bytes).replace(/^[^:]*:?/s, '');
  } catch {
    return '';
  }
}
