import {readPointer} from '../../base/json-value.ts';
import {
  type AccessFacts,
  type AccessGrant,
  type AccessProject,
  findUser,
  groupOfActor,
  groupOfHolder,
} from './access-facts.ts';
import {type GrantProject, type GrantSubject, isUnread, matchGrant} from './match-grant.ts';

/** The people that a grant reaches in a project. */
export interface Circle {
  /** Account id, and how the grant reaches it; the first way only. */
  readonly members: ReadonlyMap<string, string>;
  /** The grant reaches everybody of a kind, who are not listed. */
  readonly everybody?: 'anyone' | 'all signed-in users' | 'all portal customers';
  /** The grant depends on the issue; the words. */
  readonly some?: string;
  /** Why members may be missing. */
  readonly unknown: readonly string[];
}

const none: ReadonlyMap<string, string> = new Map();

/**
 * Expand a grant to the people it reaches in a project: groups, roles and applications by their
 * members.
 */
export function circleOf(
  {holder}: AccessGrant,
  project: AccessProject,
  facts: AccessFacts,
): Circle {
  const {value, text, name} = holder;
  const known = (members: ReadonlyMap<string, string>): Circle => ({members, unknown: []});
  const everybody = (who: Circle['everybody'] & string): Circle => ({
    members: none,
    everybody: who,
    unknown: [],
  });
  switch (holder.type.toLowerCase()) {
    case 'anyone':
      return everybody('anyone');
    case 'user':
      return known(new Map([[value, 'named in the scheme']]));
    case 'projectlead':
      return project.lead === ''
        ? {members: none, unknown: ['the project lead is not known']}
        : known(new Map([[project.lead, 'project lead']]));
    case 'applicationrole':
      return value === '' ? everybody('all signed-in users') : ofApplication(value, facts);
    case 'sd.customer.portal.only':
      return everybody('all portal customers');
    case 'group':
      return ofGroup(groupOfHolder(holder), name, facts);
    case 'projectrole':
      return ofRole(value, name, project, facts);
    case 'reporter':
    case 'assignee':
    case 'usercustomfield':
    case 'groupcustomfield':
      return {members: none, some: text, unknown: []};
    default:
      return {members: none, unknown: [`who is one of: ${text}`]};
  }
}

function ofGroup(key: string, name: string, {groups}: AccessFacts): Circle {
  const members = groups.get(key) ?? {unknown: 'not read'};
  if (isUnread(members)) {
    return {members: none, unknown: [`members of group ${name}: ${members.unknown}`]};
  }
  return {members: new Map(members.map(id => [id, `group ${name}`])), unknown: []};
}

function ofRole(id: string, name: string, project: AccessProject, facts: AccessFacts): Circle {
  const actors = project.roles.get(id) ?? {unknown: 'not read'};
  if (isUnread(actors)) {
    return {members: none, unknown: [`role ${name} of ${project.key}: ${actors.unknown}`]};
  }
  const members = new Map<string, string>();
  const unknown: string[] = [];
  for (const actor of actors) {
    const user = readPointer(actor, '/actorUser/accountId');
    if (typeof user === 'string') members.set(user, `role ${name}`);
    const group = groupOfActor(actor);
    if (group === undefined) continue;
    const called = String(readPointer(actor, '/actorGroup/displayName') ?? group);
    const circle = ofGroup(group, called, facts);
    unknown.push(...circle.unknown);
    for (const [member, through] of circle.members) {
      if (!members.has(member)) members.set(member, `role ${name}, ${through}`);
    }
  }
  return {members, unknown};
}

/** Only active people have access to an application. */
function ofApplication(key: string, facts: AccessFacts): Circle {
  const {applications, users} = facts;
  if (isUnread(applications)) {
    return {members: none, unknown: [`access to ${key}: ${applications.unknown}`]};
  }
  if (isUnread(users)) return {members: none, unknown: [`access to ${key}: ${users.unknown}`]};
  const members = new Map<string, string>();
  const unknown: string[] = [];
  for (const group of applications.get(key) ?? []) {
    const circle = ofGroup(group, group, facts);
    unknown.push(...circle.unknown);
    for (const id of circle.members.keys()) {
      const user = users.get(id);
      if (user?.isActive && user.type === 'atlassian') members.set(id, `application ${key}`);
    }
  }
  return {members, unknown};
}

/** A grant that gives, or may give, a permission to a user. */
export interface Path {
  readonly holds: 'yes' | 'some' | 'unknown';
  readonly why: string;
  readonly grant: string;
  readonly scheme: string;
}

/** Whether a user has a permission in a project according to the grants, and by which. */
export interface HoldResult {
  readonly may: 'yes' | 'no' | 'some issues' | 'unknown';
  readonly paths: readonly Path[];
  /** Why the result is unknown, beyond the paths. */
  readonly unknown: readonly string[];
}

/** Decide whether a user has a project permission, from the grants alone. */
export function holds(
  userId: string,
  permission: string,
  project: AccessProject,
  facts: AccessFacts,
): HoldResult {
  const scheme = isUnread(project.scheme)
    ? project.scheme
    : (facts.schemes.get(project.scheme) ?? {unknown: 'not read'});
  if (isUnread(scheme)) {
    const unknown = [`permission scheme of ${project.key}: ${scheme.unknown}`];
    return {may: 'unknown', paths: [], unknown};
  }
  const subject = subjectIn(userId, facts);
  const place = placeIn(project);
  const paths = scheme.grants
    .filter(grant => grant.permission === permission)
    .flatMap((grant): Path[] => {
      const match = matchGrant(grant.holder, subject, place);
      return match === undefined ? [] : [{...match, grant: grant.id, scheme: scheme.name}];
    });
  const has = (kind: Path['holds']) => paths.some(path => path.holds === kind);
  // An unread part is never a no.
  const may = has('yes') ? 'yes' : has('unknown') ? 'unknown' : has('some') ? 'some issues' : 'no';
  return {may, paths, unknown: []};
}

function subjectIn(id: string, facts: AccessFacts): GrantSubject {
  const user = findUser(facts, id);
  const inGroup = (groupId: string, name: string) => {
    const members = facts.groups.get(groupId === '' ? `name ${name}` : groupId) ??
      facts.groups.get(`name ${name}`) ?? {unknown: 'its members were not read'};
    return isUnread(members) ? members : members.includes(id);
  };
  return {
    id,
    accountType: isUnread(facts.users) ? facts.users : user?.type,
    inGroup,
    hasApplication: key => {
      const {applications, users} = facts;
      if (isUnread(applications)) return applications;
      if (isUnread(users)) return users;
      if (user === undefined || !user.isActive || user.type !== 'atlassian') return false;
      const found = (applications.get(key) ?? []).map(group => inGroup(group, group));
      return found.includes(true) || (found.find(isUnread) ?? false);
    },
  };
}

function placeIn({lead, roles}: AccessProject): GrantProject {
  return {lead, actorsOf: id => roles.get(id) ?? {unknown: 'not read'}};
}
