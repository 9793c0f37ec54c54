import {allOperations} from '../api/catalogue.ts';
import type {Client} from '../api/client.ts';
import {guardedClient} from '../api/make-client.ts';
import type {Operation, Service} from '../api/operation.ts';
import type {RequestPlan} from '../api/request-plan.ts';
import {Failure} from '../base/failure.ts';
import {fitsGlob, type GlobPart} from '../base/glob.ts';

/** Which operations a profile lets through (contract 8.7). */
export interface Policy {
  /** Globs; absent when there is no such list: everything is allowed; with an empty one nothing is. */
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
  for (const operation of allOperations()) {
    if (operation.service !== service || operation.method !== method) continue;
    const name = titleOf(operation);
    const denying = policy.denied.find(glob => matchesGlob(glob, name));
    if (denying !== undefined && endsWithPath(path, operation.path)) {
      throw denied(title, `it is "${name}", and denied_operations has "${denying}"`);
    }
  }
}

/** The layer that refuses what a profile's policy denies, on every way to the service. */
export function policedClient(client: Client, policy: Policy | undefined): Client {
  if (policy === undefined) return client;
  const guarded = guardedClient(client, plan => {
    checkPolicy(policy, plan.title);
    if (plan.operation === undefined) checkRawPolicy(policy, plan);
  });
  return {
    ...guarded,
    plan(operation, given, options) {
      checkPolicy(policy, titleOf(operation));
      return client.plan(operation, given, options);
    },
  };
}

/**
 * Refuse a write through a protected profile that was not asked for as one (contract 8.8).
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
  return allOperations()
    .filter(one => one.service === service)
    .map(titleOf);
}

/**
 * Whether a glob fits the whole text, in any case: `*` any characters, `?` one, `[a-z]` one of a set, `[!a-z]` one
 * that is not. Takes no longer than the product of both, whatever the glob.
 *
 * @throws Failure 'config_error' for a set that runs backwards: it would fit nothing, and deny nothing
 */
export function matchesGlob(glob: string, text: string): boolean {
  const small = glob.toLowerCase();
  const parts = (small.match(/\[!?[^\]]+\]|[\s\S]/g) ?? []).map(part => makePart(part, small));
  return fitsGlob(parts, text.toLowerCase());
}

function makePart(part: string, glob: string): GlobPart {
  if (part === '*') return 'any number';
  if (part === '?') return () => true;
  if (part.length === 1) return character => character === part;
  const isOther = part.length > 3 && /[!^]/.test(part.charAt(1));
  const inside = part.slice(isOther ? 2 : 1, -1);
  const ranges = [...inside.matchAll(/([\s\S])-([\s\S])|([\s\S])/g)].map(
    ([, from = '', to = '', one = from]) => ({from: one, to: to || one}),
  );
  if (ranges.some(({from, to}) => from > to)) {
    throw new Failure('config_error', `In the pattern "${glob}" the set ${part} runs backwards.`, {
      hint: 'Patterns stand in allowed_operations and denied_operations; write [a-z].',
      attempts: 0,
    });
  }
  return character => ranges.some(({from, to}) => from <= character && character <= to) !== isOther;
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
