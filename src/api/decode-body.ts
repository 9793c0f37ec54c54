import type {WireResponse} from './send.ts';

type Body = Pick<WireResponse, 'headers' | 'body'>;

/** Media types treated as text; a response without a media type is treated as text. */
const textTypes = /^(?:$|text\/|application\/(?:[^;]*\+)?(?:json|xml)\b)/i;

/** The charset an answer names for itself, in lower case; UTF-8 when it names none. */
export function charsetOf({headers}: Body): string {
  const named = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(headers['content-type'] ?? '')?.[1];
  return (named ?? 'utf-8').toLowerCase();
}

/** Decode a body by its charset; undefined for an unknown charset. */
export function decodeBody(answer: Body): string | undefined {
  return decoderOf(answer, false)?.decode(answer.body);
}

/** Whether a body is binary: by its media type, or because its charset cannot decode it. */
export function isBinary(answer: Body): boolean {
  return !textTypes.test(answer.headers['content-type'] ?? '') || isBroken(answer);
}

/** Whether a body holds bytes that are nothing in its charset; decoding shows them as U+FFFD. */
export function isBroken(answer: Body): boolean {
  try {
    decoderOf(answer, true)?.decode(answer.body);
    return false;
  } catch {
    return true;
  }
}

function decoderOf(answer: Body, fatal: boolean): {decode(body: Uint8Array): string} | undefined {
  try {
    return new TextDecoder(charsetOf(answer), {fatal});
  } catch {
    return undefined;
  }
}
