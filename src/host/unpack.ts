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

/** Limits of decompression. */
export interface UnpackLimits {
  /** Limit of decompressed bytes. */
  readonly maxBytes: number;
  /** Cancels it. */
  readonly signal: AbortSignal;
}

const chunkSize = 128 * 1024;
/** Limit of nested encodings. */
const mostCodings = 4;
/** Ends decompression at its limit. */
const isPastLimit = new Error('limit exceeded');

/**
 * Decompress the body of a response (Content-Encoding) in chunks, so that a small body that becomes
 * very long is abandoned at the limit.
 *
 * @param coding the header; several encodings, separated by commas, were applied in that order
 * @throws Failure 'invalid_response' for an unsupported encoding and beyond the limit; the error of
 * zlib for a damaged body
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
  // Intermediate results are in memory too.
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

/** A failure for a response beyond the size limit (contract 14). */
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
      // Some servers omit the zlib header, whose first digit is always 8.
      return ((bytes[0] ?? 0) & 15) === 8 ? createInflate(options) : createInflateRaw(options);
    default: {
      const hint = 'A proxy may have changed the response; steward accepts gzip, deflate and br.';
      throw new Failure('invalid_response', 'The response has an unknown content encoding.', {
        hint,
      });
    }
  }
}
