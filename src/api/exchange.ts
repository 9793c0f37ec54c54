import {Failure, toFailure} from '../base/failure.ts';
import {checkJson} from '../base/json-check.ts';
import {mostElements, tooLongForText, tooManyValues} from '../base/work-limits.ts';
import type {SendingOptions} from './client.ts';
import {
  authorizationHeader,
  type Credentials,
  type RequestSigner,
  type SettledCredentials,
} from './credentials.ts';
import {decodeBody, isBinary, isBroken} from './decode-body.ts';
import type {RequestPlan} from './request-plan.ts';
import {charsetFailure, failureFromResponse, notJsonFailure} from './response-failure.ts';
import {type SendPorts, type SentResponse, sendWithRetries} from './retry.ts';
import type {Send, WireRequest, WireResponse} from './send.ts';
import {markUncertainWrite} from './uncertain-write.ts';

/** What executing a plan needs from outside. */
export interface ExecutePorts extends SendPorts {
  readonly credentials: Credentials;
  /** Where their secret comes from, in words without it. */
  readonly secretFrom?: string;
}

/** A success, its body as text. */
export interface Exchange {
  /** The URL that was asked for. */
  readonly url: string;
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text; `{}` when there was no body. */
  readonly text: string;
  /** The body as it came. */
  readonly body: Uint8Array;
  /** False only for a text that was allowed. */
  readonly isJson: boolean;
  /** The text holds characters that stand for broken ones. */
  readonly isBroken?: true;
  /** The body is no text, to be passed on as it came; only where a text was allowed. */
  readonly isBinary?: true;
  readonly attempts: number;
}

/**
 * Send a plan once, with retries, signed.
 *
 * @throws Failure 'auth_error' without credentials where they are needed, 'invalid_response' for an
 * answer that is not JSON, 'too_large' for one with more values than fit its size, the kinds of `failureFromAnswer` for a status, those of `Send`
 */
export async function exchange(
  plan: RequestPlan,
  ports: ExecutePorts,
  options: SendingOptions = {},
): Promise<Exchange> {
  const sent = await sendSigned(plan, ports, options).catch(error => {
    const {kind, message, details} = toFailure(error);
    const named = {method: plan.method, path: plan.path};
    throw markUncertainWrite(
      plan,
      new Failure(kind, message, {cause: error, request: named, ...details}),
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
  return {url: plan.url, status, headers, attempts, body, ...read};
}

/** Send a plan; a renewed token, or a signature by the server's clock, is tried once after a 401. */
async function sendSigned(
  plan: RequestPlan,
  ports: ExecutePorts,
  options: SendingOptions,
): Promise<SentResponse> {
  const {credentials} = ports;
  const {method, url, headers, body} = plan;
  const request = {method, url, headers, ...(body && {body: body.content})};
  if (credentials.type === 'app') return sendAsApp(request, credentials.signer, ports, options);
  const sendAs = (settled: SettledCredentials): Promise<SentResponse> =>
    sendWithRetries({...request, headers: signedHeaders(plan, settled)}, ports, options);
  if (credentials.type !== 'oauth2') return sendAs(credentials);
  const token = await credentials.tokens.token(options);
  const first = await sendAs({type: 'bearer', token});
  if (first.answer.status !== 401) return first;
  const renewed = await credentials.tokens.token({...options, refused: token});
  const second = await sendAs({type: 'bearer', token: renewed});
  return {...second, attempts: first.attempts + second.attempts};
}

/**
 * Send a request signed by an app. A server refuses a signature whose times are off: when its Date
 * shows that this machine's clock was, the request was not carried out and is signed once more.
 */
async function sendAsApp(
  request: Omit<WireRequest, 'timeoutMs' | 'signal'>,
  signer: RequestSigner,
  ports: ExecutePorts,
  options: SendingOptions,
): Promise<SentResponse> {
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
 * Plan headers with Authorization. Without credentials, operations marked anonymous and raw reads go
 * without: whether an address needs some is the service's to say.
 */
function signedHeaders(plan: RequestPlan, credentials: SettledCredentials): Record<string, string> {
  const authorization = authorizationHeader(credentials);
  if (authorization !== undefined) return {...plan.headers, Authorization: authorization};
  const {operation = plan.like} = plan;
  const isRawRead = plan.operation === undefined && rawReads.has(plan.method);
  if (operation?.anonymous || isRawRead) return {...plan.headers};
  throw new Failure('auth_error', `${plan.title} needs credentials, and none are configured.`, {
    hint: 'Use --auth-user and --auth-token, the environment, or a profile (configure).',
    request: {method: plan.method, path: plan.path},
    attempts: 0,
  });
}

const rawReads: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** 2xx; and 303 after a write, which is the answer itself (contract 8.5). */
function isSuccess(plan: RequestPlan, {status}: WireResponse): boolean {
  return (status >= 200 && status < 300) || (status === 303 && plan.method !== 'GET');
}

function readBody(
  plan: RequestPlan,
  {answer, attempts, shown}: SentResponse,
  allowText: boolean,
  maxBytes: number | undefined,
): Pick<Exchange, 'text' | 'isJson' | 'isBinary' | 'isBroken'> {
  const text = textOf(answer);
  if (text === undefined) throw markUncertainWrite(plan, charsetFailure(plan, answer, attempts));
  if (text.trim() === '') return {text: emptyBody(answer), isJson: true};
  const most = mostElements(answer.body.length, maxBytes);
  const problem = checkJson(text, most);
  if (problem?.isTooMuch) throw markUncertainWrite(plan, tooManyValues(most));
  if (problem === undefined) {
    const broken = text.includes('\ufffd') && isBroken(answer);
    return {text, isJson: true, ...(broken && {isBroken: true})};
  }
  if (answer.status === 303) return {text: emptyBody(answer), isJson: true};
  if (allowText) return {text, isJson: false, ...(isBinary(answer) && {isBinary: true})};
  // Where no body is due, one that is no JSON says nothing: the write was carried out.
  if (plan.operation?.answer === 'none') return {text: '{}', isJson: true};
  throw markUncertainWrite(plan, notJsonFailure(plan, shown(), attempts));
}

/**
 * The text of a body; undefined for a charset nobody knows.
 *
 * @throws Failure 'too_large' for one that is longer than a text can be
 */
function textOf(answer: WireResponse): string | undefined {
  try {
    return decodeBody(answer);
  } catch {
    throw tooLongForText(answer.body.length);
  }
}

/** The substitute for an absent body; for a 303, the URL of the task. */
function emptyBody({status, headers}: WireResponse): string {
  const {location} = headers;
  return status === 303 && location !== undefined ? JSON.stringify({location}) : '{}';
}
