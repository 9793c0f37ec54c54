import {makeLookup} from '../../base/json-pointer.ts';
import {itemSpans, kindOf, type Span, sliceSpan} from '../../base/json-scan.ts';

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

/**
 * Read a page of `webhook get-failed`. A record without a usable failure time takes that of the
 * record before it, else the number in `next`, whichever name the parameter has there
 * (wire-notes 5.4), else the time that was asked for.
 *
 * @param text JSON text of the answer
 * @param afterMs the time that was asked for
 * @param date the answer's Date header
 */
export function readFailedPage(text: string, afterMs: number, date?: string): FailedPage {
  const json = makeLookup(text);
  const size = Number(json.number('/maxResults') ?? Number.NaN);
  let timeMs = timeInNext(json.string('/next')) ?? afterMs;
  const records = itemsOf(text, json.span('/values')).map(span => {
    const record = makeLookup(text, span);
    const own = Number(record.number('/failureTime') ?? Number.NaN);
    if (Number.isFinite(own)) timeMs = own;
    const name = record.json('/id') ?? record.text.slice(span.start, span.end);
    return {text: sliceSpan(text, span), failureTimeMs: timeMs, key: `${timeMs} ${name}`};
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

function itemsOf(text: string, span: Span | undefined): readonly Span[] {
  return span !== undefined && kindOf(text, span) === 'array' ? itemSpans(text, span) : [];
}
