import type {WireResponse} from './send.ts';

type Body = Pick<WireResponse, 'headers' | 'body'>;

/** Media types treated as text; a response without a media type is treated as text. */
const textTypes = /^(?:$|text\/|application\/(?:[^;]*\+)?(?:json|xml)\b)/i;

/** Return the charset of a response, in lower case; UTF-8 by default. */
export function charsetOf({headers}: Pick<Body, 'headers'>): string {
  const charset = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(headers['content-type'] ?? '')?.[1];
  return (charset ?? 'utf-8').toLowerCase();
}

/** Decode a body by its charset; undefined for an unknown charset. */
export function decodeBody(answer: Body): string | undefined {
  return decoderOf(answer, false)?.decode(answer.body);
}

/** Check for a binary body: by its media type, or because its charset cannot decode it. */
export function isBinary(answer: Body): boolean {
  return !textTypes.test(answer.headers['content-type'] ?? '') || hasInvalidBytes(answer);
}

/** Check for bytes that are invalid in the body's charset; they are decoded as U+FFFD. */
export function hasInvalidBytes(answer: Body): boolean {
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
