import type {ExchangeEvent, Traffic} from '../../api/client.ts';
import {checkJson} from '../../base/json-check.ts';
import {jsonObject} from '../../base/json-pretty.ts';

/** One exchange whose bodies are still in memory. */
interface TrafficEntry {
  readonly number: number;
  readonly traffic: Traffic;
  readonly bytes: number;
}

/** Headers and bodies of the latest exchanges, within a limit. */
export interface TrafficLog {
  readonly entries: readonly TrafficEntry[];
  readonly bytes: number;
}

export const noTraffic: TrafficLog = {entries: [], bytes: 0};

const maxEntries = 200;
const bytesHeld = 8_000_000;
const bodyHeld = 1_000_000;

/** Add an exchange; the oldest are dropped beyond 200 exchanges or 8 MB. */
export function addTraffic(log: TrafficLog, number: number, traffic: Traffic): TrafficLog {
  const bytes = sizeOf(traffic.requestBody) + (traffic.answerBody?.length ?? 0);
  if (bytes > bodyHeld) return log;
  const entries = [...log.entries, {number, traffic, bytes}];
  let sum = log.bytes + bytes;
  let from = Math.max(0, entries.length - maxEntries);
  for (const {bytes: gone} of entries.slice(0, from)) sum -= gone;
  while (sum > bytesHeld) {
    sum -= entries[from]?.bytes ?? 0;
    from += 1;
  }
  return {entries: entries.slice(from), bytes: sum};
}

function sizeOf(body: string | Uint8Array | undefined): number {
  return body?.length ?? 0;
}

/**
 * One exchange as a JSON text: request and response; bodies that are JSON are embedded unchanged.
 *
 * @param entry the entry of the command log, a JSON text
 */
export function exchangeText(log: TrafficLog, entry: string): string {
  const {number, method, url, status, duration_ms, bytes, attempt, cached, command} = JSON.parse(
    entry,
  ) as LogEntry;
  const traffic = log.entries.find(one => one.number === number)?.traffic;
  const gone = `body not stored: only the last ${maxEntries} exchanges, up to ${bytesHeld / 1e6} MB in total and ${bodyHeld / 1e6} MB each, are stored`;
  const request = {
    method: JSON.stringify(method),
    url: JSON.stringify(url),
    headers: JSON.stringify(traffic?.requestHeaders),
    body: bodyText(traffic?.requestBody),
  };
  const response = {
    status: JSON.stringify(status),
    duration_ms: String(duration_ms),
    bytes: String(bytes),
    attempt: String(attempt),
    cached: String(cached),
    headers: JSON.stringify(traffic?.answerHeaders),
    body: traffic === undefined ? JSON.stringify(gone) : bodyText(traffic.answerBody),
  };
  return jsonObject({
    command: JSON.stringify(command),
    request: jsonObject(request),
    response: jsonObject(response),
  });
}

type LogEntry = Pick<ExchangeEvent, 'method' | 'url' | 'attempt' | 'cached' | 'bytes'> & {
  readonly number: number;
  readonly status: string;
  readonly duration_ms: number;
  readonly command: string;
};

/** A body as JSON if it is JSON, else as a text; undefined if there is none. */
function bodyText(body: string | Uint8Array | undefined): string | undefined {
  const text = typeof body === 'object' ? new TextDecoder().decode(body) : (body ?? '');
  if (text === '') return undefined;
  return checkJson(text) === undefined ? text.trim() : JSON.stringify(text);
}
