import {Buffer} from 'node:buffer';
import {addAbortSignal, type Transform} from 'node:stream';
import {
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  type ZlibOptions,
} from 'node:zlib';
import {Failure} from '../base/failure.ts';
import {formatSize} from '../base/size.ts';

/** Supported content encodings, as Accept-Encoding. */
export const acceptedCodings = 'gzip, deflate, br';

/** What unpacking is bound by. */
export interface UnpackLimits {
  /** Bytes that may come out. */
  readonly maxBytes: number;
  /** Ends it. */
  readonly signal: AbortSignal;
}

const chunkSize = 128 * 1024;
/** Codings one around another that a server may have reason for. */
const mostCodings = 4;
/** Ends unpacking that comes past its limit. */
const isPastLimit = new Error('limit exceeded');

/**
 * The body of an answer without its codings (Content-Encoding), unpacked piece by piece, so that a
 * small body that is very long when unpacked is given up at the limit.
 *
 * @param coding the header; several, separated by commas, were applied in that order
 * @throws Failure 'invalid_response' for a coding nobody asked for and past the limit; the error of
 * zlib for a body that is broken
 */
export async function unpackBody(
  body: Uint8Array,
  coding: string,
  limits: UnpackLimits,
): Promise<Uint8Array> {
  const names = coding
    .split(',')
    .map(name => name.trim().toLowerCase())
    .filter(name => name !== '' && name !== 'identity');
  if (names.length > mostCodings) throw tooLongFailure(limits.maxBytes);
  let bytes = body;
  // What was unpacked on the way is in memory beside what comes of it.
  let left = limits.maxBytes;
  for (const name of names.reverse()) {
    if (bytes.length === 0) continue;
    bytes = await unpackOne(makeUnpacker(name, bytes), bytes, {...limits, maxBytes: left}).catch(
      error => {
        throw error === isPastLimit ? tooLongFailure(limits.maxBytes) : error;
      },
    );
    left -= bytes.length;
  }
  return bytes;
}

/** The failure of an answer that is longer than may be (contract 14). */
export function tooLongFailure(maxBytes: number): Failure {
  const hint = 'Request less (--no-paginate, smaller pages), or raise the limit with --max-answer.';
  return new Failure('invalid_response', `The response is larger than ${formatSize(maxBytes)}.`, {
    hint,
  });
}

async function unpackOne(
  unpacker: Transform,
  bytes: Uint8Array,
  {maxBytes, signal}: UnpackLimits,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  addAbortSignal(signal, unpacker).end(bytes);
  for await (const chunk of unpacker as AsyncIterable<Uint8Array>) {
    length += chunk.length;
    if (length > maxBytes) throw isPastLimit;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}

function makeUnpacker(name: string, bytes: Uint8Array): Transform {
  const options: ZlibOptions = {chunkSize};
  switch (name) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip(options);
    case 'br':
      return createBrotliDecompress({chunkSize});
    case 'deflate':
      // Some servers leave the head of zlib away, whose first digit is always 8.
      return ((bytes[0] ?? 0) & 15) === 8 ? createInflate(options) : createInflateRaw(options);
    default: {
      const hint = 'A proxy may have changed the response; steward accepts gzip, deflate and br.';
      throw new Failure('invalid_response', 'The response has an unknown content encoding.', {
        hint,
      });
    }
  }
}
