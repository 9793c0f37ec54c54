import {exitCodes, type FailureKind, toFailure} from '../base/failure.ts';

/** The result of one check of `doctor`. */
export interface Finding {
  readonly check: string;
  readonly status: 'ok' | 'warning' | 'error' | 'skipped';
  readonly message: string;
  readonly hint?: string;
  /** The kind of failure that a command would have. */
  readonly error_type?: FailureKind;
}

/** A finding without a problem. */
export function okFinding(check: string, message: string): Finding {
  return {check, status: 'ok', message};
}

/** A problem that does not stop commands from working. */
export function warningFinding(check: string, message: string, hint?: string): Finding {
  return {check, status: 'warning', message, ...(hint !== undefined && {hint})};
}

/** A check that was skipped. */
export function skippedCheck(check: string, message: string): Finding {
  return {check, status: 'skipped', message};
}

/** A problem that makes commands fail; an interrupt and a bug are rethrown. */
export function errorFinding(check: string, error: unknown): Finding {
  const {kind, message, details} = toFailure(error);
  if (kind === 'interrupted' || kind === 'bug') throw error;
  if (kind === 'policy_denied') return skippedCheck(check, message);
  const {hint} = details;
  return {check, status: 'error', message, ...(hint !== undefined && {hint}), error_type: kind};
}

/** Run a check; an exception becomes a finding. */
export async function runCheck(check: string, look: () => Promise<Finding>): Promise<Finding> {
  return look().catch((error: unknown) => errorFinding(check, error));
}

/** The exit code of the worst finding; 0 without an error. */
export function exitCodeOf(findings: readonly Finding[]): number {
  return Math.max(0, ...findings.map(({error_type: kind}) => (kind ? exitCodes[kind] : 0)));
}
