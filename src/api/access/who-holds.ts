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

/** Everybody of a kind, who are not listed one by one. */
export const userClasses = ['all signed-in users', 'all portal customers', 'anyone'] as const;

export type UserClass = (typeof userClasses)[number];

/** A step from a person to a grant. */
export interface GrantStep {
  readonly kind: 'group' | 'role' | 'application' | 'lead' | 'name';
  readonly id: string;
  /** As part of a sentence: `group developers`. */
  readonly text: string;
}

/** The steps from a person to a grant: a group, then the role it is an actor of. */
export type MembershipPath = readonly GrantStep[];

/** The people that a holder reaches in a project. */
export interface HolderMembers {
  /** Account id, and every way in which the holder reaches it. */
  readonly members: ReadonlyMap<string, readonly MembershipPath[]>;
  readonly everybody?: UserClass;
  /** The holder depends on the issue; the words. */
  readonly some?: string;
  /** Why members may be missing. */
  readonly unknown: readonly string[];
}

const none: ReadonlyMap<string, readonly MembershipPath[]> = new Map();

const everybody = (who: UserClass): HolderMembers => ({members: none, everybody: who, unknown: []});

const unknown = (why: string): HolderMembers => ({members: none, unknown: [why]});

/** Return a way in words, from the grant to the person: `role Developers, group staff`. */
export function membershipText(way: MembershipPath): string {
  return way
    .map(({text}) => text)
    .reverse()
    .join(', ');
}

/** Types of holders whose circle depends on the project. */
const ofProject = new Set(['projectrole', 'projectlead']);

/** Check whether the circle of a holder differs by project. */
export function dependsOnProject({type}: Holder): boolean {
  return ofProject.has(type.toLowerCase());
}

const sharedOf = memoizeFor((_: AccessFacts) => new Map<string, HolderMembers>());

/**
 * Expand a holder to the people it reaches in a project: groups, roles and applications by their
 * members. Circles that do not depend on the project are computed once.
 */
export function expandHolder(
  holder: Holder,
  project: AccessProject,
  facts: AccessFacts,
): HolderMembers {
  if (dependsOnProject(holder)) return expand(holder, project, facts);
  const shared = sharedOf(facts);
  const circle = shared.get(holder.id) ?? expand(holder, project, facts);
  shared.set(holder.id, circle);
  return circle;
}

function expand(holder: Holder, project: AccessProject, facts: AccessFacts): HolderMembers {
  const {value, text, name} = holder;
  const only = (id: string, step: GrantStep): HolderMembers => ({
    members: new Map([[id, [[step]]]]),
    unknown: [],
  });
  switch (holder.type.toLowerCase()) {
    case 'anyone':
      return everybody('anyone');
    case 'user':
      return only(value, {kind: 'name', id: value, text: 'named in the scheme'});
    case 'projectlead':
      return project.lead === ''
        ? unknown('the project lead is not known')
        : only(project.lead, {kind: 'lead', id: project.key, text: 'project lead'});
    case 'applicationrole':
      return value === '' ? everybody('all signed-in users') : ofApplication(value, facts);
    case 'sd.customer.portal.only':
      return everybody('all portal customers');
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
  const ways = [[{kind: 'group', id: key, text: `group ${name}`}]] as const;
  return {members: new Map(members.map(id => [id, ways])), unknown: []};
}

/** Join circles, each with a further step. */
function through(step: GrantStep, circles: readonly HolderMembers[]): HolderMembers {
  const members = new Map<string, readonly MembershipPath[]>();
  for (const circle of circles) {
    const longer = memoizeFor((ways: readonly MembershipPath[]) => ways.map(way => [...way, step]));
    for (const [id, ways] of circle.members) {
      members.set(id, [...(members.get(id) ?? []), ...longer(ways)]);
    }
  }
  return {members, unknown: circles.flatMap(circle => circle.unknown)};
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
  return through(
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
  const circles = (applications.get(key) ?? []).map(({id, name}) => ofGroup(id, name, facts));
  const all = through({kind: 'application', id: key, text: `access to ${key}`}, circles);
  return {...all, members: new Map([...all.members].filter(([id]) => isPerson(id)))};
}

/** A grant that gives, or may give, a permission to a user. */
export interface GrantPath {
  readonly holds: 'yes' | 'some' | 'unknown';
  readonly why: string;
  /** The steps from the user to the grant; none if the grant is to everybody of a kind. */
  readonly steps: MembershipPath;
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

const noGroups = 'no operation lists the groups with a global permission';

/** Decide about a global permission, as the service checked it; undefined for other permissions. */
export function decideGlobalPermission(
  who: string,
  permission: string,
  {globals}: AccessFacts,
): PermissionDecision | undefined {
  if (globals?.keys.includes(permission) !== true) return undefined;
  const held = isUnread(globals.held) ? globals.held : globals.held.get(who);
  if (held === undefined || isUnread(held)) {
    return {may: 'unknown', paths: [], unknown: [held?.unknown ?? noGroups]};
  }
  if (!held.includes(permission)) return {may: 'no', paths: [], unknown: []};
  const path = {holds: 'yes', why: 'global permission', steps: [], grant: ''} as const;
  return {may: 'yes', paths: [path], unknown: []};
}

/** Decides whether a user, or everybody of a kind, has a permission in a project. */
type Decide = (who: string, permission: string) => PermissionDecision;

/** Make the decisions about a project, from the grants alone; its roles are expanded once. */
export function decisionsForProject(project: AccessProject, facts: AccessFacts): Decide {
  const scheme = schemeOf(project, facts);
  if (isUnread(scheme)) {
    const why = [`permission scheme of ${project.key}: ${scheme.unknown}`];
    return (who, permission) =>
      decideGlobalPermission(who, permission, facts) ?? {may: 'unknown', paths: [], unknown: why};
  }
  const circles = new Map<string, HolderMembers>();
  const circleFor = (holder: Holder): HolderMembers => {
    const circle = circles.get(holder.id) ?? expandHolder(holder, project, facts);
    circles.set(holder.id, circle);
    return circle;
  };
  return (who, permission) => {
    const global = decideGlobalPermission(who, permission, facts);
    if (global !== undefined) return global;
    const paths = scheme.grants
      .filter(grant => grant.permission === permission)
      .flatMap(({id, holder}) =>
        pathsOf(who, circleFor(holder), facts).map(path => ({...path, grant: id})),
      );
    const has = (kind: GrantPath['holds']) => paths.some(path => path.holds === kind);
    // An unread part is never a no.
    const doubt = has('unknown') ? 'unknown' : has('some') ? 'some issues' : 'no';
    return {may: has('yes') ? 'yes' : doubt, paths, unknown: []};
  };
}

/** Decide about one user, permission and project. */
export function decidePermission(
  who: string,
  permission: string,
  project: AccessProject,
  facts: AccessFacts,
): PermissionDecision {
  return decisionsForProject(project, facts)(who, permission);
}

function pathsOf(
  who: string,
  {members, everybody: crowd, some, unknown: doubts}: HolderMembers,
  facts: AccessFacts,
): readonly Omit<GrantPath, 'grant'>[] {
  const ways = members.get(who);
  if (ways !== undefined)
    return ways.map(steps => ({holds: 'yes', why: membershipText(steps), steps}));
  const path = (kind: GrantPath['holds'], why: string) => ({holds: kind, why, steps: []});
  const belongs = crowd === undefined ? false : isInCrowd(who, crowd, facts);
  return [
    ...(belongs === true ? [path('yes', crowd ?? '')] : []),
    ...(isUnread(belongs) ? [path('unknown', `${crowd}: ${belongs.unknown}`)] : []),
    ...(some === undefined ? [] : [path('some', some)]),
    ...doubts.map(why => path('unknown', why)),
  ];
}

function isInCrowd(who: string, crowd: UserClass, facts: AccessFacts): boolean | Unknown {
  if (crowd === 'anyone' || who === crowd) return true;
  if (userClasses.some(one => one === who)) return false;
  const {users} = facts;
  if (isUnread(users)) return users;
  const type = findUser(facts, who)?.type;
  if (crowd === 'all portal customers') {
    return type === undefined ? {unknown: 'the kind of account is not known'} : type === 'customer';
  }
  // Customers of a portal are not signed in to the application.
  return type !== 'customer';
}
