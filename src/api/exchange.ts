import {Failure, toFailure} from '../base/failure.ts';
import {checkJson} from '../base/json-check.ts';
import {maxElements, tooLongForText, tooManyValues} from '../base/work-limits.ts';
import type {SendingOptions} from './client.ts';
import {
  authorizationHeader,
  type Credentials,
  type HeaderCredentials,
  type RequestSigner,
} from './credentials.ts';
import {decodeBody, hasInvalidBytes, isBinary} from './decode-body.ts';
import type {RequestPlan} from './request-plan.ts';
import {charsetFailure, failureFromResponse, notJsonFailure} from './response-failure.ts';
import {type FinalResponse, type SendPorts, sendWithRetries} from './retry.ts';
import type {Send, WireRequest, WireResponse} from './send.ts';
import {markUncertainWrite} from './uncertain-write.ts';

/** The dependencies of executing a plan. */
export interface ExecutePorts extends SendPorts {
  readonly credentials: Credentials;
  /** Origin of the secret, as text without it. */
  readonly secretFrom?: string;
}

export interface ExchangeOptions extends SendingOptions {
  /** Keep the text only, which halves the memory of a long response. @default false */
  readonly textOnly?: boolean;
}

/** A successful response, its body as text. */
export interface Exchange {
  /** The requested URL. */
  readonly url: string;
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text; `{}` for an empty body. */
  readonly text: string;
  /** The unchanged body; absent with `textOnly`. */
  readonly body?: Uint8Array;
  /** False only for an allowed non-JSON text. */
  readonly isJson: boolean;
  /** A warning about replacement characters in the text; a sentence. */
  readonly warning?: string;
  /** The body is not text and is passed on unchanged; only if text was allowed. */
  readonly isBinary?: true;
  readonly attempts: number;
}

const invalidBytesWarning =
  'The response contains bytes that are invalid in its charset; they are shown as U+FFFD.';

/**
 * Send a signed plan once, with retries.
 *
 * @throws Failure 'interrupted' if the signal was aborted before the request, 'auth_error' without
 * required credentials, 'invalid_response' for a response that is not JSON, 'too_large' for one
 * with too many values for its size, the kinds of `failureFromResponse` for a status, those of
 * `Send`
 */
export async function exchange(
  plan: RequestPlan,
  ports: ExecutePorts,
  options: ExchangeOptions = {},
): Promise<Exchange> {
  if (options.signal?.aborted) {
    throw new Failure('interrupted', 'Interrupted before the request was sent.', {attempts: 0});
  }
  const sent = await sendSigned(plan, ports, options).catch(error => {
    const {kind, message, details} = toFailure(error);
    const request = {method: plan.method, path: plan.path};
    throw markUncertainWrite(
      plan,
      new Failure(kind, message, {cause: error, request: request, ...details}),
    );
  });
  const {answer, attempts} = sent;
  if (!isSuccess(plan, answer)) {
    const {clock, secretFrom} = ports;
    const failure = failureFromResponse(plan, sent.shown(), attempts, clock.now(), secretFrom);
    throw markUncertainWrite(plan, failure);
  }
  const {status, headers, body} = answer;
  const {maxAnswerBytes} = ports;
  const read = readBody(plan, sent, options.allowText ?? false, maxAnswerBytes);
  return {url: plan.url, status, headers, attempts, ...(!options.textOnly && {body}), ...read};
}

/**
 * Send a plan; after a 401, try once more with a renewed token, or with a signature by the server's
 * clock.
 */
async function sendSigned(
  plan: RequestPlan,
  ports: ExecutePorts,
  options: SendingOptions,
): Promise<FinalResponse> {
  const {credentials} = ports;
  const {method, url, headers, body} = plan;
  const request = {method, url, headers, ...(body && {body: body.content})};
  if (credentials.type === 'app') return sendAsApp(request, credentials.signer, ports, options);
  const sendAs = (headerCredentials: HeaderCredentials): Promise<FinalResponse> =>
    sendWithRetries({...request, headers: signedHeaders(plan, headerCredentials)}, ports, options);
  if (credentials.type !== 'oauth2') return sendAs(credentials);
  const token = await credentials.tokens.token(options);
  const first = await sendAs({type: 'bearer', token});
  if (first.answer.status !== 401) return first;
  const renewed = await credentials.tokens.token({...options, refused: token});
  const second = await sendAs({type: 'bearer', token: renewed});
  return {...second, attempts: first.attempts + second.attempts};
}

/**
 * Send a request signed by an app. A server refuses a signature with wrong times: when its Date
 * shows that this machine's clock was wrong, the request was not executed and is signed once more.
 */
async function sendAsApp(
  request: Omit<WireRequest, 'timeoutMs' | 'signal'>,
  signer: RequestSigner,
  ports: ExecutePorts,
  options: SendingOptions,
): Promise<FinalResponse> {
  let wasClockWrong = false;
  const send: Send = async wire => {
    const [sentMs, offsetMs] = [ports.clock.now(), signer.offsetMs()];
    const answer = await ports.send(wire);
    await signer.learnClock(answer.headers.date, sentMs, ports.clock.now());
    wasClockWrong = signer.offsetMs() !== offsetMs;
    return answer;
  };
  const signed = {...request, authorize: signer.sign};
  const first = await sendWithRetries(signed, {...ports, send}, options);
  if (first.answer.status !== 401 || !wasClockWrong) return first;
  const second = await sendWithRetries(signed, {...ports, send}, options);
  return {...second, attempts: first.attempts + second.attempts};
}

/**
 * Add Authorization to a plan's headers. Without credentials, operations marked anonymous and raw
 * reads are sent without it; the service decides whether it is required.
 */
function signedHeaders(plan: RequestPlan, credentials: HeaderCredentials): Record<string, string> {
  const authorization = authorizationHeader(credentials);
  if (authorization !== undefined) return {...plan.headers, Authorization: authorization};
  const {operation = plan.like} = plan;
  const isRawRead = plan.operation === undefined && rawReads.has(plan.method);
  if (operation?.anonymous || isRawRead) return {...plan.headers};
  throw new Failure('auth_error', `${plan.title} needs credentials, and none are configured.`, {
    hint: 'Use --auth-user and --auth-token, the environment, or a profile (login).',
    request: {method: plan.method, path: plan.path},
    attempts: 0,
  });
}

const rawReads: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Check for 2xx, or for 303 after a write, which is the response itself (contract 8.5). */
function isSuccess(plan: RequestPlan, {status}: WireResponse): boolean {
  return (status >= 200 && status < 300) || (status === 303 && plan.method !== 'GET');
}

function readBody(
  plan: RequestPlan,
  {answer, attempts, shown}: FinalResponse,
  allowText: boolean,
  maxBytes: number | undefined,
): Pick<Exchange, 'text' | 'isJson' | 'isBinary' | 'warning'> {
  const text = textOf(answer);
  if (text === undefined) throw markUncertainWrite(plan, charsetFailure(plan, answer, attempts));
  if (text.trim() === '') return {text: emptyBody(answer), isJson: true};
  const most = maxElements(answer.body.length, maxBytes);
  const problem = checkJson(text, most);
  if (problem?.isTooMuch) throw markUncertainWrite(plan, tooManyValues(most));
  if (problem === undefined) {
    const isBroken = text.includes('\ufffd') && hasInvalidBytes(answer);
    return {text, isJson: true, ...(isBroken && {warning: invalidBytesWarning})};
  }
  if (answer.status === 303) return {text: emptyBody(answer), isJson: true};
  if (allowText) return {text, isJson: false, ...(isBinary(answer) && {isBinary: true})};
  // For an operation without a response body, a body that is not JSON is ignored: the write
  // succeeded.
  if (plan.operation?.answer === 'none') return {text: '{}', isJson: true};
  throw markUncertainWrite(plan, notJsonFailure(plan, shown(), attempts));
}

/**
 * Decode the text of a body; undefined for an unknown charset.
 *
 * @throws Failure 'too_large' for one longer than the maximum string length
 */
function textOf(answer: WireResponse): string | undefined {
  try {
    return decodeBody(answer);
  } catch {
    throw tooLongForText(answer.body.length);
  }
}

/** Return the substitute for an absent body; for a 303, the URL of the task. */
function emptyBody({status, headers}: WireResponse): string {
  const {location} = headers;
  return status === 303 && location !== undefined ? JSON.stringify({location}) : '{}';
}
