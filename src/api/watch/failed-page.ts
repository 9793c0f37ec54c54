import {Failure} from '../../base/failure.ts';
import {makeLookup} from '../../base/json-pointer.ts';
import {itemSpans, kindOf, sliceSpan} from '../../base/json-scan.ts';
import {parseInstantMs} from '../../base/times.ts';
import {wrongSiteHint} from '../hints.ts';

/** One record of a failed delivery. */
export interface FailedRecord {
  /** The record's JSON text as received. */
  readonly text: string;
  /** Milliseconds since the UNIX epoch. */
  readonly failureTimeMs: number;
  /** Identity: id and failure time. */
  readonly key: string;
}

/** One page of failed deliveries, oldest first. */
export interface FailedPage {
  readonly records: readonly FailedRecord[];
  /** The response's own `maxResults`. */
  readonly size?: number;
  /** The server's time by its Date header, milliseconds since the UNIX epoch, whole seconds. */
  readonly serverTimeMs?: number;
}

/** Limit of an id's length; a record without an id is identified by a hash of its text. */
const longestName = 100;

/**
 * Parse a page of `webhook get-failed`. A record without a usable failure time gets that of the
 * preceding record, else the number in `next`, whatever the parameter's name there (services W5.4),
 * else the requested time.
 *
 * @param text JSON text of the response
 * @param afterMs the requested time
 * @param date the response's Date header
 * @throws Failure 'invalid_response' if it contains no list, which does not mean that nothing
 * failed
 */
export function readFailedPage(text: string, afterMs: number, date?: string): FailedPage {
  const json = makeLookup(text);
  const list = json.span('/values');
  if (list === undefined || kindOf(text, list) !== 'array') {
    throw new Failure('invalid_response', 'The response contains no list of failed deliveries.', {
      hint: wrongSiteHint,
    });
  }
  const size = Number(json.number('/maxResults') ?? Number.NaN);
  let timeMs = timeInNext(json.string('/next')) ?? afterMs;
  const records = itemSpans(text, list).map(span => {
    const record = makeLookup(text, span);
    const time = record.number('/failureTime');
    timeMs = (time === undefined ? undefined : parseInstantMs(Number(time))) ?? timeMs;
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

/** Build a separate string: a substring of a response would keep the whole response in memory. */
function keyOf(timeMs: number, name: string): string {
  const isLong = name.length > longestName;
  const short = isLong ? `${name.length} ${hash(name, 1)} ${hash(name, 2)}` : name;
  return `${timeMs} ${[...short].join('')}`;
}

/** A 53-bit hash of a text. */
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
