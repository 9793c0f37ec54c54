import type {ExchangeEvent, TaskProgress, Traffic} from '../api/client.ts';
import {exitCodes, type Failure} from '../base/failure.ts';
import {escapeControls} from '../base/json-escape.ts';
import {compactJson, jsonObject} from '../base/json-pretty.ts';
import {safeText} from '../base/safe-text.ts';
import type {OutputStream} from '../host/host.ts';

/**
 * One JSON line about a failure; on a terminal lines for people.
 *
 * @returns the exit code of its kind
 */
export function reportFailure(failure: Failure, stderr: OutputStream): number {
  if (stderr.isTTY) stderr.write(`${failureLines(failure).join('\n')}\n`);
  else writeLine(stderr, failureJson(failure));
  return exitCodes[failure.kind];
}

/** A failure as compact JSON, its members in the order of contract 4. */
export function failureJson(failure: Failure): string {
  const {kind, message, details} = failure;
  const {status, errors, hint, request, retryAfterSeconds, attempts, body, partial, candidates} =
    details;
  return jsonObject({
    error_type: JSON.stringify(kind),
    status: JSON.stringify(status),
    message: JSON.stringify(message),
    errors: JSON.stringify(errors),
    hint: JSON.stringify(hint ?? (kind === 'bug' ? hintOfBug : undefined)),
    request: JSON.stringify(request),
    retry_after: JSON.stringify(retryAfterSeconds),
    attempts: JSON.stringify(attempts),
    // The server's own JSON, number for number, on one line.
    body: body === undefined ? undefined : compactJson(body),
    candidates: JSON.stringify(candidates),
    partial: JSON.stringify(partial),
    stack: kind === 'bug' ? JSON.stringify(stackOf(failure)) : undefined,
  });
}

/** One JSON line per exchange, for --verbose (contract 7.3). */
export function reportExchange(
  event: ExchangeEvent,
  traffic: Traffic | undefined,
  stderr: OutputStream,
): void {
  const {method, url, status, durationMs, attempt, bytes, cached} = event;
  // Scripts read these lines: they stay as they were.
  const limit = stderr.isTTY ? rateLimitOf(traffic?.answerHeaders ?? {}) : undefined;
  const line = {
    ...{method, url, status, duration_ms: Math.round(durationMs), attempt, bytes, cached},
    ...(limit && {rate_limit: limit}),
  };
  writeLine(stderr, JSON.stringify(line));
}

/** One JSON line with something worth knowing: `{"warning": …}` or, for --verbose, `{"note": …}`; on a terminal the words. */
export function reportMessage(kind: 'warning' | 'note', text: string, stderr: OutputStream): void {
  if (stderr.isTTY) stderr.write(`${kind}: ${safeText(text)}\n`);
  else writeLine(stderr, JSON.stringify({[kind]: text}));
}

/** How far a task is, for --wait: one JSON line, `{"task": {…}}`; where somebody watches, words. */
export function reportProgress(
  task: TaskProgress,
  stderr: OutputStream,
  watched?: (text: string) => void,
): void {
  if (watched === undefined) {
    writeLine(stderr, JSON.stringify({task}));
    return;
  }
  const {status, progress, message} = task;
  const share = progress === undefined ? '' : `, ${progress} %`;
  watched(safeText(`task ${status}${share}${message === undefined ? '' : `: ${message}`}`));
}

function writeLine(stderr: OutputStream, json: string): void {
  stderr.write(`${escapeControls(json)}\n`);
}

/** What is added to a failure that is none of the user's. */
const hintOfBug = 'This is a bug in steward; please report the error above.';

/**
 * A failure for people at a terminal: what happened, what is wrong with which input, what to do, and
 * which request it was (contract 3.6). Safe to show.
 */
function failureLines(failure: Failure): readonly string[] {
  const {kind, message, details} = failure;
  const {status, errors = {}, hint, request, requestId, retryAfterSeconds, attempts = 0} = details;
  const fields = Object.entries(errors).filter(([, why]) => !message.includes(why));
  const facts = [
    status === undefined ? kind : `${kind}, ${status}`,
    ...(request ? [`${request.method} ${request.path}`] : []),
    ...(attempts > 1 ? [`${attempts} attempts`] : []),
    ...(retryAfterSeconds === undefined ? [] : [`again in ${retryAfterSeconds} s`]),
    ...(requestId === undefined ? [] : [`request id ${requestId}`]),
  ];
  const lines = [
    `error: ${message}`,
    ...fields.map(([name, why]) => `  ${name}: ${why}`),
    ...(hint === undefined ? [] : [`  ${hint}`]),
    `  (${facts.join('; ')})`,
    ...(kind === 'bug' ? [`  ${hintOfBug}`, ...(stackOf(failure)?.split('\n') ?? [])] : []),
  ];
  return lines.map(safeText);
}

/** Where a fault of the program was found. */
function stackOf(failure: Failure): string | undefined {
  const {cause} = failure.details;
  return cause instanceof Error ? cause.stack : failure.stack;
}

/** Header → what it tells of the rate limit. */
const limitHeaders: Readonly<Record<string, string>> = {
  'x-ratelimit-limit': 'limit',
  'x-ratelimit-remaining': 'remaining',
  'x-ratelimit-reset': 'reset',
  'x-ratelimit-nearlimit': 'near_limit',
  'x-ratelimit-fillrate': 'fill_rate',
  'x-ratelimit-interval-seconds': 'interval_seconds',
  'ratelimit-reason': 'reason',
  'retry-after': 'retry_after',
};

/**
 * How near the rate limit a request came, in the service's own words; undefined when it does not tell.
 *
 * @param headers of the answer, names in lower case
 */
function rateLimitOf(
  headers: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> | undefined {
  const told = Object.entries(limitHeaders).flatMap(([header, name]) => {
    const value = headers[header];
    return value === undefined ? [] : [[name, value] as const];
  });
  return told.length === 0 ? undefined : Object.fromEntries(told);
}
