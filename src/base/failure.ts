/**
 * The kinds of failures and their exit codes, one per row of the error table; 0 is success
 * (contract 4). `bug` is a broken invariant of the program.
 */
export const exitCodes = {
  validation_error: 4,
  auth_failed: 2,
  not_found: 3,
  gone: 3,
  conflict: 6,
  rate_limited: 5,
  client_error: 4,
  server_error: 7,
  invalid_response: 7,
  too_large: 7,
  connection_error: 1,
  timeout_error: 1,
  auth_error: 2,
  config_error: 1,
  command_error: 1,
  jq_error: 4,
  policy_denied: 4,
  disk_full: 1,
  interrupted: 130,
  bug: 1,
} as const;

export type FailureKind = keyof typeof exitCodes;

/** The members of a failure other than its kind and message; all optional. */
export interface FailureDetails {
  /** HTTP status, if the server responded. */
  readonly status?: number;
  /** Input or field name → its problem. */
  readonly errors?: Readonly<Record<string, string>>;
  /** A sentence with the remedy. */
  readonly hint?: string;
  /** The failed request, without credentials. */
  readonly request?: {readonly method: string; readonly path: string};
  /** Id of the request in the service's logs; shown to users. */
  readonly requestId?: string;
  /** Seconds to wait before a retry, from Retry-After. */
  readonly retryAfterSeconds?: number;
  /** Number of times the request was sent; 0 if nothing was sent. */
  readonly attempts?: number;
  /** The connection was never established, so the request cannot have arrived. */
  readonly unsent?: true;
  /** A retry would fail in the same way. */
  readonly lasting?: true;
  /** The request may have succeeded, for example a write that was interrupted. */
  readonly mayBeDone?: true;
  /** The body of a successful response is not JSON, such as a sign-in page. */
  readonly isNotJson?: true;
  /** The server's error body as JSON text, if it was JSON. */
  readonly body?: string;
  /** The entities a name may refer to, each with its id and distinguishing details; no secrets. */
  readonly candidates?: readonly Readonly<Record<string, string>>[];
  /** True when part of the response was printed (--partial). */
  readonly partial?: boolean;
  readonly cause?: unknown;
}

/**
 * The only error class. Compare `kind`, not the class or its name, which bundling may rename.
 * Messages and hints never contain a secret.
 */
export class Failure extends Error {
  readonly kind: FailureKind;
  readonly details: FailureDetails;

  constructor(kind: FailureKind, message: string, details: FailureDetails = {}) {
    super(message, details.cause === undefined ? undefined : {cause: details.cause});
    this.name = 'Failure';
    this.kind = kind;
    this.details = details;
  }
}

/** Check whether a thrown value is a Failure, also one from another bundle of this program. */
export function isFailure(value: unknown): value is Failure {
  return (
    value instanceof Error && value.name === 'Failure' && 'kind' in value && 'details' in value
  );
}

const fullCodes: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT']);

/** Check whether a write failed because the disk or the user's quota is full. */
export function isDiskFull(value: unknown): boolean {
  return value instanceof Error && 'code' in value && fullCodes.has(value.code);
}

const fileProblems: ReadonlyMap<unknown, string> = new Map([
  ['EACCES', 'Permission denied'],
  ['EEXIST', 'The file exists already'],
  ['EISDIR', 'This is a folder, not a file'],
  ['ELOOP', 'The path has too many symbolic links'],
  ['ENOENT', 'The file or its folder does not exist'],
  ['ENOTDIR', 'A part of the path is not a folder'],
  ['ENXIO', 'This is not a regular file'],
  ['EPERM', 'Permission denied'],
  ['EROFS', 'The file system is read-only'],
]);

/** System calls with errors of the same codes that do not concern a file. */
const otherCalls = /^(?:bind|connect|kill|listen|spawn)/;

/** A sentence about an error of the system that concerns a file; undefined for other values. */
function fileProblemOf(value: unknown): string | undefined {
  if (!(value instanceof Error && 'code' in value)) return undefined;
  if ('syscall' in value && otherCalls.test(String(value.syscall))) return undefined;
  const reason = fileProblems.get(value.code);
  const path = 'path' in value && typeof value.path === 'string' ? `: ${value.path}` : '';
  return reason && `${reason}${path}.`;
}

/**
 * Convert any thrown value to a Failure. Other errors become kind `bug` with the value as cause,
 * except errors about files, which are not bugs.
 */
export function toFailure(value: unknown): Failure {
  if (isFailure(value)) return value;
  const message = value instanceof Error ? value.message : String(value);
  if (isDiskFull(value)) {
    const hint = 'Free some disk space, then run the command again.';
    return new Failure('disk_full', `The disk is full (${message}).`, {hint, cause: value});
  }
  const reason = fileProblemOf(value);
  if (reason !== undefined) {
    const hint = 'Check the path and the permissions of the file and its folder.';
    return new Failure('config_error', reason, {hint, cause: value});
  }
  return new Failure('bug', message, {cause: value});
}
