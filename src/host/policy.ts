import {operations} from '../api/catalogue.ts';
import type {Operation, Service} from '../api/operation.ts';
import type {RequestPlan} from '../api/request-plan.ts';
import {Failure} from '../base/failure.ts';

/** Which operations a profile lets through (client-contract 8.7). */
export interface Policy {
  /** Globs; without any list everything is allowed, with an empty one nothing is. */
  readonly allowed?: readonly string[];
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
  if (policy.allowed === undefined) return;
  if (!policy.allowed.some(glob => matchesGlob(glob, title))) {
    throw denied(title, 'it is not among allowed_operations');
  }
}

/**
 * Refuse a request of `raw` that is an operation which the profile denies, by its method and path.
 *
 * @throws Failure 'policy_denied'
 */
export function checkRawPolicy(policy: Policy, {service, title, method, url}: RequestPlan): void {
  const path = segmentsOf(new URL(url).pathname);
  for (const operation of operations) {
    if (operation.service !== service || operation.method !== method) continue;
    const name = titleOf(operation);
    const denying = policy.denied.find(glob => matchesGlob(glob, name));
    if (denying !== undefined && endsWithPath(path, operation.path)) {
      throw denied(title, `it is "${name}", and denied_operations has "${denying}"`);
    }
  }
}

/**
 * Refuse a write through a protected profile that was not asked for as one (client-contract 8.8).
 *
 * @param allowance what allows it, such as `--write`
 * @throws Failure 'policy_denied'
 */
export function checkProtected(
  {profile, protected: isProtected}: {readonly profile: string; readonly protected: boolean},
  title: string,
  allowance: string,
): void {
  if (!isProtected) return;
  throw new Failure('policy_denied', `The profile "${profile}" is protected: ${title} writes.`, {
    hint: `Add ${allowance} to write through it all the same, or use another profile.`,
    attempts: 0,
  });
}

/** What a policy calls an operation. */
export function titleOf({group, name}: Pick<Operation, 'group' | 'name'>): string {
  return `${group} ${name}`;
}

/** The titles of all operations of a service. */
export function titlesOf(service: Service): readonly string[] {
  return operations.filter(one => one.service === service).map(titleOf);
}

/** Whether a glob fits the whole text, in any case: `*` any characters, `?` one, `[a-z]` one of a set. */
export function matchesGlob(glob: string, text: string): boolean {
  const pattern = glob.replace(/\[!?[^\]]+\]|[\s\S]/g, part => {
    if (part === '*') return '.*';
    if (part === '?') return '.';
    if (part.length > 1) return part.replace(/^\[[!^]/, '[^').replaceAll('\\', '\\\\');
    return part.replace(/[\\^$.|+(){}[\]]/, '\\$&');
  });
  return new RegExp(`^${pattern}$`, 'is').test(text);
}

/**
 * The segments of a path as a server may read it: decoded, in small letters, without empty ones and
 * parameters after a semicolon; any version of the tracker's API is the one of the records.
 */
function segmentsOf(pathname: string): readonly string[] {
  const decoded = pathname.replace(/(?:%[0-9a-f]{2})+/gi, part => {
    try {
      return decodeURIComponent(part);
    } catch {
      return part;
    }
  });
  const segments = decoded
    .toLowerCase()
    .split('/')
    .map(segment => segment.replace(/;.*$/s, '').trim())
    .filter(segment => segment !== '');
  return segments.map((segment, at) =>
    segments[at - 2] === 'rest' && segments[at - 1] === 'api' && /^(?:\d+|latest)$/.test(segment)
      ? '3'
      : segment,
  );
}

/** Whether a path ends with that of a record; what stands before it is where the service is. */
function endsWithPath(path: readonly string[], template: string): boolean {
  const wanted = template.split('/').filter(segment => segment !== '');
  const end = path.slice(-wanted.length);
  return (
    end.length === wanted.length &&
    wanted.every((segment, at) => segment.startsWith('{') || segment.toLowerCase() === end[at])
  );
}

function denied(title: string, why: string): Failure {
  return new Failure('policy_denied', `The profile does not allow "${title}": ${why}.`, {
    hint: 'Use another profile (-p), or change allowed_operations and denied_operations.',
    attempts: 0,
  });
}
