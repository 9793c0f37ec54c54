import type {Clock} from '../base/clock.ts';
import {Failure, isFailure, toFailure} from '../base/failure.ts';
import {hideUrlSecrets, secretsOfUrl} from '../base/hide-secrets.ts';
import type {CallOptions, Traffic} from './client.ts';
import {isSecretHeader} from './credentials.ts';
import {retryAfterSeconds} from './retry-after.ts';
import type {Send, WireRequest, WireResponse} from './send.ts';

/** What sending needs from outside. */
export interface SendPorts {
  readonly send: Send;
  /** Bytes an answer may have, unpacked. @default 512 MiB */
  readonly maxAnswerBytes?: number;
  readonly clock: Clock;
  /** 0 up to, not including, 1; spreads the waits. Without it they are not spread. */
  readonly random?: () => number;
  /** Secrets that are sent without standing in the request, such as headers of the profile. @default none */
  readonly secrets?: readonly string[];
}

/** Per-call settings of sending. */
export type SendOptions = Pick<CallOptions, 'signal' | 'timeoutMs' | 'retries' | 'onExchange'>;

/** An answer, and how many times the request was sent for it. */
export interface SentResponse {
  readonly answer: WireResponse;
  readonly attempts: number;
  /** The answer without the credentials of the request, for where its text is shown. */
  readonly shown: () => WireResponse;
}

const longestWaitMs = 30_000;
const firstWaitMs = 500;
const defaultTimeoutMs = 30_000;
const defaultRetries = 3;

/**
 * Send a request, and send it again where that is safe (contract 9.1): after 429 always, for
 * GET after 502, 503, 504 and connection faults too, but not after those that would come again (`lasting`:
 * a refused certificate, an unknown host, a proxy that refuses). Waits as long as Retry-After says, not at all
 * when that is over 30 s; else 0.5 s, doubling.
 *
 * @throws Failure of `Send` with the number of attempts; never for a status
 */
export async function sendWithRetries(
  request: Omit<WireRequest, 'timeoutMs' | 'signal'>,
  ports: SendPorts,
  options: SendOptions = {},
): Promise<SentResponse> {
  const {signal, timeoutMs = defaultTimeoutMs, retries = defaultRetries} = options;
  const signatures: string[] = [];
  const wire = remember(signatures, {...request, timeoutMs, ...(signal && {signal})});
  const secrets = (): readonly string[] =>
    writtenForms([
      ...secretsIn(wire.headers),
      ...signatures.flatMap(credentialsIn),
      ...secretsOfUrl(wire.url),
      ...(ports.secrets ?? []),
    ]);
  for (let attempt = 1; ; attempt++) {
    const started = ports.clock.now();
    const outcome = await ports.send(wire).catch(toFailure);
    const waitMs =
      attempt <= retries ? waitBefore(outcome, request.method, attempt, ports) : undefined;
    const answer = isFailure(outcome) ? undefined : outcome;
    options.onExchange?.(
      {
        method: wire.method,
        url: hideUrlSecrets(wire.url),
        ...(answer && {status: answer.status}),
        durationMs: ports.clock.now() - started,
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
    await ports.clock.sleep(waitMs, signal);
  }
}

/** Remember the signatures a request goes out with, so that their echo can be hidden. */
function remember(signatures: string[], request: WireRequest): WireRequest {
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

/** Made when it is looked at, which most commands never do. */
function trafficOf(
  wire: WireRequest,
  came: WireResponse | undefined,
  signatures: readonly string[],
  secrets: () => readonly string[],
): Traffic {
  let shown: WireResponse | undefined;
  const shownAnswer = (answer: WireResponse): WireResponse => {
    shown ??= shownOf(answer, secrets());
    return shown;
  };
  const request = {
    get requestHeaders() {
      const [Authorization] = signatures;
      return withoutSecrets({...wire.headers, ...(Authorization && {Authorization})});
    },
    ...(wire.body !== undefined && {requestBody: wire.body}),
  };
  if (came === undefined) return request;
  return Object.defineProperties(request, {
    answerHeaders: {enumerable: true, get: () => withoutSecrets(shownAnswer(came).headers)},
    answerBody: {enumerable: true, get: () => shownAnswer(came).body},
  });
}

/** The body of a success is the data itself, and stays; of anything else all may be a message. */
function shownOf(came: WireResponse, secrets: readonly string[]): WireResponse {
  if (came.status >= 300) return redactCredentials(came, secrets);
  const {headers} = redactCredentials({...came, body: new Uint8Array()}, secrets);
  return {...came, headers};
}

function withoutSecrets(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      isSecretHeader(name) ? '(hidden)' : hideUrlSecrets(value),
    ]),
  );
}

/** Milliseconds to wait before the next try; undefined when there must be none. */
function waitBefore(
  outcome: WireResponse | Failure,
  method: string,
  attempt: number,
  {clock, random = () => 0.5}: SendPorts,
): number | undefined {
  const ownWaitMs = Math.min(
    firstWaitMs * 2 ** (attempt - 1) * (0.7 + 0.6 * random()),
    longestWaitMs,
  );
  const safe = method === 'GET';
  if (isFailure(outcome)) {
    const {kind, details} = outcome;
    return safe && kind === 'connection_error' && !details.lasting ? ownWaitMs : undefined;
  }
  const {status, headers} = outcome;
  const again = status === 429 || (safe && (status === 502 || status === 503 || status === 504));
  if (!again) return undefined;
  const told = retryAfterSeconds(headers, clock.now());
  if (told === undefined) return ownWaitMs;
  return told * 1000 > longestWaitMs ? undefined : told * 1000;
}

/** Shorter ones would star out words that are no secret. */
const shortestSecret = 8;
const stars = '***';

/**
 * An answer in which the secrets of its request are starred out, for where it is shown: a server
 * or a proxy may repeat them, in a header or in the text of an error.
 */
function redactCredentials(answer: WireResponse, secrets: readonly string[]): WireResponse {
  if (secrets.length === 0) return answer;
  const hide = (text: string): string =>
    secrets.reduce((shown, secret) => shown.replaceAll(secret, stars), text);
  const headers = Object.entries(answer.headers).map(([name, value]) => [name, hide(value)]);
  const text = new TextDecoder().decode(answer.body);
  const shown = hide(text);
  return {
    ...answer,
    headers: Object.fromEntries(headers),
    body: shown === text ? answer.body : new TextEncoder().encode(shown),
  };
}

/** Secrets in headers. */
function secretsIn(headers: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(headers).flatMap(([name, text]) => {
    if (/^(?:proxy-)?authorization$/i.test(name)) return credentialsIn(text);
    return isSecretHeader(name) ? [text] : [];
  });
}

/** Secrets in an Authorization value. */
function credentialsIn(header: string): readonly string[] {
  const [, scheme = '', value = ''] = /^(\S+)\s+(.*)$/s.exec(header) ?? [];
  return /^basic$/i.test(scheme) ? [value, passwordOf(value)] : [value];
}

/** Secrets in each way they may be written; longest first. */
function writtenForms(secrets: readonly string[]): readonly string[] {
  const written = secrets
    .filter(secret => secret.length >= shortestSecret)
    .flatMap(secret => [
      secret,
      secret.replaceAll('/', '\\/'),
      JSON.stringify(secret).slice(1, -1),
      encodeURIComponent(secret),
    ]);
  return [...new Set(written)].sort((a, b) => b.length - a.length);
}

/** What follows the colon of basic credentials; empty when they cannot be read. */
function passwordOf(value: string): string {
  try {
    const bytes = Uint8Array.from(atob(value), character => character.charCodeAt(0));
    return new TextDecoder().decode(bytes).replace(/^[^:]*:?/s, '');
  } catch {
    return '';
  }
}
