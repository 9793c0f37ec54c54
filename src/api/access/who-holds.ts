import {type JsonValue, readPointer} from '../../base/json-value.ts';
import {memoizeFor} from '../../base/memoize-for.ts';
import {
  type AccessFacts,
  type AccessProject,
  type AccessScheme,
  findUser,
  groupNameOfActor,
  groupOfActor,
  groupOfHolder,
} from './access-facts.ts';
import type {Holder} from './holders.ts';
import {isUnread, type Unknown} from './unknown.ts';

/** Classes of users, whose members are not listed one by one. */
export const userClasses = ['all signed-in users', 'all portal customers', 'anyone'] as const;

export type UserClass = (typeof userClasses)[number];

/** A step from a person to a grant. */
export interface GrantStep {
  readonly kind: 'group' | 'one of the groups' | 'role' | 'application' | 'lead' | 'name';
  readonly id: string;
  /** As part of a sentence: `group developers`. */
  readonly text: string;
}

/** The steps from a person to a grant: a group, then the role it is an actor of. */
export type MembershipPath = readonly GrantStep[];

/** The people that a holder reaches in a project. */
export interface HolderMembers {
  /** Account id → every path by which the holder reaches it. */
  readonly members: ReadonlyMap<string, readonly MembershipPath[]>;
  /** The holder includes this class of users. */
  readonly userClass?: UserClass;
  /** Whom the holder reaches depends on the issue: the holder in words. */
  readonly some?: string;
  /** Why members may be missing. */
  readonly unknown: readonly string[];
}

const none: ReadonlyMap<string, readonly MembershipPath[]> = new Map();

const classOf = (userClass: UserClass): HolderMembers => ({members: none, userClass, unknown: []});

const unknown = (why: string): HolderMembers => ({members: none, unknown: [why]});

/** Return a path in words, from the grant to the person: `role Developers, group staff`. */
export function membershipText(path: MembershipPath): string {
  return path
    .map(({text}) => text)
    .reverse()
    .join(', ');
}

/** Check whether the members of a holder differ by project. */
export function dependsOnProject({type}: Holder): boolean {
  return ['projectrole', 'projectlead'].includes(type.toLowerCase());
}

const sharedMembers = memoizeFor((_: AccessFacts) => new Map<string, HolderMembers>());

/**
 * Expand a holder to the people it reaches in a project: groups, roles and applications by their
 * members. Members that do not depend on the project are computed once.
 */
export function expandHolder(
  holder: Holder,
  project: AccessProject,
  facts: AccessFacts,
): HolderMembers {
  if (dependsOnProject(holder)) return expand(holder, project, facts);
  const shared = sharedMembers(facts);
  const found = shared.get(holder.id) ?? expand(holder, project, facts);
  shared.set(holder.id, found);
  return found;
}

function expand(holder: Holder, project: AccessProject, facts: AccessFacts): HolderMembers {
  const {value, text, name} = holder;
  const only = (id: string, step: GrantStep): HolderMembers => ({
    members: new Map([[id, [[step]]]]),
    unknown: [],
  });
  switch (holder.type.toLowerCase()) {
    case 'anyone':
      return classOf('anyone');
    case 'user':
      return only(value, {kind: 'name', id: value, text: 'named in the scheme'});
    case 'projectlead':
      return project.lead === ''
        ? unknown('the project lead is not known')
        : only(project.lead, {kind: 'lead', id: project.key, text: 'project lead'});
    case 'applicationrole':
      return value === '' ? classOf('all signed-in users') : ofApplication(value, facts);
    case 'sd.customer.portal.only':
      return classOf('all portal customers');
    case 'group':
      return ofGroup(groupOfHolder(holder), name, facts);
    case 'projectrole':
      // A role that no longer exists has no actors.
      if (holder.gone !== undefined) return {members: none, unknown: []};
      return ofRole(value, name, project, facts);
    case 'reporter':
    case 'assignee':
    case 'usercustomfield':
    case 'groupcustomfield':
      return {members: none, some: text, unknown: []};
    default:
      return unknown(`who is one of: ${text}`);
  }
}

function ofGroup(key: string, name: string, {groups}: AccessFacts): HolderMembers {
  const members = groups.get(key) ?? {unknown: 'not read'};
  if (isUnread(members)) return unknown(`members of group ${name}: ${members.unknown}`);
  const paths = [[{kind: 'group', id: key, text: `group ${name}`}]] as const;
  return {members: new Map(members.map(id => [id, paths])), unknown: []};
}

/** Join the members of several holders, each path with a further step. */
function joinMembers(step: GrantStep, parts: readonly HolderMembers[]): HolderMembers {
  const members = new Map<string, readonly MembershipPath[]>();
  for (const part of parts) {
    const extend = memoizeFor((paths: readonly MembershipPath[]) =>
      paths.map(path => [...path, step]),
    );
    for (const [id, paths] of part.members) {
      members.set(id, [...(members.get(id) ?? []), ...extend(paths)]);
    }
  }
  return {members, unknown: parts.flatMap(part => part.unknown)};
}

function ofRole(
  id: string,
  name: string,
  project: AccessProject,
  facts: AccessFacts,
): HolderMembers {
  const actors = project.roles.get(id) ?? {unknown: 'not read'};
  if (isUnread(actors)) return unknown(`role ${name} of ${project.key}: ${actors.unknown}`);
  const step = {kind: 'role', id, text: `role ${name}`} as const;
  return joinMembers(
    step,
    actors.map(actor => ofActor(actor, facts)),
  );
}

function ofActor(actor: JsonValue, facts: AccessFacts): HolderMembers {
  const user = readPointer(actor, '/actorUser/accountId');
  if (typeof user === 'string') return {members: new Map([[user, [[]]]]), unknown: []};
  const group = groupOfActor(actor);
  if (group === undefined) return unknown('an actor that is neither a user nor a group');
  return ofGroup(group, groupNameOfActor(actor) ?? group, facts);
}

/** Only active people have access to an application. */
function ofApplication(key: string, facts: AccessFacts): HolderMembers {
  const {applications, users} = facts;
  const unread = [applications, users].find(isUnread);
  if (isUnread(applications) || isUnread(users)) {
    return unknown(`access to ${key}: ${unread?.unknown}`);
  }
  const isPerson = (id: string): boolean => {
    const user = users.get(id);
    return user?.isActive === true && user.type === 'atlassian';
  };
  const groups = (applications.get(key) ?? []).map(({id, name}) => ofGroup(id, name, facts));
  const all = joinMembers({kind: 'application', id: key, text: `access to ${key}`}, groups);
  return {...all, members: new Map([...all.members].filter(([id]) => isPerson(id)))};
}

/** A grant that gives, or may give, a permission to a user. */
export interface GrantPath {
  readonly holds: 'yes' | 'some' | 'unknown';
  readonly why: string;
  /** The steps from the user to the grant; none if the grant is to a class of users. */
  readonly steps: MembershipPath;
  /** Id of the grant; empty for a global permission. */
  readonly grant: string;
}

/** Whether a user has a permission in a project according to the grants, and by which. */
export interface PermissionDecision {
  readonly may: 'yes' | 'no' | 'some issues' | 'unknown';
  readonly paths: readonly GrantPath[];
  /** Why the result is unknown, beyond the paths. */
  readonly unknown: readonly string[];
}

/** Return the permission scheme of a project, or why it is not known. */
export function schemeOf(project: AccessProject, {schemes}: AccessFacts): AccessScheme | Unknown {
  if (isUnread(project.scheme)) return project.scheme;
  return schemes.get(project.scheme) ?? {unknown: 'not read'};
}

/**
 * Decide about a global permission, as the service checked it; undefined for other permissions. The
 * API reports the groups of administrators; for other permissions, those that a user is in.
 */
export function decideGlobalPermission(
  who: string,
  permission: string,
  {globals, groups}: AccessFacts,
): PermissionDecision | undefined {
  if (globals?.keys.includes(permission) !== true) return undefined;
  const held = isUnread(globals.held) ? globals.held : globals.held.get(who);
  if (held === undefined || isUnread(held)) {
    return {may: 'unknown', paths: [], unknown: [held?.unknown ?? noGroups]};
  }
  if (!held.includes(permission)) return {may: 'no', paths: [], unknown: []};
  const {adminGroups, groupsOfUsers} = globals;
  const admins = permission !== 'ADMINISTER' || isUnread(adminGroups) ? [] : adminGroups;
  const paths = [...admins].flatMap(([id, name]): readonly GrantPath[] => {
    const members = groups.get(id) ?? [];
    if (isUnread(members) || !members.includes(who)) return [];
    const text = `group ${name}`;
    return [{holds: 'yes', why: text, steps: [{kind: 'group', id, text}], grant: ''}];
  });
  const own = groupsOfUsers?.get(who) ?? [];
  const text = `one of the groups ${own.join(', ')}, or everyone`;
  const path: GrantPath = {
    holds: 'yes',
    why: 'global permission',
    steps: own.length === 0 ? [] : [{kind: 'one of the groups', id: '', text}],
    grant: '',
  };
  return {may: 'yes', paths: paths.length > 0 ? paths : [path], unknown: []};
}

const noGroups = 'no operation lists the groups with a global permission';

/** Decides whether a user, or a class of users, has a permission in a project. */
type Decide = (who: string, permission: string) => PermissionDecision;

/** Make the decisions about a project, from the grants alone; its roles are expanded once. */
export function decisionsForProject(project: AccessProject, facts: AccessFacts): Decide {
  const scheme = schemeOf(project, facts);
  if (isUnread(scheme)) {
    const why = [`permission scheme of ${project.key}: ${scheme.unknown}`];
    return (who, permission) =>
      decideGlobalPermission(who, permission, facts) ?? {may: 'unknown', paths: [], unknown: why};
  }
  const expanded = new Map<string, HolderMembers>();
  const membersOf = (holder: Holder): HolderMembers => {
    const found = expanded.get(holder.id) ?? expandHolder(holder, project, facts);
    expanded.set(holder.id, found);
    return found;
  };
  return (who, permission) => {
    const global = decideGlobalPermission(who, permission, facts);
    if (global !== undefined) return global;
    const paths = scheme.grants
      .filter(grant => grant.permission === permission)
      .flatMap(({id, holder}) =>
        findPaths(who, membersOf(holder), facts).map(path => ({...path, grant: id})),
      );
    const has = (kind: GrantPath['holds']) => paths.some(path => path.holds === kind);
    // An unread part is never a no.
    const otherwise = has('unknown') ? 'unknown' : has('some') ? 'some issues' : 'no';
    return {may: has('yes') ? 'yes' : otherwise, paths, unknown: []};
  };
}

/** Decide about one user, permission and project. */
export function decidePermission(
  who: string,
  permission: string,
  project: AccessProject | undefined,
  facts: AccessFacts,
): PermissionDecision {
  if (project === undefined) return {may: 'unknown', paths: [], unknown: ['no project was read']};
  return decisionsForProject(project, facts)(who, permission);
}

function findPaths(
  who: string,
  {members, userClass, some, unknown: unread}: HolderMembers,
  facts: AccessFacts,
): readonly Omit<GrantPath, 'grant'>[] {
  const own = members.get(who);
  if (own !== undefined)
    return own.map(steps => ({holds: 'yes', why: membershipText(steps), steps}));
  const path = (kind: GrantPath['holds'], why: string) => ({holds: kind, why, steps: []});
  const belongs = userClass === undefined ? false : isInClass(who, userClass, facts);
  return [
    ...(belongs === true ? [path('yes', userClass ?? '')] : []),
    ...(isUnread(belongs) ? [path('unknown', `${userClass}: ${belongs.unknown}`)] : []),
    ...(some === undefined ? [] : [path('some', some)]),
    ...unread.map(why => path('unknown', why)),
  ];
}

/** Check whether a string names a class of users. */
export function isUserClass(who: string): who is UserClass {
  return userClasses.some(one => one === who);
}

/** Return the class that a user belongs to. */
export function userClassOf(who: string, facts: AccessFacts): UserClass {
  if (isUserClass(who)) return who;
  return findUser(facts, who)?.type === 'customer' ? 'all portal customers' : 'all signed-in users';
}

function isInClass(who: string, userClass: UserClass, facts: AccessFacts): boolean | Unknown {
  if (userClass === 'anyone' || who === userClass) return true;
  if (isUserClass(who)) return false;
  const {users} = facts;
  if (isUnread(users)) return users;
  const type = findUser(facts, who)?.type;
  if (userClass === 'all portal customers') {
    return type === undefined ? {unknown: 'the kind of account is not known'} : type === 'customer';
  }
  // Customers of a portal are not signed in to the application.
  return type !== 'customer';
}
