import {createHash} from 'node:crypto';
import type {ClientIdentity} from '../api/client.ts';
import type {Credentials} from '../api/credentials.ts';
import type {RequestPlan} from '../api/request-plan.ts';

/** Key of a cached response, as hashes that do not reveal their input. */
export interface CacheKey extends CacheScope {
  /** Everything the response depends on; 64 hexadecimal digits. */
  readonly key: string;
}

/** The scope that a write invalidates: one group of operations with one profile. */
export interface CacheScope {
  /** The profile; 16 hexadecimal digits. */
  readonly profile: string;
  /** The group; 8 hexadecimal digits. */
  readonly group: string;
}

/** The group of `raw`, whose paths may belong to any group. */
const rawGroup = 'raw';

/** What responses depend on besides the request. */
export interface CacheTarget extends Omit<ClientIdentity, 'protected'> {
  /** Headers of the profile. */
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * The key of a response (contract 7.1): its scope, the service, full URL, headers, paging mode and
 * identity, that is base URL, headers of the profile, kind of credentials, user, and the token as a
 * hash.
 */
export function cacheKeyOf(
  plan: RequestPlan,
  target: CacheTarget,
  credentials: Credentials,
  paginate: boolean,
): CacheKey {
  const {service, baseUrl, authType, user = '', headers} = target;
  const identity = [baseUrl, authType, user, headers, hash(JSON.stringify(credentials))];
  const paging = paginate ? 'all' : 'first';
  const scope = cacheScopeOf(plan, target);
  const asked = [service, plan.url, plan.headers, paging];
  return {...scope, key: hash(JSON.stringify([scope, asked, identity]))};
}

/** The scope of a request. */
export function cacheScopeOf({operation}: RequestPlan, target: CacheTarget): CacheScope {
  return {
    profile: hash(`${target.service} ${target.profile}`).slice(0, 16),
    group: groupText(operation?.group ?? rawGroup),
  };
}

/**
 * The groups that a write invalidates: its own and `raw`; undefined means all of the profile, since
 * the effect of a raw write is unknown.
 */
export function invalidatedGroups({operation}: RequestPlan): readonly string[] | undefined {
  return operation === undefined ? undefined : [groupText(operation.group), groupText(rawGroup)];
}

function groupText(group: string): string {
  return hash(group).slice(0, 8);
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
