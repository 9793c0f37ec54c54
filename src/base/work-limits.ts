import {Failure} from './failure.ts';

/** Largest response in bytes, unless `--max-answer` is set (contract 14). */
export const defaultMaxAnswerBytes = 512 * 1024 * 1024;

/** Bytes of a response per element of its arrays; limits memory to three times the size. */
const bytesPerElement = 30;
/**
 * Number of elements that is always allowed, as a fraction of the maximum response size in bytes.
 */
const shareOfElements = 256;
/** Number of elements that is allowed for every response. */
const fewElements = 65_536;
/**
 * Longest text for a jq filter in characters, unless `--max-answer` is set: the engine has 256 MB
 * of memory, and objects take about seven times their text. A text with many short values may take
 * more, one with long strings less.
 */
export const maxFilteredLength = 36_000_000;

/**
 * Limit the elements of an array, the members of an object, and the depth of a response: the
 * position of each is stored in memory, which would take 6 GB for 450 MB of `[]` (contract 14).
 *
 * @param length of the response in bytes
 * @param maxBytes maximum length of a response
 */
export function maxElements(length: number, maxBytes = defaultMaxAnswerBytes): number {
  const few = Math.max(fewElements, Math.ceil(maxBytes / shareOfElements));
  return Math.max(few, Math.floor(length / bytesPerElement));
}

/** Create the failure for a text that is too large for a jq filter. */
export function filterTooLarge(length: number): Failure {
  return tooLarge(
    `--jq cannot handle this response of ${megabytes(length)}: its engine has 256 MB of memory.`,
    'Request less (narrower fields, --no-paginate), filter one item at a time (.values[] | f, .values | map(f)), which has no limit, raise the limit with --max-answer (objects take about seven times their text), or print one item per line with --output jsonl and filter the lines with jq.',
  );
}

/** Create the failure for a response longer than the maximum string length. */
export function tooLongForText(length: number): Failure {
  return tooLarge(
    `The response is too long to hold as text: ${megabytes(length)}.`,
    'Request less (smaller pages).',
  );
}

/** Create the failure for a response with too many values for its size. */
export function tooManyValues(most: number): Failure {
  return tooLarge(
    `The response has more than ${most} values in one list, or more than ${most} levels.`,
    'Request less (smaller pages), or raise the limit with --max-answer.',
  );
}

/** Largest input in bytes that is read whole: standard input, or a file that a flag names. */
export const maxInputBytes = 256 * 1024 * 1024;

/**
 * Create the failure for an input that is larger than `maxInputBytes`, or has no end.
 *
 * @param name of the file, or `standard input`
 */
export function inputTooLarge(name: string): Failure {
  const message = `${name} is larger than ${maxInputBytes / 1024 ** 2} MiB.`;
  return new Failure('too_large', message, {hint: 'Split the input.', attempts: 0});
}

function tooLarge(message: string, hint: string): Failure {
  return new Failure('too_large', message, {hint});
}

function megabytes(length: number): string {
  return `${Math.round(length / 1_000_000)} MB`;
}
