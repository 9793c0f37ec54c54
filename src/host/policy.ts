import {Failure} from '../base/failure.ts';

/** Which operations a profile lets through (client-contract 8.7). */
export interface Policy {
  /** Globs; with none everything is allowed. */
  readonly allowed: readonly string[];
  /** Globs; these win over `allowed`. */
  readonly denied: readonly string[];
}

/**
 * Refuse an operation that the profile does not allow.
 *
 * @param title `group operation` or `raw METHOD`
 * @throws Failure 'policy_denied'
 */
export function checkPolicy(policy: Policy | undefined, title: string): void {
  if (policy === undefined) return;
  const denying = policy.denied.find(glob => matchesGlob(glob, title));
  if (denying !== undefined) throw denied(title, `denied_operations has "${denying}"`);
  if (policy.allowed.length === 0) return;
  if (!policy.allowed.some(glob => matchesGlob(glob, title))) {
    throw denied(title, 'it is not among allowed_operations');
  }
}

/** Whether a glob fits the whole text: `*` any characters, `?` one, `[a-z]` one of a set. */
export function matchesGlob(glob: string, text: string): boolean {
  const pattern = glob.replace(/\[!?[^\]]+\]|[\s\S]/g, part => {
    if (part === '*') return '.*';
    if (part === '?') return '.';
    if (part.length > 1) return part.replace(/^\[[!^]/, '[^').replaceAll('\\', '\\\\');
    return part.replace(/[\\^$.|+(){}[\]]/, '\\$&');
  });
  return new RegExp(`^${pattern}$`, 's').test(text);
}

function denied(title: string, why: string): Failure {
  return new Failure('policy_denied', `The profile does not allow "${title}": ${why}.`, {
    hint: 'Use another profile (-p), or change allowed_operations and denied_operations.',
    attempts: 0,
  });
}
