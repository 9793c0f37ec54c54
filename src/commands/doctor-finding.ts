import {exitCodes, type FailureKind, toFailure} from '../base/failure.ts';

/** What one check of `doctor` found. */
export interface Finding {
  readonly check: string;
  readonly status: 'ok' | 'warning' | 'error' | 'skipped';
  readonly message: string;
  /** What to do about it. */
  readonly hint?: string;
  /** Of an error: what a command would fail with. */
  readonly error_type?: FailureKind;
}

/** A finding that everything is well, or how it is. */
export function wellFound(check: string, message: string): Finding {
  return {check, status: 'ok', message};
}

/** A finding that commands work in spite of. */
export function warningFound(check: string, message: string, hint?: string): Finding {
  return {check, status: 'warning', message, ...(hint !== undefined && {hint})};
}

/** A check that could not be made. */
export function skippedCheck(check: string, message: string): Finding {
  return {check, status: 'skipped', message};
}

/** A finding that commands fail with; an interrupt and a bug are not findings and are thrown on. */
export function errorFound(check: string, error: unknown): Finding {
  const {kind, message, details} = toFailure(error);
  if (kind === 'interrupted' || kind === 'bug') throw error;
  if (kind === 'policy_denied') return skippedCheck(check, message);
  const {hint} = details;
  return {check, status: 'error', message, ...(hint !== undefined && {hint}), error_type: kind};
}

/** What a check finds; what it throws is found too. */
export async function examined(check: string, look: () => Promise<Finding>): Promise<Finding> {
  return look().catch((error: unknown) => errorFound(check, error));
}

/** The exit code of the worst finding; 0 without an error. */
export function exitCodeOf(findings: readonly Finding[]): number {
  return Math.max(0, ...findings.map(({error_type: kind}) => (kind ? exitCodes[kind] : 0)));
}
