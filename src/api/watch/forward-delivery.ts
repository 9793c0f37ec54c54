import {toFailure} from '../../base/failure.ts';
import {type JsonLookup, makeLookup} from '../../base/json-pointer.ts';
import {containsTwoUrls, parseUrl} from '../../base/parse-url.ts';
import {type SendOptions, type SendPorts, sendWithRetries} from '../retry.ts';
import {factsOfBody, targetOf} from './delivery-facts.ts';

/** The result of forwarding a failed delivery. */
export interface ForwardResult {
  /** The record's own id. */
  readonly id: string;
  /** Status of the response; absent if none arrived. */
  readonly status?: number;
  /** Whether it was accepted with a 2xx response. */
  readonly ok: boolean;
  /** Why it was not sent, got no response or was rejected, as a sentence. */
  readonly problem?: string;
  /** It may have arrived: the connection was cut, or there was no response in time. */
  readonly unsure?: true;
  /** Number of attempts; 0 if nothing was sent. */
  readonly attempts: number;
  readonly durationMs: number;
  /** The beginning of the response's text. */
  readonly answer?: string;
}

/**
 * Options for forwarding failed deliveries: the response must arrive within 30 s by default; only a
 * 429 is retried (contract 9.1).
 */
export type ForwardOptions = SendOptions;

/** Limit of characters of a response that are reported. */
const longestAnswer = 200;

/**
 * Parse the URL that deliveries are forwarded to; a problem is a sentence. It must be http or https
 * without user and password, which would be visible in the process list and on the screen.
 */
export function readForwardUrl(text: string): {readonly url: string} | {readonly problem: string} {
  if (containsTwoUrls(text)) return {problem: 'contains two addresses: use one'};
  const url = parseUrl(text);
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.hostname === '') {
    return {
      problem: 'is not an http or https URL such as http://localhost:3000/hook',
    };
  }
  if (url.username !== '' || url.password !== '') {
    return {problem: 'contains a user name or password: remove them'};
  }
  url.hash = '';
  return {url: url.href};
}

/** The request that forwards a failed delivery; undefined for a record without a body. */
export function deliveryRequest(record: string, url: string) {
  const json = makeLookup(record);
  const body = json.string('/body');
  return body === undefined
    ? undefined
    : {method: 'POST', url, headers: headersOf(json, idOf(json), body), body};
}

/**
 * Forward a failed delivery: its unchanged body, by POST, only to the given URL, without any
 * credentials. Headers contain the service's own identifier (services W2), and the time, URL and
 * event of the failure. Redirects are not followed. Never throws.
 *
 * @param record JSON text of the record, as listed
 * @param url result of `readForwardUrl`
 * @param ports sends without the headers of a profile
 */
export async function forwardDelivery(
  record: string,
  url: string,
  ports: SendPorts,
  options: ForwardOptions = {},
): Promise<ForwardResult> {
  const id = idOf(makeLookup(record));
  const request = deliveryRequest(record, url);
  if (request === undefined) {
    const problem = 'The record has no body, so there is nothing to send.';
    return {id, ok: false, problem, attempts: 0, durationMs: 0};
  }
  const beganMs = ports.clock.now();
  try {
    const {shown, attempts} = await sendWithRetries(request, ports, options);
    const answer = shown();
    const {status} = answer;
    const text = new TextDecoder().decode(answer.body.subarray(0, 4 * longestAnswer));
    return {
      id,
      status,
      ok: status >= 200 && status < 300,
      ...(status >= 300 && status < 400 && {problem: redirected(answer.headers.location)}),
      attempts,
      durationMs: ports.clock.now() - beganMs,
      ...(text !== '' && {answer: text.slice(0, longestAnswer)}),
    };
  } catch (thrown) {
    const {message, details} = toFailure(thrown);
    return {
      id,
      ok: false,
      problem: message,
      ...(!details.unsent && {unsure: true}),
      attempts: details.attempts ?? 1,
      durationMs: ports.clock.now() - beganMs,
    };
  }
}

function idOf(json: JsonLookup): string {
  return json.string('/id') ?? json.json('/id') ?? '';
}

function redirected(location: string | undefined): string {
  const to = location === undefined ? '' : ` to ${targetOf(location).slice(0, longestAnswer)}`;
  return `The endpoint redirects${to}, and redirects are not followed. Use the new address if it is correct.`;
}

function headersOf(json: JsonLookup, id: string, body: string): Record<string, string> {
  const isJson = /^\s*[[{]/.test(body);
  const failedMs = Number(json.number('/failureTime') ?? Number.NaN);
  const url = json.string('/url');
  const {event} = factsOfBody(body);
  const named = {
    'x-atlassian-webhook-identifier': id,
    'x-failed-delivery-event': event,
    'x-failed-delivery-time': Math.abs(failedMs) < 8.64e15 ? new Date(failedMs).toISOString() : '',
    'x-failed-delivery-url': url === undefined ? '' : targetOf(url),
  };
  return {
    'content-type': isJson ? 'application/json' : 'text/plain; charset=utf-8',
    'user-agent': 'steward',
    'x-forwarded-by': 'steward',
    ...Object.fromEntries(
      Object.entries(named)
        .filter(([, text]) => text !== '')
        .map(([name, text]) => [name, headerText(text)]),
    ),
  };
}

/** Percent-encode characters that headers cannot contain, and limit the length. */
function headerText(text: string): string {
  return [...text.slice(0, 500)]
    .map(letter => (/^[\x21-\x7e ]$/.test(letter) ? letter : percentOf(letter)))
    .join('');
}

function percentOf(letter: string): string {
  return [...new TextEncoder().encode(letter)]
    .map(byte => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
    .join('');
}
