import {allOperations} from '../api/catalogue.ts';
import type {Client} from '../api/client.ts';
import {guardedClient} from '../api/make-client.ts';
import type {Operation, Service} from '../api/operation.ts';
import type {RequestPlan} from '../api/request-plan.ts';
import {isWrite} from '../api/uncertain-write.ts';
import {Failure, isFailure} from '../base/failure.ts';
import {type GlobPart, matchesWholeGlob} from '../base/glob.ts';
import {nearestNames} from '../base/nearest.ts';

/** The operations a profile allows (contract 8.7). */
export interface Policy {
  /** Globs; if absent, everything is allowed; an empty list allows nothing. */
  readonly allowed?: readonly string[];
  /** Globs that take precedence over `allowed`. */
  readonly denied: readonly string[];
  /**
   * Mistakes that may leave something allowed by accident; with any of them all writes are denied.
   * @default none
   */
  readonly mistakes?: readonly string[];
}

/**
 * Reject an operation that the profile does not allow.
 *
 * @param title `group operation` or `raw METHOD`
 * @throws Failure 'policy_denied'
 */
export function checkPolicy(policy: Policy | undefined, title: string): void {
  if (policy === undefined) return;
  const denying = findDenying(policy, title);
  if (denying !== undefined) throw denied(title, `denied_operations has "${denying}"`);
  if (policy.allowed === undefined) return;
  if (!policy.allowed.some(glob => matchesGlob(glob, title))) {
    throw denied(title, 'it is not among allowed_operations');
  }
}

/**
 * Reject an operation that the profile does not allow, before its inputs are known.
 *
 * @throws Failure 'policy_denied'; 'config_error' for a write if the policy has mistakes
 */
function checkOperation(policy: Policy | undefined, operation: Operation): void {
  checkPolicy(policy, titleOf(operation));
  if (operation.effect !== 'read') checkMistakes(policy);
}

/**
 * Reject a request that the profile does not allow; called for every request.
 *
 * @throws Failure 'policy_denied'; 'config_error' for a write if the policy has mistakes
 */
export function checkPlan(policy: Policy | undefined, plan: RequestPlan): void {
  if (policy === undefined) return;
  checkPolicy(policy, plan.title);
  if (isWrite(plan)) checkMistakes(policy);
  if (plan.operation === undefined) checkRawPolicy(policy, plan);
}

/** A policy with mistakes denies all writes, because its intent is unknown. */
function checkMistakes(policy: Policy | undefined): void {
  const [mistake] = policy?.mistakes ?? [];
  if (mistake !== undefined) throw policyMistake(mistake);
}

/** The failure of every write with a profile whose policy has this mistake. */
export function policyMistake(mistake: string): Failure {
  return new Failure('config_error', `${mistake}.`, {
    hint: 'Correct the configuration; until then all writes are refused.',
    attempts: 0,
  });
}

/**
 * Reject a request of `raw` that the profile denies as an operation. If operations are denied, a
 * write must match one of the catalogue, since servers and proxies interpret unusual paths in many
 * ways. `raw` itself in `allowed_operations` also allows plain paths outside of the catalogue.
 */
function checkRawPolicy(policy: Policy, plan: RequestPlan): void {
  if (policy.denied.length === 0) return;
  const method = plan.method === 'HEAD' ? 'GET' : plan.method;
  const candidates = allOperations().filter(one => one.method === method);
  const {pathname, searchParams} = new URL(plan.url);
  const path = plainSegments(pathname);
  const mayBeDenied =
    isWrite(plan) || candidates.some(one => findDenying(policy, titleOf(one)) !== undefined);
  if (mayBeDenied && (path === undefined || searchParams.has('_method'))) {
    throw denied(plan.title, 'a server may treat its path as a denied operation');
  }
  const found = candidates.filter(one => path !== undefined && endsWithPath(path, one));
  for (const name of found.map(titleOf)) {
    const denying = findDenying(policy, name);
    if (denying === undefined) continue;
    throw denied(plan.title, `it is "${name}", and denied_operations has "${denying}"`);
  }
  const isRawAllowed = policy.allowed?.some(
    glob => /^raw\b/i.test(glob) && matchesGlob(glob, plan.title),
  );
  if (found.length > 0 || isRawAllowed || !isWrite(plan)) return;
  const why = 'its path matches no known operation, and the profile denies some';
  throw denied(plan.title, why, `To allow it, list "*" and "${plan.title}" in allowed_operations.`);
}

/** The pattern that denies an operation. */
function findDenying({denied: globs}: Policy, title: string): string | undefined {
  return globs.find(glob => matchesGlob(glob, title));
}

/**
 * A client layer that rejects operations denied by the profile's policy, for every kind of request.
 */
export function policyClient(client: Client, policy: Policy | undefined): Client {
  if (policy === undefined) return client;
  return {
    ...guardedClient(client, plan => checkPlan(policy, plan)),
    plan(operation, given, options) {
      checkOperation(policy, operation);
      return client.plan(operation, given, options);
    },
    planRaw(request, options) {
      const plan = client.planRaw(request, options);
      checkPlan(policy, plan);
      return plan;
    },
    ...(isRestrictive(policy) && {
      whyDenied: (operation: Operation) => whyDenied(policy, operation),
    }),
  };
}

/** Whether a policy can deny anything. */
function isRestrictive({allowed, denied: globs, mistakes = []}: Policy): boolean {
  return allowed !== undefined || globs.length + mistakes.length > 0;
}

/** Return why a policy denies an operation, without the full stop; undefined if it does not. */
function whyDenied(policy: Policy, operation: Operation): string | undefined {
  try {
    checkOperation(policy, operation);
    return undefined;
  } catch (thrown) {
    if (!isFailure(thrown)) throw thrown;
    const why = thrown.message.replace(/\.$/, '');
    return thrown.kind === 'config_error' ? `all writes are refused: ${why}` : why;
  }
}

/**
 * A client layer that rejects writes with a protected profile (contract 8.8).
 *
 * @param allowance what allows them, such as `--write`
 */
export function protectedClient(client: Client, allowance: string): Client {
  if (!client.identity.protected) return client;
  return guardedClient(client, plan => checkProtected(client.identity, plan, allowance));
}

/**
 * Reject a write with a protected profile.
 *
 * @throws Failure 'policy_denied'
 */
export function checkProtected(
  {profile, protected: isProtected}: Client['identity'],
  plan: RequestPlan,
  allowance: string,
): void {
  if (!isProtected || !isWrite(plan)) return;
  const message = `The profile "${profile}" is protected, and ${plan.title} writes.`;
  const hint = `Add ${allowance} to write anyway, or use another profile.`;
  throw new Failure('policy_denied', message, {hint, attempts: 0});
}

/** The name of an operation in policies. */
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
 * Whether a glob matches the whole text, ignoring case: `*` any characters, `?` one, `[a-z]` one of
 * a set, `[!a-z]` one not in the set. Takes time proportional to the product of their lengths.
 *
 * @throws Failure 'config_error' for a reversed range, which would match and deny nothing
 */
export function matchesGlob(glob: string, text: string): boolean {
  const small = glob.toLowerCase();
  const parts = (small.match(/\[!?[^\]]+\]|[\s\S]/g) ?? []).map(part => makePart(part, small));
  return matchesWholeGlob(parts, text.toLowerCase());
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
    throw new Failure('config_error', `In the pattern "${glob}" the range ${part} is reversed.`, {
      hint: 'Correct the pattern in allowed_operations or denied_operations; for example [a-z].',
      attempts: 0,
    });
  }
  return character => ranges.some(({from, to}) => from <= character && character <= to) !== isOther;
}

/**
 * The segments of a path in lower case, without empty ones; undefined for a path that a server or a
 * proxy may interpret differently: by decoding twice, removing parameters after a semicolon,
 * cutting at a control character, or resolving dots and look-alikes.
 */
function plainSegments(pathname: string): readonly string[] | undefined {
  let decoded: string;
  try {
    decoded = decodeURIComponent(pathname);
  } catch {
    return undefined;
  }
  const slashes = (text: string) => text.split('/').length;
  const plain = decoded.normalize('NFKC').toLowerCase();
  const segments = plain.split('/').filter(segment => segment !== '');
  const isOdd =
    /[%;\\?#\p{Cc}\p{Cf}]/u.test(plain) ||
    slashes(plain) !== slashes(pathname) ||
    segments.some(segment => /^\s|[\s.]$/.test(segment));
  return isOdd ? undefined : segments;
}

/**
 * Whether a path ends with that of an operation; the prefix belongs to the service's base URL. All
 * versions of the tracker's API are equivalent, and a suffix such as `.json` is ignored.
 */
function endsWithPath(path: readonly string[], {path: template}: Operation): boolean {
  const wanted = template.split('/').filter(segment => segment !== '');
  const end = path.slice(-wanted.length);
  const isVersion = (at: number) => wanted[at - 2] === 'rest' && wanted[at - 1] === 'api';
  return (
    end.length === wanted.length &&
    wanted.every(
      (segment, at) =>
        segment.startsWith('{') ||
        isVersion(at) ||
        segment.toLowerCase() === end[at]?.replace(/\.(?:json|xml)$/, ''),
    )
  );
}

function denied(title: string, why: string, hint?: string): Failure {
  return new Failure('policy_denied', `The profile does not allow "${title}": ${why}.`, {
    hint: hint ?? 'Use another profile (-p), or change allowed_operations and denied_operations.',
    attempts: 0,
  });
}

/** Problems with the patterns of a policy; sentence fragments. */
interface PolicyFindings {
  /** Typing errors: all requests are denied. */
  readonly problems: readonly string[];
  /** Patterns probably meant to match something here that do not: writes are denied. */
  readonly mistakes: readonly string[];
  /** Patterns about operations of other programs: a warning with every write. */
  readonly notes: readonly string[];
}

const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'];

/** Groups that only the services have, with names similar to groups here: not typing errors. */
const groupsElsewhere: ReadonlySet<string> = new Set(['issue', 'projects', 'status', 'workflow']);

/** First words of patterns about all or some operations rather than a group. */
const notGroups =
  /^(?:all|any|every\w*|none?|reads?|writes?|get|list|create|update|edit|delete|remove|add|set|put|post|patch)$/i;

/** Classify the patterns of a policy that match no operation (contract 8.7). */
export function classifyPatterns(service: Service, {allowed = [], denied}: Policy): PolicyFindings {
  const problems: string[] = [];
  const mistakes: string[] = [];
  const notes: string[] = [];
  if (allowed.length + denied.length === 0) return {problems, mistakes, notes};
  const titles = [...titlesOf(service), ...methods.map(method => `raw ${method}`)];
  const others = titlesOf(service === 'tracker' ? 'content' : 'tracker');
  const look = (member: string, globs: readonly string[]): void => {
    for (const glob of globs) {
      if (titles.some(title => matchesGlob(glob, title))) continue;
      const pattern = `${member} has "${glob}"`;
      const isElsewhere = others.some(title => matchesGlob(glob, title));
      const meant = isElsewhere ? undefined : findMeant(glob, titles);
      if (glob.trim() === '') problems.push(`${member} contains an empty string`);
      else if (meant !== undefined) {
        problems.push(`${pattern}, which is not an operation (did you mean "${meant}"?)`);
      } else if (isElsewhere || isAboutOthers(glob, titles)) {
        notes.push(`${pattern}, which is not an operation of this program`);
      } else mistakes.push(`${pattern}, which matches no operation`);
    }
  };
  look('allowed_operations', allowed);
  look('denied_operations', denied);
  return {problems, mistakes, notes};
}

/** Whether a pattern is well-formed, and its group does not exist here. */
function isAboutOthers(glob: string, titles: readonly string[]): boolean {
  const [, group] = /^([^\s,;|&]+) [^\s,;|&]+$/.exec(glob) ?? [];
  if (group === undefined || notGroups.test(group)) return false;
  return !titles.some(title => matchesGlob(`${group} *`, title));
}

/** Suggest the operation that an unmatched pattern is likely to mean. */
function findMeant(glob: string, titles: readonly string[]): string | undefined {
  const words = glob.split(/[\s.:/_]+/).filter(word => word !== '');
  // jr version delete
  if (words.length > 1 && /^(?:jr|cf)$/i.test(words[0] ?? '')) words.shift();
  const [first = '', second, ...more] = words;
  const fits = (pattern: string) => titles.some(title => matchesGlob(pattern, title));
  const joined = titles.find(title => title.replace(' ', '-') === glob.toLowerCase());
  if (joined !== undefined) return joined;
  // project.delete, "project  delete", "delete project", "project"
  const spaced = words.join(' ');
  if (fits(spaced)) return spaced;
  const swapped = `${second} ${first}`;
  if (second === undefined) {
    return [`${first} *`, `* ${first}`].find(fits) ?? nearTitle(first, '*', titles);
  }
  if (more.length === 0 && /\w/.test(second) && fits(swapped)) return swapped;
  const method = methods.find(one => one === first.toUpperCase());
  if (method !== undefined) return `raw ${method}`;
  // Names never contain the alternatives of other glob syntaxes: version {get,delete}
  if (/[(){}|]/.test(second) && fits(`${first} *`)) return `${first} *`;
  return nearTitle(first, second, titles);
}

/** The first title similar to a pattern; the second word unchanged if it is a glob. */
function nearTitle(first: string, second: string, titles: readonly string[]): string | undefined {
  const pairs = titles.map(title => title.split(' '));
  const groups = [...new Set(pairs.map(([group = '']) => group))];
  const isGroup = groups.some(group => matchesGlob(first, group));
  const near = isGroup
    ? groups.filter(group => matchesGlob(first, group))
    : nearestNames(first, groups);
  const bare = second.replace(/[*?[\]]/g, '');
  for (const group of near) {
    const names = pairs.filter(([own]) => own === group).map(([, name = '']) => name);
    const exact = names.some(name => matchesGlob(second, name));
    if (exact && (bare !== '' || !groupsElsewhere.has(first))) return `${group} ${second}`;
    if (groupsElsewhere.has(first) || bare === '') continue;
    const [name] = nearestNames(bare, names);
    if (name !== undefined) return `${group} ${name}`;
  }
  return undefined;
}
