import {trackerRef} from '../api/operation-ref.ts';
import {
  isObject,
  type JsonObject,
  type JsonValue,
  listAt,
  parseJsonValue,
  textMembers,
} from '../base/json-value.ts';
import type {SiteChange, SiteDifference} from './diff.ts';
import {labelOf, partsIn, type SiteObject, textAt} from './model.ts';
import type {People} from './people.ts';
import type {SendCall} from './read-site.ts';

/** The account that applies a plan. */
export interface SiteSelf {
  /** Its alias. */
  readonly user: string;
  /** Names of its groups. */
  readonly groups: readonly string[];
}

/** The access that a plan would take from the account that applies it. */
export interface Lockouts {
  /** Sentences: why the plan is refused. */
  readonly problems: readonly string[];
  /** Sentences: access that depends on roles or fields of projects, for people to check. */
  readonly unclear: readonly string[];
}

const administer = 'ADMINISTER_PROJECTS';
const myself = trackerRef('myself get-current-user', {expand: ['groups']});
const advice = 'Apply the plan with another account, or use --allow-lockout.';

/** Read the account, if a difference takes access from somebody. */
export async function readSelf(
  read: SendCall,
  people: People,
  differences: readonly SiteDifference[],
): Promise<SiteSelf | undefined> {
  const isTaken = ({field, group, new: next}: SiteChange): boolean =>
    next === undefined && (isAccess(field) || (field === 'grants' && group === administer));
  if (!differences.some(({changes}) => changes.some(isTaken))) return undefined;
  const me = parseJsonValue(await read(myself));
  const {accountId, displayName} = textMembers(me);
  if (accountId === undefined) return undefined;
  const groups = listAt(me, '/groups/items').flatMap(group => textAt(group, '/name') ?? []);
  return {user: people.aliasOf(accountId, displayName), groups};
}

const isAccess = (field: string): boolean => field === 'roles' || field === 'members';

/** Find the ways to administer that differences would close. */
export function lockoutsOf(
  differences: readonly SiteDifference[],
  onSite: readonly SiteObject[],
  self: SiteSelf | undefined,
): Lockouts {
  const problems: string[] = [];
  const unclear: string[] = [];
  const kept = new Map(onSite.map(one => [labelOf(one), one.values]));
  for (const {wanted} of differences) if (wanted) kept.set(labelOf(wanted), wanted.values);
  const isClosed = (scheme: JsonObject | undefined): boolean =>
    scheme !== undefined && holdersIn(scheme, 'grants', administer).length === 0;
  for (const difference of differences) {
    const {wanted, read, changes} = difference;
    const label = labelOf(difference);
    const scheme = changes.find(({field}) => field === 'permissionScheme')?.new;
    if (scheme !== undefined && isClosed(kept.get(`permission-schemes ${String(scheme)}`))) {
      problems.push(
        `${label}: nobody could administer the project with the scheme "${String(scheme)}". Add a grant of ${administer} to it, or use --allow-lockout.`,
      );
    }
    if (wanted === undefined || read === undefined) continue;
    if (read.kind === 'permission-schemes' && isClosed(wanted.values) && !isClosed(read.values)) {
      problems.push(
        `${label}: nobody could administer projects with this scheme. Keep a grant of ${administer}, or use --allow-lockout.`,
      );
      continue;
    }
    if (self === undefined) continue;
    for (const [field, group] of lostBy(self, changes)) {
      const left = new Set(holdersIn(wanted.values, field, group).map(one => includes(one, self)));
      const where = field === 'grants' ? `the holders of ${group}` : `${field} ${group}`.trim();
      if (left.has('yes')) continue;
      if (!left.has('unknown')) {
        problems.push(`${label}: you would remove yourself from ${where}. ${advice}`);
      } else {
        unclear.push(`${label}: check that you stay among ${where}: it depends on the project.`);
      }
    }
  }
  return {problems, unclear};
}

/** Lists of entries that lose one which includes the account: member and group, each once. */
function lostBy(
  self: SiteSelf,
  changes: readonly SiteChange[],
): readonly (readonly [field: string, group: string])[] {
  const lost = changes.filter(
    ({field, group = '', old, new: next}) =>
      next === undefined &&
      old !== undefined &&
      (isAccess(field) || (field === 'grants' && group === administer)) &&
      includes(old, self) === 'yes',
  );
  const keyed = lost.map(({field, group = ''}) => [`${field} ${group}`, [field, group]] as const);
  return [...new Map(keyed).values()];
}

function holdersIn(values: JsonObject, field: string, group: string): readonly JsonValue[] {
  return partsIn(values[field]).flatMap(([own, entry]) => (own === group ? [entry] : []));
}

/** Whether an entry includes an account; roles, fields and leads differ from project to project. */
function includes(entry: JsonValue, {user, groups}: SiteSelf): 'yes' | 'no' | 'unknown' {
  if (!isObject(entry)) return entry === 'anyone' ? 'yes' : 'unknown';
  if (entry.user !== undefined) return entry.user === user ? 'yes' : 'no';
  if (entry.group !== undefined) return groups.includes(String(entry.group)) ? 'yes' : 'no';
  return 'unknown';
}
