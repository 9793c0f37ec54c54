import {counted} from '../../base/counted.ts';
import {type AccessFacts, type AccessGrant, findUser, groupOfHolder} from './access-facts.ts';
import type {GrantChange} from './access-fix.ts';
import type {Holder} from './holders.ts';
import {findPermissionName, permissionEffect} from './permission-names.ts';
import {permissionWeight} from './permission-weight.ts';
import {isUnread} from './unknown.ts';

/** Levels of findings, the most serious first. */
export const findingLevels = ['serious', 'warning', 'note'] as const;

export type FindingLevel = (typeof findingLevels)[number];

/** Rules of findings: of grants, then of projects and of the site. */
export const findingRules = [
  ...(['wide-permission', 'inactive-user', 'missing-holder', 'single-user'] as const),
  ...(['group-by-name', 'empty-group', 'edit-without-add', 'unknown-holder'] as const),
  ...(['duplicate-grant', 'role-without-actors', 'inactive-lead', 'global-admins'] as const),
  ...(['unused-group', 'unused-scheme', 'inactive-member', 'not-read'] as const),
] as const;

export type FindingRule = (typeof findingRules)[number];

/** A problem of a grant, with the changes that mend it; none if people have to decide. */
export interface GrantProblem {
  readonly level: FindingLevel;
  readonly rule: FindingRule;
  readonly grant: AccessGrant;
  readonly problem: string;
  /** The changes in words. */
  readonly mend: string;
  readonly changes: readonly GrantChange[];
}

/**
 * Find the problems of the grants of a scheme, the most serious first.
 *
 * @param facts members of groups and states of users, if they were read
 */
export function schemeProblems(
  grants: readonly AccessGrant[],
  facts?: AccessFacts,
): readonly GrantProblem[] {
  const found = [
    ...grants.flatMap(grant => ofGrant(grant, facts)),
    ...editsWithoutAdding(grants, facts?.permissions),
    ...grantedTwice(grants),
    ...unknownHolders(grants),
  ];
  return found.sort(
    (one, other) => findingLevels.indexOf(one.level) - findingLevels.indexOf(other.level),
  );
}

function ofGrant(grant: AccessGrant, facts: AccessFacts | undefined): readonly GrantProblem[] {
  const {permission, holder} = grant;
  const found: GrantProblem[] = [];
  const add = (
    level: FindingLevel,
    rule: FindingRule,
    problem: string,
    changes?: readonly GrantChange[],
  ): void => {
    found.push(problemOf(grant, {level, rule, problem, ...(changes && {changes})}));
  };
  const wide = wideProblem(grant, facts);
  if (wide !== undefined) add(wide.level, 'wide-permission', wide.problem);
  const user = facts && holder.type === 'user' ? findUser(facts, holder.value) : undefined;
  const gone = holder.gone ?? (user?.isActive === false ? 'the account is inactive' : undefined);
  if (gone !== undefined) {
    add('warning', holder.type === 'user' ? 'inactive-user' : 'missing-holder', gone);
  } else if (holder.type === 'user') {
    add('note', 'single-user', 'granted to an individual user');
  }
  if (holder.type !== 'group') return found;
  if (holder.byName) {
    const {byId} = grant;
    const changes = byId === undefined ? [] : [addition(permission, byId), removal(grant)];
    add('warning', 'group-by-name', 'granted by group name, which can change', changes);
  }
  const members = facts?.groups.get(groupOfHolder(holder));
  if (members !== undefined && !isUnread(members) && members.length === 0) {
    add('warning', 'empty-group', 'granted to a group without members');
  }
  return found;
}

/** Weigh a grant to very many people by its permission. */
function wideProblem(
  {permission, holder}: AccessGrant,
  facts: AccessFacts | undefined,
): Pick<GrantProblem, 'level' | 'problem'> | undefined {
  const weight = permissionWeight(permission);
  if (holder.type === 'anyone') {
    const effect = permissionEffect(permission);
    if (effect === 'write') return {level: 'serious', problem: 'public write access'};
    if (effect === 'unknown') {
      return {level: 'warning', problem: 'public access to an app’s permission'};
    }
  }
  const holders = weight === undefined ? undefined : describeWideHolder(holder, facts);
  if (holders === undefined) return undefined;
  return {level: weight === 'grave' ? 'serious' : 'warning', problem: `granted to ${holders}`};
}

const soundsWide = /(^|[-_ ])(all|everyone|everybody|users|staff|employees|public)($|[-_ ])/i;

/** Describe a holder that includes very many users; unread groups are judged by their names. */
function describeWideHolder(holder: Holder, facts: AccessFacts | undefined): string | undefined {
  const {type, value, label} = holder;
  if (type === 'applicationRole') {
    return value === '' ? 'all signed-in users' : `everyone with access to ${value}`;
  }
  if (type === 'sd.customer.portal.only') return 'all portal customers';
  if (type === 'reporter') return 'every issue reporter';
  if (type !== 'group') return undefined;
  const members = facts?.groups.get(groupOfHolder(holder));
  if (facts === undefined || members === undefined || isUnread(members) || isUnread(facts.users)) {
    const isWide = soundsWide.test(label.replace(/^G:/, ''));
    return isWide ? 'a group whose name suggests everyone' : undefined;
  }
  const active = [...facts.users.values()].filter(({isActive}) => isActive).length;
  // Half of a handful of people is a team.
  const isWide = members.length >= 20 && members.length * 2 >= active;
  return isWide ? `a group of ${counted(members.length, 'user')}, most of the site` : undefined;
}

/** Whether a holder includes all signed-in users. */
function isEverybody({type, value}: Holder): boolean {
  return type === 'anyone' || (type === 'applicationRole' && value === '');
}

/** Permissions to edit everyone's content, and those to create content. */
const pairs = [
  ['EDIT_ALL_COMMENTS', 'ADD_COMMENTS'],
  ['EDIT_ALL_WORKLOGS', 'WORK_ON_ISSUES'],
] as const;

function editsWithoutAdding(
  grants: readonly AccessGrant[],
  read: ReadonlySet<string> | undefined,
): readonly GrantProblem[] {
  return pairs.flatMap(([edit, create]) => {
    if (read?.has(create) === false) return [];
    const adders = grants.filter(one => one.permission === create).map(({holder}) => holder);
    if (adders.some(isEverybody)) return [];
    return grants
      .filter(one => one.permission === edit && !adders.some(({id}) => id === one.holder.id))
      .map(grant =>
        problemOf(grant, {
          level: 'warning',
          rule: 'edit-without-add',
          problem: `can edit all, lacks “${findPermissionName(create).name}”`,
          changes: [addition(create, grant.holder)],
        }),
      );
  });
}

/** Report each unknown holder once; it may exist, so there is no fix. */
function unknownHolders(grants: readonly AccessGrant[]): readonly GrantProblem[] {
  const seen = new Set<string>();
  return grants.flatMap(grant => {
    const {id, isUnknown} = grant.holder;
    if (!isUnknown || seen.has(id)) return [];
    seen.add(id);
    const problem = 'may no longer exist';
    return [problemOf(grant, {level: 'note', rule: 'unknown-holder', problem, changes: []})];
  });
}

function grantedTwice(grants: readonly AccessGrant[]): readonly GrantProblem[] {
  const seen = new Set<string>();
  return grants.flatMap(grant => {
    const same = `${grant.permission} ${grant.holder.id}`;
    const isFirst = !seen.has(same);
    seen.add(same);
    if (isFirst) return [];
    return [problemOf(grant, {level: 'note', rule: 'duplicate-grant', problem: 'duplicate grant'})];
  });
}

function problemOf(
  grant: AccessGrant,
  {
    changes = [removal(grant)],
    ...more
  }: Pick<GrantProblem, 'level' | 'rule' | 'problem'> & Partial<Pick<GrantProblem, 'changes'>>,
): GrantProblem {
  const kinds = changes.map(({kind}) => kind).join(' ');
  return {grant, ...more, changes, mend: mends[kinds] ?? ''};
}

const mends: Readonly<Record<string, string>> = {
  remove: 'remove the grant',
  add: 'add the missing grant',
  'add remove': 'grant by group id',
};

function removal(grant: AccessGrant): GrantChange {
  return {kind: 'remove', grant};
}

function addition(permission: string, holder: Holder): GrantChange {
  return {kind: 'add', permission, holder};
}
