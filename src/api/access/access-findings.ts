import {counted} from '../../base/counted.ts';
import {readPointer} from '../../base/json-value.ts';
import {trackerRef} from '../operation-ref.ts';
import {
  type AccessFacts,
  type AccessScheme,
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

/** What an auditor would mark, with the evidence for it. */
export interface AccessFinding {
  readonly level: FindingLevel;
  readonly rule: FindingRule;
  readonly finding: string;
  /** The grant, role or account that shows it. */
  readonly evidence: string;
  /** The writes that mend it, in order; none if people have to decide. */
  readonly fixes: readonly AccessFix[];
}

/** Facts that require reading the whole site. */
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

/** Find what is wrong about access, the most serious first. @param site for all projects only */
export function accessFindings(facts: AccessFacts, site?: SiteFacts): readonly AccessFinding[] {
  const findings = [
    ...(site === undefined ? [] : ofSite(facts, site)),
    ...[...facts.schemes.values()].flatMap(one => (isUnread(one) ? [] : ofScheme(one, facts))),
    ...ofRoles(facts),
    ...ofGroups(facts),
    ...ofLeads(facts),
    ...unreadParts(facts).map(notRead),
  ];
  const order = ({level}: AccessFinding) => findingLevels.indexOf(level);
  return findings.sort((one, other) => order(one) - order(other));
}

function notRead(evidence: string): AccessFinding {
  const finding = 'could not be checked';
  return {level: 'warning', rule: 'not-read', finding, evidence, fixes: []};
}

function ofScheme({id, name, grants}: AccessScheme, facts: AccessFacts): readonly AccessFinding[] {
  return schemeProblems(grants, facts).map(({level, rule, grant, problem, changes}) => ({
    level,
    rule,
    finding: `${grant.permission}: ${problem}`,
    evidence: `scheme ${name}, grant ${grant.id} to ${grant.holder.text}`,
    fixes: changes.map(change => fixOfChange(id, change)),
  }));
}

/** Roles that a scheme relies on and nobody has in a project; inactive users in roles. */
function ofRoles(facts: AccessFacts): AccessFinding[] {
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
      if (actors.length === 0) {
        found.push({
          level: 'warning',
          rule: 'role-without-actors',
          finding: `role ${role} has no actors in ${project.key}`,
          evidence: `${counted(grants.length, 'grant')} of scheme ${scheme.name} ${grants.length === 1 ? 'relies' : 'rely'} on it`,
          fixes: [trackerRef('project add-actor-users', inputs, {asks: ['user']})],
        });
      }
      for (const actor of actors) {
        // Members of groups are the group's matter.
        const accountId = readPointer(actor, '/actorUser/accountId');
        if (typeof accountId !== 'string') continue;
        const user = findUser(facts, accountId);
        if (user === undefined || user.isActive) continue;
        found.push({
          level: 'warning',
          rule: 'inactive-user',
          finding: `${user.name}, who is inactive, has role ${role} in ${project.key}`,
          evidence: `account ${accountId} is an actor of role ${id}`,
          fixes: [trackerRef('project delete-actor', {...inputs, user: [accountId]})],
        });
      }
    }
    return found;
  });
}

/** Writes of one finding; more are not worth a command line. */
const mostFixes = 50;

/** Inactive members of groups that give access. */
function ofGroups(facts: AccessFacts): AccessFinding[] {
  return [...groupNames(facts)].flatMap(([key, name]): AccessFinding[] => {
    const members = facts.groups.get(key);
    if (members === undefined || isUnread(members)) return [];
    const gone = members.flatMap(id => findUser(facts, id) ?? []).filter(one => !one.isActive);
    if (gone.length === 0) return [];
    // A group with a name alone has no id to remove members by.
    const isById = !key.startsWith('name ') && gone.length <= mostFixes;
    return [
      {
        level: 'note',
        rule: 'inactive-member',
        finding: `group ${name} has ${counted(gone.length, 'inactive member')}`,
        evidence: gone.map(one => one.name).join(', '),
        fixes: (isById ? gone : []).map(one =>
          trackerRef('group remove-user-from', {groupId: [key], accountId: [one.id]}),
        ),
      },
    ];
  });
}

function ofLeads(facts: AccessFacts): AccessFinding[] {
  return facts.projects.flatMap(({key, lead}): AccessFinding[] => {
    const user = findUser(facts, lead);
    if (user === undefined || user.isActive) return [];
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
function ofSite(facts: AccessFacts, {admins, groups, schemes}: SiteFacts): AccessFinding[] {
  return [
    ...(isUnread(admins)
      ? [notRead(`global administrators: ${admins.unknown}`)]
      : ofAdmins(admins, facts)),
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

function ofAdmins(
  admins: ReadonlyMap<string, readonly string[]>,
  facts: AccessFacts,
): readonly AccessFinding[] {
  const all = [...new Set([...admins.values()].flat())];
  const inactive = all.flatMap((id): AccessFinding[] => {
    const user = findUser(facts, id);
    if (user === undefined || user.isActive) return [];
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
      level: all.length > manyAdmins ? 'warning' : 'note',
      rule: 'global-admins',
      finding: counted(all.length, 'global administrator'),
      evidence: all.map(id => findUser(facts, id)?.name ?? id).join(', '),
      fixes: [],
    },
    ...inactive,
  ];
}
