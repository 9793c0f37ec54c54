import {code, table} from './markdown.mjs';

/** The meaning of each kind of failure for users of commands. */
const meanings = {
  validation_error: 'an input was refused, here or by the server (400, 422)',
  auth_failed: 'the server refused the credentials or the permission (401, 403)',
  not_found: 'there is no such thing (404), or nothing of that name',
  gone: 'it is no longer there (410)',
  conflict: 'somebody else changed it, or it exists already (409); or several things have the name',
  rate_limited: 'too many requests (429); `retry_after` says how long to wait',
  client_error: 'the server refused the request for another reason (other 4xx)',
  server_error: 'the server failed (5xx)',
  invalid_response:
    'the server’s answer was not JSON where JSON is due, or no list where a list is due',
  too_large: 'a response takes more memory than `--max-answer` allows for',
  connection_error: 'no connection: refused, reset, TLS or name not found',
  timeout_error: 'no answer within `--timeout`',
  auth_error: 'there are no credentials, or they could not be fetched',
  config_error: 'the configuration is wrong',
  command_error: 'there is no such command or flag; the nearest names are given',
  jq_error: 'the jq filter is wrong or failed',
  policy_denied: 'the profile does not allow the operation',
  disk_full: 'there is no room to write, a file or standard output',
  interrupted: 'interrupted, by Ctrl+C for one',
  bug: 'this program is at fault; please report it',
};

/** Return the meaning of a kind of failure; throws if it is missing. */
export function meaningOf(kind) {
  const meaning = meanings[kind];
  if (meaning === undefined) throw new Error(`tools/docs: no meaning of ${kind}`);
  return meaning;
}

/** Build the table of exit codes in ascending order. */
export function exitCodeTable({exitCodes}) {
  const rows = Object.entries(exitCodes)
    .map(([kind, exit]) => [exit, code(kind), meaningOf(kind)])
    .sort((a, b) => a[0] - b[0]);
  return table(['Exit', '`error_type`', 'When'], [[0, '', 'it worked'], ...rows]);
}
