import {counted} from '../../base/counted.ts';
import {readPointer} from '../../base/json-value.ts';
import {trackerRef} from '../operation-ref.ts';
import {
  type AccessFacts,
  type AccessScheme,
  type AccessUser,
  findUser,
  groupNames,
  unreadParts,
} from './access-facts.ts';
import {type AccessFix, fixOfChange} from './access-fix.ts';
import {
  type FindingLevel,
  type FindingRule,
  findingLevels,
  schemeProblems,
} from './scheme-problems.ts';
import {isUnread, type Unknown} from './unknown.ts';

/** A problem that an auditor would report, with its evidence. */
export interface AccessFinding {
  readonly level: FindingLevel;
  readonly rule: FindingRule;
  readonly finding: string;
  /** The grant, role or account that shows it. */
  readonly evidence: string;
  /** The writes that fix it, in order; none if people have to decide. */
  readonly fixes: readonly AccessFix[];
}

/** Facts about the whole site. */
export interface SiteFacts {
  /** Account ids of the global administrators, by the id of their group. */
  readonly admins: ReadonlyMap<string, readonly string[]> | Unknown;
  /** All groups of the site: id and name. */
  readonly groups: readonly {readonly id: string; readonly name: string}[] | Unknown;
  /** All permission schemes. */
  readonly schemes: readonly {readonly id: string; readonly name: string}[] | Unknown;
}

/** More global administrators than this are worth a warning. */
const manyAdmins = 5;

/** Find problems of access, the most serious first. @param site for all projects only */
export function accessFindings(facts: AccessFacts, site?: SiteFacts): readonly AccessFinding[] {
  const findings = [
    ...(site === undefined ? [] : siteFindings(facts, site)),
    ...[...facts.schemes.values()].flatMap(one =>
      isUnread(one) ? [] : schemeFindings(one, facts),
    ),
    ...roleFindings(facts),
    ...groupFindings(facts),
    ...leadFindings(facts),
    ...unreadParts(facts).map(notRead),
  ];
  const order = ({level}: AccessFinding) => findingLevels.indexOf(level);
  return findings.sort((one, other) => order(one) - order(other));
}

/** List the findings that the deactivation of a user would cause. */
export function findingsWithout(
  accountId: string,
  facts: AccessFacts,
  site?: SiteFacts,
): readonly AccessFinding[] {
  const {users} = facts;
  const user = findUser(facts, accountId);
  if (isUnread(users) || user === undefined) return [notRead(`user ${accountId}`)];
  const withUser = (isActive: boolean) =>
    accessFindings({...facts, users: new Map([...users, [accountId, {...user, isActive}]])}, site);
  const textOf = ({finding, evidence}: AccessFinding): string => `${finding}\n${evidence}`;
  const before = new Set(withUser(true).map(textOf));
  const isOfMembers = ({rule}: AccessFinding): boolean => rule === 'inactive-member';
  const others = withUser(false).filter(one => !isOfMembers(one) && !before.has(textOf(one)));
  // Groups with other inactive members are reported with this one alone.
  const only = {...facts, users: new Map([[accountId, {...user, isActive: false}]])};
  return [...others, ...groupFindings(only)];
}

function notRead(evidence: string): AccessFinding {
  const finding = 'could not be checked';
  return {level: 'warning', rule: 'not-read', finding, evidence, fixes: []};
}

function schemeFindings(
  {id, name, grants}: AccessScheme,
  facts: AccessFacts,
): readonly AccessFinding[] {
  return schemeProblems(grants, facts).map(({level, rule, grant, problem, changes}) => ({
    level,
    rule,
    finding: `${grant.permission}: ${problem}`,
    evidence: `scheme ${name}, grant ${grant.id} to ${grant.holder.text}`,
    fixes: changes.map(change => fixOfChange(id, change)),
  }));
}

/** Roles of projects that a scheme relies on but that have no active actor; inactive actors. */
function roleFindings(facts: AccessFacts): AccessFinding[] {
  return facts.projects.flatMap(project => {
    const scheme = isUnread(project.scheme) ? undefined : facts.schemes.get(project.scheme);
    if (scheme === undefined || isUnread(scheme)) return [];
    const found: AccessFinding[] = [];
    for (const [id, actors] of project.roles) {
      if (isUnread(actors)) continue;
      const grants = scheme.grants.filter(
        ({holder}) => holder.type.toLowerCase() === 'projectrole' && holder.value === id,
      );
      const [first] = grants;
      if (first === undefined) continue;
      const role = first.holder.name;
      const inputs = {projectIdOrKey: [project.key], id: [id]};
      const users = actors.map(actor => readPointer(actor, '/actorUser/accountId'));
      const inactive = users.flatMap(one =>
        typeof one === 'string' ? (findInactive(facts, one) ?? []) : [],
      );
      if (inactive.length === actors.length) {
        found.push({
          level: 'warning',
          rule: 'role-without-actors',
          finding: `role ${role} has no ${actors.length > 0 ? 'active ' : ''}actors in ${project.key}`,
          evidence: `${counted(grants.length, 'grant')} of scheme ${scheme.name} ${grants.length === 1 ? 'relies' : 'rely'} on it`,
          fixes: [trackerRef('project add-actor-users', inputs, {asks: ['user']})],
        });
      }
      for (const user of inactive) {
        found.push({
          level: 'warning',
          rule: 'inactive-user',
          finding: `${user.name}, who is inactive, has role ${role} in ${project.key}`,
          evidence: `account ${user.id} is an actor of role ${id}`,
          fixes: [trackerRef('project delete-actor', {...inputs, user: [user.id]})],
        });
      }
    }
    return found;
  });
}

/** The most writes of one finding; more do not fit a command line. */
const mostFixes = 50;

/** Inactive members of groups that give access. */
function groupFindings(facts: AccessFacts): AccessFinding[] {
  return [...groupNames(facts)].flatMap(([key, name]): AccessFinding[] => {
    const members = facts.groups.get(key);
    if (members === undefined || isUnread(members)) return [];
    const inactive = members.flatMap(id => findInactive(facts, id) ?? []);
    if (inactive.length === 0) return [];
    // A group with a name alone has no id to remove members by.
    const isById = !key.startsWith('name ') && inactive.length <= mostFixes;
    return [
      {
        level: 'note',
        rule: 'inactive-member',
        finding: `group ${name} has ${counted(inactive.length, 'inactive member')}`,
        evidence: inactive.map(one => one.name).join(', '),
        fixes: (isById ? inactive : []).map(one =>
          trackerRef('group remove-user-from', {groupId: [key], accountId: [one.id]}),
        ),
      },
    ];
  });
}

function leadFindings(facts: AccessFacts): AccessFinding[] {
  return facts.projects.flatMap(({key, lead}): AccessFinding[] => {
    const user = findInactive(facts, lead);
    if (user === undefined) return [];
    return [
      {
        level: 'warning',
        rule: 'inactive-lead',
        finding: `the lead of ${key}, ${user.name}, is inactive`,
        evidence: `account ${lead} leads ${key}`,
        fixes: [trackerRef('project update', {projectIdOrKey: [key]}, {asks: ['leadAccountId']})],
      },
    ];
  });
}

/** Global administrators, and groups and schemes that nothing uses. */
function siteFindings(facts: AccessFacts, {admins, groups, schemes}: SiteFacts): AccessFinding[] {
  return [
    ...(isUnread(admins)
      ? [notRead(`global administrators: ${admins.unknown}`)]
      : adminFindings(admins, facts)),
    ...(isUnread(groups)
      ? [notRead(`groups: ${groups.unknown}`)]
      : groups
          .filter(({id, name}) => {
            // Groups of administrators are in use.
            const isAdmin = !isUnread(admins) && admins.has(id);
            return !isAdmin && !facts.groups.has(id) && !facts.groups.has(`name ${name}`);
          })
          .map(({id, name}) =>
            unused('group', `group ${name} gives no access to projects`, {
              evidence:
                'no grant, no role with grants, no application and no administration names it; other global permissions, spaces and schemes are not checked',
              fixes: [trackerRef('group remove', {groupId: [id]})],
            }),
          )),
    ...(isUnread(schemes)
      ? [notRead(`permission schemes: ${schemes.unknown}`)]
      : schemes
          .filter(({id}) => !facts.schemes.has(id))
          .map(({id, name}) =>
            unused('scheme', `no project uses scheme ${name}`, {
              evidence: `scheme ${id} is assigned to none of ${counted(facts.projects.length, 'project')}`,
              fixes: [trackerRef('permissionscheme delete-permission-scheme', {schemeId: [id]})],
            }),
          )),
  ];
}

function unused(
  what: 'group' | 'scheme',
  finding: string,
  more: Pick<AccessFinding, 'evidence' | 'fixes'>,
): AccessFinding {
  return {level: 'note', rule: `unused-${what}`, finding, ...more};
}

function adminFindings(
  admins: ReadonlyMap<string, readonly string[]>,
  facts: AccessFacts,
): readonly AccessFinding[] {
  const all = [...new Set([...admins.values()].flat())];
  const active = all.filter(id => findInactive(facts, id) === undefined);
  const inactive = all.flatMap((id): AccessFinding[] => {
    const user = findInactive(facts, id);
    if (user === undefined) return [];
    const groups = [...admins].flatMap(([group, ids]) => (ids.includes(id) ? [group] : []));
    return [
      {
        level: 'serious',
        rule: 'inactive-user',
        finding: `${user.name}, who is inactive, is a global administrator`,
        evidence: `account ${id} is in ${counted(groups.length, 'group')} of administrators`,
        fixes: groups.map(group =>
          trackerRef('group remove-user-from', {groupId: [group], accountId: [id]}),
        ),
      },
    ];
  });
  return [
    {
      level: active.length === 0 ? 'serious' : all.length > manyAdmins ? 'warning' : 'note',
      rule: 'global-admins',
      finding:
        active.length === 0
          ? 'no active global administrator'
          : counted(all.length, 'global administrator'),
      evidence:
        all.map(id => findUser(facts, id)?.name ?? id).join(', ') ||
        'no group with administrative access has a member',
      fixes: [],
    },
    ...inactive,
  ];
}

function findInactive(facts: AccessFacts, id: string): AccessUser | undefined {
  const user = findUser(facts, id);
  return user?.isActive === false ? user : undefined;
}
