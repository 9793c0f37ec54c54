import {isForShell} from '../../api/hints.ts';
import {type Failure, type FailureKind, toFailure} from '../../base/failure.ts';
import {safeText} from '../../base/safe-text.ts';
import type {ErrorSummary} from '../model/load.ts';

const titles: Readonly<Record<FailureKind, string>> = {
  validation_error: 'The request is not right',
  auth_failed: 'Not allowed',
  not_found: 'Not found',
  gone: 'No longer there',
  conflict: 'Someone else changed it',
  rate_limited: 'Too many requests',
  client_error: 'The server refused the request',
  server_error: 'The server has a problem',
  invalid_response: 'The answer cannot be read',
  too_large: 'Too large to handle',
  connection_error: 'No connection',
  timeout_error: 'No answer in time',
  auth_error: 'No usable credentials',
  config_error: 'The configuration needs a look',
  command_error: 'The command is not right',
  jq_error: 'The filter failed',
  policy_denied: 'Not allowed by this profile',
  disk_full: 'The disk is full',
  interrupted: 'Stopped',
  bug: 'steward has a bug',
};

/** Any thrown value as something to show: what happened, and what to do about it. */
export function summarizeError(thrown: unknown): ErrorSummary {
  const failure: Failure = toFailure(thrown);
  const {status, retryAfterSeconds, errors, body} = failure.details;
  const hint = hintOf(failure);
  const advice = [
    ...(hint === undefined ? [] : [hint]),
    ...(retryAfterSeconds === undefined ? [] : [`The server asks to wait ${retryAfterSeconds} s.`]),
    'r tries again, esc goes back.',
  ];
  const fields = Object.entries(errors ?? {}).map(([field, text]) => `${field}: ${text}`);
  const text = [failure.message, ...fields.filter(f => !failure.message.includes(f))].join('\n');
  return {
    title: titles[failure.kind] + (status === undefined ? '' : ` (${status})`),
    text: text.split('\n').map(safeText).join('\n'),
    advice: advice.map(safeText),
    ...(failure.kind === 'invalid_response' && body !== undefined && {answer: body}),
  };
}

/** Any thrown value in one line: what happened, and the first line of why. */
export function errorLine(thrown: unknown): string {
  return errorText(summarizeError(thrown));
}

/** A trouble in one line: what happened, and the first line of why. */
export function errorText({title, text}: ErrorSummary): string {
  return `${title}: ${firstLine(text)}`;
}

/** The first line of why a thrown value was thrown. */
export function reasonOf(thrown: unknown): string {
  return firstLine(summarizeError(thrown).text);
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}

/** The hint of a failure; none where it says how a shell tells more: here a form does. */
export function hintOf({details: {hint}}: Failure): string | undefined {
  return hint === undefined || isForShell(hint) ? undefined : hint;
}
