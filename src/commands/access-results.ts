import {
  type AccessFacts,
  type AccessGrant,
  type AccessProject,
  unreadParts,
} from '../api/access/access-facts.ts';
import {accessFindings, findingsWithout} from '../api/access/access-findings.ts';
import {fixCommand} from '../api/access/access-fix.ts';
import {accessRows, personOf} from '../api/access/access-report.ts';
import {grantingChanges} from '../api/access/granting-changes.ts';
import {checkWithService, readRequestedAccess} from '../api/access/permission-checks.ts';
import {type ReadResponse, readSite} from '../api/access/read-access.ts';
import {type FindingLevel, findingLevels} from '../api/access/scheme-problems.ts';
import {isUnread} from '../api/access/unknown.ts';
import {
  decideGlobalPermission,
  decidePermission,
  decisionsForProject,
  expandHolder,
  isUserClass,
  type PermissionDecision,
  schemeOf,
  userClassOf,
} from '../api/access/who-holds.ts';
import {type Column, text} from '../base/column.ts';

/** Exit code of `access findings --fail-on` if there is such a finding. */
const findingCode = 8;

export const accessSubcommands = ['report', 'why', 'findings', 'diff'] as const;

export type AccessSubcommand = (typeof accessSubcommands)[number];

/** The values of the flags. */
interface AccessQuery {
  readonly read: ReadResponse;
  /** Account ids; absent for everybody. */
  readonly users: readonly string[] | undefined;
  /** Keys; absent for all projects, empty for global permissions. */
  readonly projects: readonly string[] | undefined;
  readonly permissions: readonly string[];
  /** Exit with `findingCode` for findings of this level or a more serious one. */
  readonly failOn: FindingLevel | undefined;
  /** Account id; print only the findings that its deactivation would cause. */
  readonly without: string | undefined;
  readonly concurrency: number;
  readonly onProgress: (text: string) => void;
}

interface AccessResult {
  /** Printed as JSON. @default the rows */
  readonly json?: unknown;
  /** Printed in another format, in parts: a whole site has millions. */
  readonly rows: Iterable<readonly object[]>;
  readonly columns: readonly Column[];
  /** What could not be read. */
  readonly unread: readonly string[];
  readonly exit?: number;
}

/** The result of each subcommand. */
export const accessResults: Readonly<
  Record<AccessSubcommand, (query: AccessQuery) => Promise<AccessResult>>
> = {
  report: async query => {
    const facts = await readRequestedAccess(query.read, query);
    const rows = accessRows(facts, query.users);
    return {rows, columns: reportColumns, unread: unreadParts(facts)};
  },
  why: explain,
  findings: async query => {
    const facts = await readRequestedAccess(query.read, query);
    // A filter leaves out grants, so unused groups are unknown.
    const isWhole = query.projects === undefined && facts.permissions === undefined;
    const site = isWhole ? await readSite(query.read) : undefined;
    const {failOn, without} = query;
    const findings =
      without === undefined ? accessFindings(facts, site) : findingsWithout(without, facts, site);
    const limit = failOn === undefined ? -1 : findingLevels.indexOf(failOn);
    const isFound = findings.some(({level}) => findingLevels.indexOf(level) <= limit);
    const rows = findings.map(({fixes, ...more}) => ({
      ...more,
      fix: fixes.map(fix => fixCommand(fix)).join(' && '),
    }));
    return {rows: [rows], columns: findingColumns, unread: [], exit: isFound ? findingCode : 0};
  },
  diff: async query => {
    const facts = await readRequestedAccess(query.read, query);
    const unread = unreadParts(facts);
    const {users, projects = []} = query;
    if (users === undefined) {
      const [first = '', second = ''] = projects;
      return {rows: [diffProjects(facts)], columns: projectDiffColumns(first, second), unread};
    }
    const [first = '', second = ''] = users.map(id => personOf(id, facts).user);
    return {rows: [diffUsers(users, facts)], columns: userDiffColumns(first, second), unread};
  },
};

async function explain(query: AccessQuery): Promise<AccessResult> {
  const {read, users = []} = query;
  const [user = ''] = users;
  const facts = await readRequestedAccess(read, query);
  const [permission = ''] = [...(facts.globals?.keys ?? []), ...(facts.permissions ?? [])];
  const global = decideGlobalPermission(user, permission, facts);
  const project = global === undefined ? facts.projects[0] : undefined;
  const {may, paths: found, unknown} = global ?? decidePermission(user, permission, project, facts);
  // The decision about a global permission is the service's own.
  const checked = project
    ? await checkWithService(read, user, permission, project.id)
    : may === 'unknown'
      ? {unknown: unknown.join('; ')}
      : may === 'yes';
  const service = isUnread(checked) ? null : checked ? 'yes' : 'no';
  const schemeHere = project && schemeOf(project, facts);
  const scheme = schemeHere === undefined || isUnread(schemeHere) ? '' : schemeHere.name;
  const {user: name, state} = personOf(user, facts);
  const paths = found.map(({holds, why, grant, steps}) => {
    const between = steps.length === 0 ? [why] : steps.map(step => step.text);
    const ends = project
      ? [`grant ${grant}`, `scheme ${scheme}`, `project ${project.key}`]
      : [permission];
    return {holds, why, grant, scheme, path: [name, ...between, ...ends]};
  });
  const wouldGive =
    may !== 'no'
      ? []
      : grantingChanges(user, permission, project, facts).map(({fix, ...more}) => ({
          ...more,
          command: fixCommand(fix),
        }));
  const parts = unreadParts(facts);
  const json = {
    user: {accountId: user, name: state === 'unknown' ? null : name},
    ...{permission, project: project?.key ?? null, may, service, paths},
    ...(may === 'no' && {wouldGive}),
    unread: parts,
  };
  const rows = [
    ...paths.map(({path, holds}) => ({may: holds, service, why: path.join(' › ')})),
    ...wouldGive.map(({change, ...more}) => ({may, service, why: change, ...more})),
    ...unknown.map(why => ({may, service, why})),
  ];
  const row = rows.length > 0 ? rows : [{may, service, why: ''}];
  const check =
    project && isUnread(checked) ? [`the permission check of the service: ${checked.unknown}`] : [];
  return {json, rows: [row], columns: whyColumns, unread: [...parts, ...check]};
}

const throughOf = (...decisions: readonly PermissionDecision[]): string =>
  [...new Set(decisions.flatMap(({paths}) => paths.map(({why}) => why)))].join('; ');

/** List the permissions that one of two users has and the other lacks, by project. */
function diffUsers(users: readonly string[], facts: AccessFacts) {
  const compare = (
    project: string,
    keys: Iterable<string>,
    decide: (who: string, permission: string) => PermissionDecision | undefined,
  ) =>
    [...keys].flatMap(permission => {
      const [first, second] = users.map(user => decide(user, permission));
      if (first === undefined || second === undefined || first.may === second.may) return [];
      const through = throughOf(first, second);
      return [{permission, project, first: first.may, second: second.may, through}];
    });
  const globals = facts.globals?.keys ?? [];
  const ofSite = compare('', globals, (who, permission) =>
    decideGlobalPermission(who, permission, facts),
  );
  const ofProjects = facts.projects.flatMap(project =>
    compare(project.key, permissionsIn([project], facts), decisionsForProject(project, facts)),
  );
  return [...ofSite, ...ofProjects];
}

/** List what users, and classes of users, may do in one of two projects and not in the other. */
function diffProjects(facts: AccessFacts) {
  const {projects} = facts;
  const decide = projects.map(project => decisionsForProject(project, facts));
  return permissionsIn(projects, facts).flatMap(permission => {
    const people = new Set(
      projects.flatMap(project =>
        grantsIn(project, facts)
          .filter(grant => grant.permission === permission)
          .flatMap(({holder}) => {
            const {members, userClass} = expandHolder(holder, project, facts);
            return [...members.keys(), ...(userClass === undefined ? [] : [userClass])];
          }),
      ),
    );
    const decideAll = (who: string) => decide.map(decideOne => decideOne(who, permission));
    return [...people].flatMap(who => {
      const [first, second] = decideAll(who);
      if (first === undefined || second === undefined || first.may === second.may) return [];
      const userClass = userClassOf(who, facts);
      const ofClass = decideAll(userClass).map(({may}) => may);
      // The row of the class covers its members.
      if (who !== userClass && ofClass[0] === first.may && ofClass[1] === second.may) return [];
      const person = isUserClass(who)
        ? {user: who, accountId: '', state: ''}
        : personOf(who, facts);
      const through = throughOf(first, second);
      return [{...person, permission, first: first.may, second: second.may, through}];
    });
  });
}

function grantsIn(project: AccessProject, facts: AccessFacts): readonly AccessGrant[] {
  const scheme = schemeOf(project, facts);
  return isUnread(scheme) ? [] : scheme.grants;
}

/** List the permissions that the schemes of projects grant. */
function permissionsIn(projects: readonly AccessProject[], facts: AccessFacts) {
  const grants = projects.flatMap(project => grantsIn(project, facts));
  return [...new Set(grants.map(({permission}) => permission))];
}

const reportColumns = [
  text('USER', '/user', {min: 16, max: 36, dropPriority: 0, tone: 'title'}),
  text('STATE', '/state', {max: 8, dropPriority: 2, tones: {inactive: 'warn'}}),
  text('PERMISSION', '/permission', {min: 16, max: 30, dropPriority: 0}),
  text('PROJECT', '/project', {max: 12, dropPriority: 0}),
  text('MAY', '/may', {max: 11, dropPriority: 1, tones: {unknown: 'warn'}}),
  text('THROUGH', '/through', {min: 16, max: 60, grows: true, dropPriority: 0}),
  text('GRANT', '/grant', {max: 8, dropPriority: 4}),
  text('SCHEME', '/scheme', {max: 36, dropPriority: 3}),
  text('ACCOUNT ID', '/accountId', {id: 'accountId', max: 44, dropPriority: 5}),
];

const findingColumns = [
  text('LEVEL', '/level', {max: 8, dropPriority: 0, tones: {serious: 'bad', warning: 'warn'}}),
  text('FINDING', '/finding', {min: 24, max: 70, grows: true, dropPriority: 0, tone: 'title'}),
  text('EVIDENCE', '/evidence', {min: 20, max: 80, dropPriority: 1}),
  text('RULE', '/rule', {max: 20, dropPriority: 3}),
  text('FIX', '/fix', {max: 100, dropPriority: 4}),
];

const whyColumns = [
  text('MAY', '/may', {max: 11, dropPriority: 0, tones: {yes: 'good', unknown: 'warn'}}),
  text('SERVICE', '/service', {max: 7, dropPriority: 2}),
  text('WHY', '/why', {min: 40, max: 120, grows: true, dropPriority: 0, tone: 'title'}),
  text('REACH', '/reach', {max: 60, dropPriority: 3}),
  text('COMMAND', '/command', {max: 120, dropPriority: 4}),
];

const userDiffColumns = (first: string, second: string) => [
  text('PERMISSION', '/permission', {min: 16, max: 30, dropPriority: 0, tone: 'title'}),
  text('PROJECT', '/project', {max: 12, dropPriority: 0}),
  text(first, '/first', {id: 'first', max: 11, dropPriority: 0}),
  text(second, '/second', {id: 'second', max: 11, dropPriority: 0}),
  text('THROUGH', '/through', {min: 16, max: 60, grows: true, dropPriority: 1}),
];

const projectDiffColumns = (first: string, second: string) => [
  text('USER', '/user', {min: 16, max: 36, dropPriority: 0, tone: 'title'}),
  text('STATE', '/state', {max: 8, dropPriority: 2, tones: {inactive: 'warn'}}),
  text('PERMISSION', '/permission', {min: 16, max: 30, dropPriority: 0}),
  ...userDiffColumns(first, second).slice(2),
];
