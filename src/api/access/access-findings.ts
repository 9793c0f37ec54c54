import {counted} from '../../base/counted.ts';
import {
  type AccessFacts,
  type AccessGrant,
  type AccessScheme,
  findUser,
  groupOfHolder,
  unreadParts,
} from './access-facts.ts';
import {isUnread, type Unknown} from './match-grant.ts';
import {permissionWeight} from './permission-weight.ts';
import {circleOf} from './who-holds.ts';

/** Levels of findings, the most serious first. */
export const findingLevels = ['serious', 'warning', 'note'] as const;

export type FindingLevel = (typeof findingLevels)[number];

/** What an auditor would mark, with the evidence for it. */
export interface AccessFinding {
  readonly level: FindingLevel;
  /** Name of the rule: `wide-permission`. */
  readonly rule: string;
  readonly finding: string;
  /** What was read that shows it. */
  readonly evidence: string;
  /** The command that mends it, where one does. */
  readonly fix: string;
}

/** What only a whole site tells. */
export interface SiteFacts {
  /** Account ids of the global administrators. */
  readonly admins: readonly string[] | Unknown;
  /** All groups of the site: id and name. */
  readonly groups: readonly {readonly id: string; readonly name: string}[] | Unknown;
  /** All permission schemes. */
  readonly schemes: readonly {readonly id: string; readonly name: string}[] | Unknown;
}

/** More global administrators than this are worth a warning. */
const manyAdmins = 5;

/** Find what is wrong about access, the most serious first. @param site for all projects only */
export function accessFindings(facts: AccessFacts, site?: SiteFacts): readonly AccessFinding[] {
  const schemes = [...facts.schemes.values()].flatMap(one => (isUnread(one) ? [] : [one]));
  const findings = [
    ...(site === undefined ? [] : ofSite(facts, site)),
    ...schemes.flatMap(scheme => scheme.grants.flatMap(grant => ofGrant(grant, scheme, facts))),
    ...ofRoles(facts),
    ...ofLeads(facts),
    ...unreadParts(facts).map(
      (part): AccessFinding => ({
        level: 'warning',
        rule: 'not-read',
        finding: 'could not be checked',
        evidence: part,
        fix: '',
      }),
    ),
  ];
  const order = ({level}: AccessFinding) => findingLevels.indexOf(level);
  return findings.sort((one, other) => order(one) - order(other));
}

/** Whom a holder stands for when that is very many. */
function crowd({type, value}: AccessGrant['holder']): string | undefined {
  if (type === 'anyone') return 'anyone, signed in or not';
  if (type === 'sd.customer.portal.only') return 'all portal customers';
  if (type !== 'applicationRole') return undefined;
  return value === '' ? 'all signed-in users' : `everyone with access to ${value}`;
}

function ofGrant(grant: AccessGrant, scheme: AccessScheme, facts: AccessFacts): AccessFinding[] {
  const {holder, permission} = grant;
  const evidence = `grant ${grant.id} of scheme ${scheme.name}: ${permission} to ${holder.text}`;
  const fix = `jr permissionscheme delete-permission-scheme-entity --schemeId ${scheme.id} --permissionId ${grant.id}`;
  const found: AccessFinding[] = [];
  const add = (level: FindingLevel, rule: string, finding: string): void => {
    found.push({level, rule, finding, evidence, fix});
  };
  const weight = permissionWeight(permission);
  const many = crowd(holder);
  if (many !== undefined && weight !== undefined) {
    const isOpen = holder.type === 'anyone' || weight === 'grave';
    add(isOpen ? 'serious' : 'warning', 'wide-permission', `${permission} for ${many}`);
  }
  if (holder.type === 'user') {
    const user = findUser(facts, holder.value);
    if (user?.isActive === false) {
      add('warning', 'inactive-user', `${permission} for ${user.name}, who is inactive`);
    } else {
      add('note', 'single-user', `${permission} for one user${user ? `, ${user.name}` : ''}`);
    }
  }
  if (holder.type === 'group') {
    const members = facts.groups.get(groupOfHolder(holder));
    if (members !== undefined && !isUnread(members) && members.length === 0) {
      add('warning', 'empty-group', `${permission} for group ${holder.name}, which has no members`);
    }
  }
  return found;
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
      if (actors.length === 0) {
        found.push({
          level: 'warning',
          rule: 'role-without-actors',
          finding: `role ${role} has no actors in ${project.key}`,
          evidence: `${counted(grants.length, 'grant')} of scheme ${scheme.name} ${grants.length === 1 ? 'relies' : 'rely'} on it`,
          fix: `jr project add-actor-users --projectIdOrKey ${project.key} --id ${id} --groupId …`,
        });
      }
      const circle = circleOf(first, {...project, roles: new Map([[id, actors]])}, facts);
      for (const [accountId, through] of circle.members) {
        // Members of groups are the group's matter.
        if (through !== `role ${role}`) continue;
        const user = findUser(facts, accountId);
        if (user === undefined || user.isActive) continue;
        found.push({
          level: 'warning',
          rule: 'inactive-user',
          finding: `${user.name}, who is inactive, has role ${role} in ${project.key}`,
          evidence: `account ${accountId} is an actor of role ${id}`,
          fix: `jr project delete-actor --projectIdOrKey ${project.key} --id ${id} --user ${accountId}`,
        });
      }
    }
    return found;
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
        fix: `jr project update --projectIdOrKey ${key} --leadAccountId …`,
      },
    ];
  });
}

/** Global administrators, and groups and schemes that nothing uses. */
function ofSite(facts: AccessFacts, site: SiteFacts): AccessFinding[] {
  const found: AccessFinding[] = [];
  const {admins, groups, schemes} = site;
  const unread = (what: string, {unknown}: Unknown): void => {
    const evidence = `${what}: ${unknown}`;
    found.push({
      level: 'warning',
      rule: 'not-read',
      finding: 'could not be checked',
      evidence,
      fix: '',
    });
  };
  if (isUnread(admins)) unread('global administrators', admins);
  else {
    const names = admins.map(id => findUser(facts, id)?.name ?? id);
    found.push({
      level: admins.length > manyAdmins ? 'warning' : 'note',
      rule: 'global-admins',
      finding: counted(admins.length, 'global administrator'),
      evidence: names.join(', '),
      fix: '',
    });
    for (const id of admins) {
      const user = findUser(facts, id);
      if (user === undefined || user.isActive) continue;
      found.push({
        level: 'serious',
        rule: 'inactive-user',
        finding: `${user.name}, who is inactive, is a global administrator`,
        evidence: `account ${id} is in a group of administrators`,
        fix: `jr group remove-user-from --groupname … --accountId ${id}`,
      });
    }
  }
  if (isUnread(groups)) unread('groups', groups);
  else {
    for (const {id, name} of groups) {
      if (facts.groups.has(id) || facts.groups.has(`name ${name}`)) continue;
      found.push({
        level: 'note',
        rule: 'unused-group',
        finding: `group ${name} is used nowhere`,
        evidence: 'no permission scheme in use, role, application or global permission names it',
        fix: `jr group remove --groupId ${id}`,
      });
    }
  }
  if (isUnread(schemes)) unread('permission schemes', schemes);
  else {
    for (const {id, name} of schemes) {
      if (facts.schemes.has(id)) continue;
      found.push({
        level: 'note',
        rule: 'unused-scheme',
        finding: `no project uses scheme ${name}`,
        evidence: `scheme ${id} is assigned to none of ${counted(facts.projects.length, 'project')}`,
        fix: `jr permissionscheme delete-permission-scheme --schemeId ${id}`,
      });
    }
  }
  return found;
}
