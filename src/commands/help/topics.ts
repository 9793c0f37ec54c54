import {programOf, type Service} from '../../api/operation.ts';
import {exitCodes, type FailureKind} from '../../base/failure.ts';
import {globalFlags} from '../flags.ts';
import {twoColumns, wrapText} from './layout.ts';

/** The meaning of each kind of failure for users of commands; code is in backticks. */
const failureMeanings: Readonly<Record<FailureKind, string>> = {
  validation_error: 'invalid input, found by this program or by the server (400, 422)',
  auth_failed: 'the server rejected the credentials, or a permission is missing (401, 403)',
  not_found: 'not found (404), or no item has the name',
  gone: 'no longer available (410)',
  conflict: 'changed by someone else, or it exists already (409); or several items have the name',
  rate_limited: 'too many requests (429); `retry_after` says how long to wait',
  client_error: 'the server rejected the request for another reason (other 4xx)',
  server_error: 'error in the server (5xx)',
  invalid_response: 'the response is not JSON, or not a list, where one is expected',
  too_large: 'a response, or the result of its filter, is larger than `--max-answer` allows',
  connection_error: 'no connection: refused, reset, TLS or name not found',
  timeout_error: 'no response within `--timeout`',
  auth_error: 'no credentials, or they could not be fetched',
  config_error: 'invalid configuration',
  command_error: 'unknown command or flag; the hint suggests similar names',
  jq_error: 'the jq filter is invalid or failed',
  policy_denied: 'the profile does not allow the operation',
  disk_full: 'no space left to write a file or standard output',
  interrupted:
    'interrupted, for example by Ctrl+C; 143 and 129 if SIGTERM or SIGHUP ended several commands',
  bug: 'an error in this program; please report it',
};

/** Environment variables without a flag: name, with `{P}` for JR or CF, and description. */
const variables: readonly (readonly [string, string])[] = [
  ['{P}_AUTH_APP_KEY', 'The key of an add-on app, with --auth-type app.'],
  ['{P}_AUTH_SHARED_SECRET', 'The shared secret of the app, which signs each request.'],
  ['{P}_CONFIG_PATH', 'The configuration file.'],
  ['XDG_CONFIG_HOME', 'The parent of the configuration folders; default ~/.config.'],
  ['XDG_CACHE_HOME', 'The folder for cached responses and access tokens; default ~/.cache.'],
  [
    'XDG_STATE_HOME',
    'The folder for sign-ins and the state of the terminal UI; default ~/.local/state.',
  ],
  ['HTTPS_PROXY', 'The proxy; also HTTP_PROXY, and NO_PROXY for exceptions.'],
  ['NODE_EXTRA_CA_CERTS', 'A file with additional certificate authorities.'],
  ['PAGER', 'The pager for --pager, unless another is set.'],
  ['NO_COLOR', 'Turns colours off if it is not empty.'],
  ['VISUAL', 'The editor of the terminal UI; default EDITOR.'],
];

/** A subject of the help that is no command. */
export interface Topic {
  readonly name: string;
  readonly summary: string;
  lines(service: Service, width: number): readonly string[];
}

/** The topics of `help`, such as `help exit-codes`. */
export const topics: readonly Topic[] = [
  {name: 'exit-codes', summary: 'exit codes and kinds of errors', lines: exitCodeLines},
  {name: 'environment', summary: 'environment variables', lines: environmentLines},
];

/** The exit codes with their kinds of failures in ascending order, success first. */
export function exitCodeRows(): readonly {code: number; kind: string; meaning: string}[] {
  const kinds = Object.entries(failureMeanings).map(([kind, meaning]) => ({kind, meaning}));
  const failures = kinds.map(row => ({...row, code: exitCodes[row.kind as FailureKind]}));
  const found =
    'success, with a result that `--exit-on`, `--exit-status`, `--exit-code` or `--fail-on` reports';
  const others = [
    {code: 0, kind: '', meaning: 'success'},
    {code: 8, kind: '', meaning: found},
  ];
  return [...others, ...failures].sort((a, b) => a.code - b.code);
}

function exitCodeLines(service: Service, width: number): readonly string[] {
  const program = programOf(service);
  const rows = exitCodeRows().map(({code, kind, meaning}) => {
    const text = meaning.replaceAll('`', '');
    return [`${code}`.padStart(3), kind === '' ? text : `${kind}: ${text}`] as const;
  });
  return [
    ...wrapText(`Exit codes of ${program}, with the error_type of the error line:`, width),
    '',
    ...twoColumns(rows, width),
    '',
    ...wrapText(
      'A failed command writes one JSON line to standard error: error_type, message, and, if known, hint, status, errors, request and retry_after. On a terminal it is text.',
      width,
    ),
  ];
}

/** The environment variables with a flag of the same meaning, and those without. */
export function environmentRows(prefix: string): readonly (readonly [string, string])[] {
  const ofFlags = globalFlags.flatMap(flag =>
    'env' in flag
      ? [
          [
            `{P}_${flag.env}`,
            `${flag.type === 'boolean' ? 'Turns on' : 'Same as'} --${flag.name}: ${flag.help}.`,
          ] as const,
        ]
      : [],
  );
  return [...ofFlags, ...variables].map(([name, text]) => [name.replace('{P}', prefix), text]);
}

function environmentLines(service: Service, width: number): readonly string[] {
  const program = programOf(service);
  return [
    `Environment variables of ${program}:`,
    '',
    ...twoColumns(environmentRows(program.toUpperCase()), width),
    '',
    ...wrapText(
      `Flags override variables, and variables override the profile. ${program} doctor shows the settings in use.`,
      width,
    ),
  ];
}
