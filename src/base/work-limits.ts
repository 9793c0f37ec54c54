import {Failure} from './failure.ts';

/** Longest answer, in bytes, unless `--max-answer` says otherwise (contract 14). */
export const defaultMaxAnswerBytes = 512 * 1024 * 1024;

/** Bytes of an answer for each element of one of its arrays, so that it takes three times its size. */
const bytesPerElement = 30;
/** Elements that are few enough whatever their size, as a share of the bytes an answer may have. */
const shareOfElements = 256;
/** Elements that are few enough whatever an answer may have. */
const fewElements = 65_536;
/** Characters a jq filter is tried on: its engine can have 256 MB, and needs eight times the text. */
const mostFiltered = 64 * 1024 * 1024;

/**
 * How many elements one array, or members one object, of an answer may have, and how deep it may be:
 * the place of each is held in memory, which 450 MB of `[]` would take 6 GB for (contract 14).
 *
 * @param length bytes of the answer
 * @param maxBytes bytes an answer may have
 */
export function mostElements(length: number, maxBytes = defaultMaxAnswerBytes): number {
  const few = Math.max(fewElements, Math.ceil(maxBytes / shareOfElements));
  return Math.max(few, Math.floor(length / bytesPerElement));
}

/**
 * Refuse a text that a jq filter cannot hold, before its engine is asked.
 *
 * @throws Failure 'too_large'
 */
export function checkFilterLength(length: number): void {
  if (length > mostFiltered) throw filterTooLarge(length);
}

/** The failure of a text that a jq filter cannot hold. */
export function filterTooLarge(length: number): Failure {
  return tooLarge(
    `--jq cannot handle ${megabytes(length)}.`,
    'Request less, or print one item per line with --output jsonl and filter the lines with jq.',
  );
}

/** The failure of a body that is longer than any text can be. */
export function tooLongForText(length: number): Failure {
  return tooLarge(
    `The response is too long to hold as text: ${megabytes(length)}.`,
    'Request less (smaller pages).',
  );
}

/** The failure of an answer whose values are too many for its size. */
export function tooManyValues(most: number): Failure {
  return tooLarge(
    `The response has more than ${most} values in one list, or more than ${most} levels.`,
    'Request less (smaller pages), or raise the limit with --max-answer.',
  );
}

function tooLarge(message: string, hint: string): Failure {
  return new Failure('too_large', message, {hint});
}

function megabytes(length: number): string {
  return `${Math.round(length / 1_000_000)} MB`;
}
