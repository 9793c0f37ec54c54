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
import {switchedFailure} from './transport-failure.ts';
import {tooLongFailure} from './unpack.ts';

/** Limits of one exchange. */
export interface ExchangeLimits {
  /** Bytes of the body as sent. */
  readonly maxBytes: number;
  /** Ends it. */
  readonly signal: AbortSignal;
}

/** An answer as it came, its body still packed. */
export interface Received {
  readonly statusCode: number;
  readonly headers: IncomingMessage['headers'];
  readonly rawBody: Uint8Array;
}

/**
 * A request without a body, by what Node has itself: most commands are one such, and loading got
 * takes them longer than their answer (docs/decisions/008).
 *
 * @throws the error of Node, Failure 'invalid_response' past the limit and for an answer in another
 * protocol (101)
 */
export function exchangePlainly(
  url: string,
  {method, headers}: Pick<WireRequest, 'method' | 'headers'>,
  agent: Agent,
  {maxBytes, signal}: ExchangeLimits,
): Promise<Received> {
  return new Promise((resolve, reject) => {
    const target = new URL(url);
    const send = target.protocol === 'https:' ? httpsRequest : httpRequest;
    // As got does: no variable of the environment lets an unknown server in.
    const sent = send(target, {method, headers, agent, rejectUnauthorized: true});
    receiveWithoutBody(sent);
    const release = onAbort(signal, () => sent.destroy());
    const giveUp = (error: Error): void => {
      sent.destroy();
      reject(error);
    };
    sent.once('close', release);
    sent.on('error', reject);
    sent.once('upgrade', (_answer, socket) => {
      socket.destroy();
      reject(switchedFailure());
    });
    sent.once('response', response => {
      const {statusCode = 0, headers} = response;
      const body = collectBytes(Number(headers['content-length'] ?? 0), maxBytes);
      response.on('data', (chunk: Uint8Array) => {
        if (!body.add(chunk)) giveUp(tooLongFailure(maxBytes));
      });
      response.on('error', reject);
      response.on('end', () => resolve({statusCode, headers, rawBody: body.all()}));
    });
    sent.end();
  });
}

/** Bodies from which on it matters that they are not held twice. */
const longBody = 1024 * 1024;

/**
 * Collect the pieces of a body, at their place at once where its length is announced.
 *
 * @param announced bytes there will be; 0 where that is not known
 */
function collectBytes(announced: number, maxBytes: number) {
  const isKnown = announced > longBody && announced <= maxBytes;
  const whole = isKnown ? Buffer.allocUnsafe(announced) : undefined;
  const chunks: Uint8Array[] = [];
  let length = 0;
  return {
    /** Whether there is still room for the piece. */
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

/** Statuses whose answers have no body, whatever their head says of one. */
const bodiless: ReadonlySet<number | undefined> = new Set([204, 304]);

/**
 * Let an answer that has no body be the answer, whatever comes after it: some servers send a body with
 * 204, which Node reads as the beginning of a second answer and fails by. Of others what comes after
 * may be the rest of them, cut by a Content-Length that is too short.
 */
export function receiveWithoutBody(sent: ClientRequest): void {
  let answer: IncomingMessage | undefined;
  sent.once('response', response => {
    answer = response;
  });
  const emit = sent.emit.bind(sent);
  sent.emit = (event: string | symbol, ...told: unknown[]) =>
    event === 'error' && answer?.complete && bodiless.has(answer.statusCode)
      ? false
      : emit(event as 'error', ...(told as [Error]));
}
