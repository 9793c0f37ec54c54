import {hintOutsideShell} from '../../api/hints.ts';
import {type Failure, type FailureKind, toFailure} from '../../base/failure.ts';
import {safeText} from '../../base/safe-text.ts';
import type {ErrorSummary} from '../model/load.ts';

const titles: Readonly<Record<FailureKind, string>> = {
  validation_error: 'Invalid request',
  auth_failed: 'Not allowed',
  not_found: 'Not found',
  gone: 'No longer exists',
  conflict: 'Changed by someone else',
  rate_limited: 'Too many requests',
  client_error: 'The server refused the request',
  server_error: 'Server error',
  invalid_response: 'Invalid response',
  too_large: 'Response too large',
  connection_error: 'No connection',
  timeout_error: 'Timed out',
  auth_error: 'No usable credentials',
  config_error: 'Invalid configuration',
  command_error: 'Invalid command',
  jq_error: 'Filter failed',
  policy_denied: 'Blocked by this profile',
  disk_full: 'Disk full',
  interrupted: 'Stopped',
  bug: 'steward has a bug',
};

/** Summarize a thrown value for the screen: what happened, and what to do. */
export function summarizeError(thrown: unknown): ErrorSummary {
  const failure: Failure = toFailure(thrown);
  const {status, errors, body} = failure.details;
  const hint = hintOf(failure);
  const advice = [...(hint === undefined ? [] : [hint]), 'r retries, esc goes back.'];
  const fields = Object.entries(errors ?? {}).map(([field, text]) => `${field}: ${text}`);
  const text = [failure.message, ...fields.filter(f => !failure.message.includes(f))].join('\n');
  return {
    title:
      (isSignInFailure(failure) ? 'Sign-in failed' : titles[failure.kind]) +
      (status === undefined ? '' : ` (${status})`),
    text: text.split('\n').map(safeText).join('\n'),
    advice: advice.map(safeText),
    ...(failure.kind === 'invalid_response' && body !== undefined && {answer: body}),
  };
}

/** Whether the server does not know the credentials; 403 is a lack of permission. */
function isSignInFailure({kind, details}: Failure): boolean {
  return kind === 'auth_failed' && details.status === 401;
}

/** Summarize a thrown value in one line: its title and the first line of its text. */
export function errorLine(thrown: unknown): string {
  return errorText(summarizeError(thrown));
}

/** A problem in one line: its title and the first line of its text. */
export function errorText({title, text}: ErrorSummary): string {
  return `${title}: ${firstLine(text)}`;
}

/** The first line of the reason of a thrown value. */
export function reasonOf(thrown: unknown): string {
  return firstLine(summarizeError(thrown).text);
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}

/** The hint of a failure; undefined if it applies to the shell only, where the UI has a form. */
export function hintOf(failure: Failure): string | undefined {
  const {hint} = failure.details;
  const signIn = isSignInFailure(failure)
    ? 'ctrl+k signs in again.'
    : failure.kind === 'auth_error'
      ? 'ctrl+k signs in.'
      : undefined;
  const shown = hint === undefined ? undefined : hintOutsideShell(hint);
  return shown === undefined || signIn === undefined ? (shown ?? signIn) : `${shown} ${signIn}`;
}
