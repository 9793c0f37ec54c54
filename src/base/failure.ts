/**
 * What can go wrong, as data: one kind per row of the error table, and its exit code; 0 is success
 * (contract 4). `bug` stands for a broken invariant of the program itself.
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

/** A kind of failure. */
export type FailureKind = keyof typeof exitCodes;

/** The members of a failure beside its kind and message; all optional. */
export interface FailureDetails {
  /** HTTP status, if the server responded. */
  readonly status?: number;
  /** Input or field name → its problem. */
  readonly errors?: Readonly<Record<string, string>>;
  /** What to do about it, as a sentence. */
  readonly hint?: string;
  /** The request that failed; never with credentials. */
  readonly request?: {readonly method: string; readonly path: string};
  /** By which the service finds this request in its logs; shown to people. */
  readonly requestId?: string;
  /** Seconds to wait before another try, from Retry-After. */
  readonly retryAfterSeconds?: number;
  /** How many times the request was sent; 0 when nothing left the machine. */
  readonly attempts?: number;
  /** The connection was never there: nothing of the request can have arrived. */
  readonly unsent?: true;
  /** Another try would end in the same way. */
  readonly lasting?: true;
  /** The request may have been carried out all the same: a write that was cut, for one. */
  readonly mayBeDone?: true;
  /** The server's error body as JSON text, when it was JSON. */
  readonly body?: string;
  /** The things a name may mean, each with its id and what distinguishes it; no secret. */
  readonly candidates?: readonly Readonly<Record<string, string>>[];
  /** True when part of the answer was printed (--partial). */
  readonly partial?: boolean;
  readonly cause?: unknown;
}

/**
 * The one error class. Compare `kind`; never the class or its name, which bundling may rename.
 * Messages and hints never carry a secret.
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

/** Whether a thrown value is a Failure, also one made by another bundle of this program. */
export function isFailure(value: unknown): value is Failure {
  return (
    value instanceof Error && value.name === 'Failure' && 'kind' in value && 'details' in value
  );
}

const fullCodes: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT']);

/** Whether the system refused to write because there is no room, on the disk or for this user. */
export function isDiskFull(value: unknown): boolean {
  return value instanceof Error && 'code' in value && fullCodes.has(value.code);
}

/**
 * Any thrown value as a Failure: what is not one becomes kind `bug` with its cause kept, but for a
 * full disk, which is no fault of the program.
 */
export function toFailure(value: unknown): Failure {
  if (isFailure(value)) return value;
  const message = value instanceof Error ? value.message : String(value);
  if (isDiskFull(value)) {
    const hint = 'Free some disk space, then run the command again.';
    return new Failure('disk_full', `The disk is full (${message}).`, {hint, cause: value});
  }
  return new Failure('bug', message, {cause: value});
}
