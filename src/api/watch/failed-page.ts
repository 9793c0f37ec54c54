import {Failure} from '../../base/failure.ts';
import {makeLookup} from '../../base/json-pointer.ts';
import {itemSpans, kindOf, sliceSpan} from '../../base/json-scan.ts';

/** One record of a failed delivery. */
export interface FailedRecord {
  /** The record's JSON text as it came. */
  readonly text: string;
  /** Milliseconds since the UNIX epoch. */
  readonly failureTimeMs: number;
  /** Tells it from others: id and failure time. */
  readonly key: string;
}

/** One page of failed deliveries, oldest first. */
export interface FailedPage {
  readonly records: readonly FailedRecord[];
  /** The answer's own `maxResults`. */
  readonly size?: number;
  /** The server's time by its Date header, milliseconds since the UNIX epoch, whole seconds. */
  readonly serverTimeMs?: number;
}

/** A record without an id is identified by a hash of its text. */
const longestName = 100;

/**
 * Read a page of `webhook get-failed`. A record without a usable failure time takes that of the
 * record before it, else the number in `next`, whichever name the parameter has there
 * (services W5.4), else the time that was asked for.
 *
 * @param text JSON text of the answer
 * @param afterMs the time that was asked for
 * @param date the answer's Date header
 * @throws Failure 'invalid_response' when it holds no list: that is not the same as none failed
 */
export function readFailedPage(text: string, afterMs: number, date?: string): FailedPage {
  const json = makeLookup(text);
  const list = json.span('/values');
  if (list === undefined || kindOf(text, list) !== 'array') {
    throw new Failure('invalid_response', 'The response contains no list of failed deliveries.', {
      hint: 'Check the base URL: does it point to the service itself?',
    });
  }
  const size = Number(json.number('/maxResults') ?? Number.NaN);
  let timeMs = timeInNext(json.string('/next')) ?? afterMs;
  const records = itemSpans(text, list).map(span => {
    const record = makeLookup(text, span);
    const own = Number(record.number('/failureTime') ?? Number.NaN);
    if (Number.isFinite(own)) timeMs = own;
    const name = record.json('/id') ?? record.text.slice(span.start, span.end);
    return {text: sliceSpan(text, span), failureTimeMs: timeMs, key: keyOf(timeMs, name)};
  });
  const serverTimeMs = Date.parse(date ?? '');
  return {
    records: records.sort((a, b) => a.failureTimeMs - b.failureTimeMs),
    ...(size > 0 && {size}),
    ...(Number.isFinite(serverTimeMs) && {serverTimeMs}),
  };
}

function timeInNext(next: string | undefined): number | undefined {
  const digits = /[?&](?:after|failedAfter)=(\d+)(?:&|#|$)/.exec(next ?? '')?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** A text of its own: a key that is part of an answer would keep the whole answer in memory. */
function keyOf(timeMs: number, name: string): string {
  const isLong = name.length > longestName;
  const short = isLong ? `${name.length} ${hash(name, 1)} ${hash(name, 2)}` : name;
  return `${timeMs} ${[...short].join('')}`;
}

/** 53 bits of a text. */
function hash(text: string, seed: number): number {
  let high = 0xdeadbeef ^ seed;
  let low = 0x41c6ce57 ^ seed;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return 4294967296 * (2097151 & low) + (high >>> 0);
}
