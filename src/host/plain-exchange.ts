import {Buffer} from 'node:buffer';
import {
  type Agent,
  type ClientRequest,
  request as httpRequest,
  type IncomingMessage,
} from 'node:http';
import {request as httpsRequest} from 'node:https';
import type {WireRequest} from '../api/send.ts';
import {onAbort} from '../base/on-abort.ts';
import type {RequestLimit} from './request-limit.ts';
import {switchedFailure} from './transport-failure.ts';
import {tooLongFailure} from './unpack.ts';

/** A response as received, its body still compressed. */
export interface RawResponse {
  readonly statusCode: number;
  readonly headers: IncomingMessage['headers'];
  readonly rawBody: Uint8Array;
}

/**
 * Send a request without a body with Node itself: most commands send a single one, and loading got
 * takes longer than its response (docs/decisions/008).
 *
 * @param maxBytes limit of the body as sent
 * @throws Node's error
 */
export function exchangePlainly(
  url: string,
  {method, headers}: Pick<WireRequest, 'method' | 'headers'>,
  limit: RequestLimit,
  maxBytes: number,
  agent: Agent,
): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const target = new URL(url);
    const send = target.protocol === 'https:' ? httpsRequest : httpRequest;
    // Like got: no environment variable may disable certificate checks.
    const sent = send(target, {method, headers, agent, rejectUnauthorized: true});
    guardRequest(sent, limit);
    const release = onAbort(limit.signal, () => sent.destroy());
    sent.once('close', release);
    sent.on('error', reject);
    sent.once('response', response => {
      const {statusCode = 0, headers} = response;
      const body = collectBytes(Number(headers['content-length'] ?? 0), maxBytes);
      response.on('data', (chunk: Uint8Array) => {
        if (!body.add(chunk)) limit.end(tooLongFailure(maxBytes));
      });
      response.on('error', reject);
      // Continue in a later turn of the event loop; otherwise Node's stack would retain the body.
      response.on('end', () =>
        setImmediate(() => resolve({statusCode, headers, rawBody: body.all()})),
      );
    });
    sent.end();
  });
}

/** Size from which a second copy of a body matters. */
const longBody = 1024 * 1024;

/**
 * Collect the chunks of a body, in place if its length is announced.
 *
 * @param announced expected number of bytes; 0 if unknown
 */
function collectBytes(announced: number, maxBytes: number) {
  const isKnown = announced > longBody && announced <= maxBytes;
  const whole = isKnown ? Buffer.allocUnsafe(announced) : undefined;
  const chunks: Uint8Array[] = [];
  let length = 0;
  return {
    /** Add a chunk; false if it exceeds the limit. */
    add(chunk: Uint8Array): boolean {
      const at = length;
      length += chunk.length;
      if (length > maxBytes || (whole && length > whole.length)) return false;
      if (whole) whole.set(chunk, at);
      else chunks.push(chunk);
      return true;
    },
    all: (): Uint8Array => whole?.subarray(0, length) ?? Buffer.concat(chunks, length),
  };
}

/** Statuses whose responses have no body, whatever their headers say. */
const bodiless: ReadonlySet<number | undefined> = new Set([204, 304]);

/**
 * Handle cases that neither Node nor got handles: a switch of protocols (101), whose response never
 * ends, and a body where none is allowed. Some servers send one with 204, which Node reads as the
 * start of a second response and fails. With other statuses such bytes may be the rest of a
 * response, cut by a Content-Length that is too short.
 */
export function guardRequest(sent: ClientRequest, limit: RequestLimit): void {
  sent.once('upgrade', (_answer, socket) => {
    socket.destroy();
    limit.end(switchedFailure());
  });
  let answer: IncomingMessage | undefined;
  sent.once('response', response => {
    answer = response;
  });
  const emit = sent.emit.bind(sent);
  sent.emit = (event: string | symbol, ...args: unknown[]) =>
    event === 'error' && answer?.complete && bodiless.has(answer.statusCode)
      ? false
      : emit(event as 'error', ...(args as [Error]));
}
