import type {ExchangeEvent, TaskProgress, Traffic} from '../api/client.ts';
import {exitCodes, type Failure} from '../base/failure.ts';
import {escapeControls} from '../base/json-escape.ts';
import {compactJson, jsonObject} from '../base/json-pretty.ts';
import {safeText} from '../base/safe-text.ts';
import type {OutputStream} from '../host/host.ts';
import {hideKnownSecrets} from '../host/known-secrets.ts';

/**
 * Writes messages to standard error. Texts may come from a server and are escaped. Each message is
 * one JSON line, or plain text on a terminal.
 */
export interface Reporter {
  /** Standard error is a terminal. */
  readonly isTTY: boolean;
  /** `{"warning": …}` */
  warn(text: string): void;
  /** Warn, unless the text was shown before: used for problems of the profile. */
  warnOnce(text: string): void;
  /** `{"note": …}` */
  note(text: string): void;
  /** Show progress in a line that is erased later; without a terminal, do nothing. */
  progress(text: string): void;
  /** Progress of a background task: `{"task": {…}}`, or the progress line. */
  task(task: TaskProgress): void;
  /** One exchange, for --verbose (contract 7.3). */
  exchange(event: ExchangeEvent, traffic: Traffic | undefined): void;
  /** Other lines: debug output of a filter, the choices of a question. */
  lines(text: string): void;
  /** Send a control sequence, such as a bell, to a terminal. */
  control(sequence: string): void;
  /**
   * Report the failure that ends the command.
   *
   * @returns the exit code of its kind
   */
  failure(failure: Failure): number;
  /** A reporter for concurrent commands, without the progress line. */
  withoutProgress(): Reporter;
}

/**
 * @param show shows progress; absent without a terminal
 */
export function makeReporter(stderr: OutputStream, show?: (text: string) => void): Reporter {
  const told = new Set<string>();
  const write = (text: string): void => stderr.write(`${hideKnownSecrets(text)}\n`);
  const writeJson = (json: string): void => write(escapeControls(json));
  const message = (kind: 'warning' | 'note', text: string): void => {
    if (stderr.isTTY) write(`${kind}: ${safeText(text)}`);
    else writeJson(JSON.stringify({[kind]: text}));
  };
  const warn = (text: string): void => message('warning', text);
  const taskLine = (task: TaskProgress): void => writeJson(JSON.stringify({task}));
  const reporter: Reporter = {
    isTTY: stderr.isTTY,
    warn,
    warnOnce(text) {
      if (!told.has(text)) warn(text);
      told.add(text);
    },
    note: text => message('note', text),
    progress: text => show?.(safeText(text)),
    task(task) {
      const {status, progress, message: text} = task;
      const share = progress === undefined ? '' : `, ${progress} %`;
      if (show === undefined) taskLine(task);
      else show(safeText(`task ${status}${share}${text === undefined ? '' : `: ${text}`}`));
    },
    exchange: (event, traffic) => writeJson(exchangeJson(event, traffic, stderr.isTTY)),
    lines: write,
    control(sequence) {
      if (stderr.isTTY) stderr.write(sequence, 'all');
    },
    failure(failure) {
      if (stderr.isTTY) write(failureLines(failure).join('\n'));
      else writeJson(failureJson(failure));
      return exitCodes[failure.kind];
    },
    withoutProgress: () => ({...reporter, progress: () => undefined, task: taskLine}),
  };
  return reporter;
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
    // The server's own JSON on one line, with unchanged numbers.
    body: body === undefined ? undefined : compactJson(body),
    candidates: JSON.stringify(candidates),
    partial: JSON.stringify(partial),
    stack: kind === 'bug' ? JSON.stringify(stackOf(failure)) : undefined,
  });
}

function exchangeJson(
  {method, url, status, durationMs, attempt, bytes, cached}: ExchangeEvent,
  traffic: Traffic | undefined,
  isTTY: boolean,
): string {
  // Scripts read these lines, so their format must not change.
  const limit = isTTY ? rateLimitOf(traffic?.answerHeaders ?? {}) : undefined;
  return JSON.stringify({
    ...{method, url, status, duration_ms: Math.round(durationMs), attempt, bytes, cached},
    ...(limit && {rate_limit: limit}),
  });
}

const hintOfBug = 'This is a bug in steward; please report the error above.';

/**
 * A failure as text for a terminal: what happened, which input is invalid, what to do, and which
 * request it was (contract 3.6). Escaped.
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

/** The stack trace of a bug. */
function stackOf(failure: Failure): string | undefined {
  const {cause} = failure.details;
  return cause instanceof Error ? cause.stack : failure.stack;
}

/** Header → its meaning for the rate limit. */
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
 * Describe the remaining rate limit in the service's terms; undefined if it is not reported.
 *
 * @param headers headers of the response, names in lower case
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
