import {type AccessFacts, unreadParts} from '../api/access/access-facts.ts';
import {accessFindings} from '../api/access/access-findings.ts';
import {fixCommand} from '../api/access/access-fix.ts';
import {accessRows, personOf} from '../api/access/access-report.ts';
import {grantingChanges} from '../api/access/granting-changes.ts';
import {checkWithService, readRequestedAccess} from '../api/access/permission-checks.ts';
import {type ReadAnswer, readSite} from '../api/access/read-access.ts';
import {type FindingLevel, findingLevels} from '../api/access/scheme-problems.ts';
import {isUnread} from '../api/access/unknown.ts';
import {
  decideGlobalPermission,
  decidePermission,
  decisionsForProject,
  type PermissionDecision,
  schemeOf,
} from '../api/access/who-holds.ts';
import {type Column, text} from '../base/column.ts';
import {Failure} from '../base/failure.ts';

/** Exit code of `access findings --fail-on` if there is such a finding. */
const findingCode = 8;

export const accessSubcommands = ['report', 'why', 'findings', 'diff'] as const;

export type AccessSubcommand = (typeof accessSubcommands)[number];

/** A question with the values of its flags. */
interface Asked {
  readonly read: ReadAnswer;
  /** Account ids; absent for everybody. */
  readonly users: readonly string[] | undefined;
  /** Keys; absent for all projects. */
  readonly projects: readonly string[] | undefined;
  readonly permissions: readonly string[];
  /** Lowest level of findings that changes the exit code. */
  readonly failOn: FindingLevel | undefined;
  readonly concurrency: number;
  readonly onProgress: (words: string) => void;
}

interface Answer {
  /** Printed as JSON. @default the rows */
  readonly json?: unknown;
  /** Printed in another format, in parts: a whole site has millions. */
  readonly rows: Iterable<readonly object[]>;
  readonly columns: readonly Column[];
  /** What could not be read. */
  readonly unread: readonly string[];
  readonly exit?: number;
}

/** The answer to each question. */
export const accessAnswers: Readonly<Record<AccessSubcommand, (asked: Asked) => Promise<Answer>>> =
  {
    report: async asked => {
      const facts = await readRequestedAccess(asked.read, asked);
      return {rows: accessRows(facts), columns: reportColumns, unread: unreadParts(facts)};
    },
    why: answerWhy,
    findings: async asked => {
      const facts = await readRequestedAccess(asked.read, asked);
      // A filter leaves out grants, so unused groups are unknown.
      const isWhole = asked.projects === undefined && facts.permissions === undefined;
      const site = isWhole ? await readSite(asked.read) : undefined;
      const findings = accessFindings(facts, site);
      const {failOn} = asked;
      const limit = failOn === undefined ? -1 : findingLevels.indexOf(failOn);
      const isFound = findings.some(({level}) => findingLevels.indexOf(level) <= limit);
      const rows = findings.map(({fixes, ...more}) => ({
        ...more,
        fix: fixes.map(fix => fixCommand(fix)).join(' && '),
      }));
      return {rows: [rows], columns: findingColumns, unread: [], exit: isFound ? findingCode : 0};
    },
    diff: async asked => {
      const {users = []} = asked;
      const facts = await readRequestedAccess(asked.read, asked);
      const [first = '', second = ''] = users.map(id => personOf(id, facts).user);
      const columns = diffColumns(first, second);
      return {rows: [differences(users, facts)], columns, unread: unreadParts(facts)};
    },
  };

async function answerWhy(asked: Asked): Promise<Answer> {
  const {read, users = [], permissions} = asked;
  const [user = ''] = users;
  const [permission = ''] = permissions;
  const facts = await readRequestedAccess(read, asked);
  const [project] = facts.projects;
  const {user: name, state} = personOf(user, facts);
  const who = {accountId: user, name: state === 'unknown' ? null : name};
  const parts = unreadParts(facts);
  const global = decideGlobalPermission(user, permission, facts);
  if (global !== undefined) {
    // The service does not report through what a user has a global permission.
    const {may} = global;
    const service = may === 'unknown' ? null : may;
    const json = {user: who, permission, project: null, may, service, paths: [], unread: parts};
    const row = {may, service, why: may === 'yes' ? 'global permission' : ''};
    return {json, rows: [[row]], columns: whyColumns, unread: parts};
  }
  if (project === undefined) {
    throw new Failure('validation_error', `access why needs one --project for ${permission}.`, {
      errors: {project: 'access why needs one --project'},
    });
  }
  const {may, paths: found, unknown} = decidePermission(user, permission, project, facts);
  const checked = await checkWithService(read, user, permission, project.id);
  const service = isUnread(checked) ? null : checked ? 'yes' : 'no';
  const schemeHere = schemeOf(project, facts);
  const scheme = isUnread(schemeHere) ? '' : schemeHere.name;
  const paths = found.map(({holds, why, grant, steps}) => {
    const between = steps.length === 0 ? [why] : steps.map(step => step.text);
    const ends = [`grant ${grant}`, `scheme ${scheme}`, `project ${project.key}`];
    return {holds, why, grant, scheme, path: [name, ...between, ...ends]};
  });
  const wouldGive = grantingChanges(user, permission, project, facts).map(({fix, ...more}) => ({
    ...more,
    command: fixCommand(fix),
  }));
  const changes = may === 'no' ? wouldGive : [];
  const json = {
    ...{user: who, permission, project: project.key, may, service, paths},
    ...(may === 'no' && {wouldGive}),
    unread: parts,
  };
  const rows = [
    ...paths.map(({path, holds}) => ({may: holds, service, why: path.join(' › ')})),
    ...changes.map(({change, ...more}) => ({may, service, why: change, ...more})),
    ...unknown.map(why => ({may, service, why})),
  ];
  const check = isUnread(checked)
    ? [`the permission check of the service: ${checked.unknown}`]
    : [];
  return {json, rows: [rows], columns: whyColumns, unread: [...parts, ...check]};
}

/** The permissions that one of two users has and the other lacks, by project. */
function differences(users: readonly string[], facts: AccessFacts) {
  const compare = (
    project: string,
    keys: Iterable<string>,
    decide: (who: string, permission: string) => PermissionDecision | undefined,
  ) =>
    [...keys].flatMap(permission => {
      const [first, second] = users.map(user => decide(user, permission));
      if (first === undefined || second === undefined || first.may === second.may) return [];
      const ways = [first, second].flatMap(({paths}) => paths.map(({why}) => why));
      const through = [...new Set(ways)].join('; ');
      return [{permission, project, first: first.may, second: second.may, through}];
    });
  const globals = facts.globals?.keys ?? [];
  const ofSite = compare('', globals, (who, permission) =>
    decideGlobalPermission(who, permission, facts),
  );
  const ofProjects = facts.projects.flatMap(project => {
    const scheme = schemeOf(project, facts);
    if (isUnread(scheme)) return [];
    const keys = new Set(scheme.grants.map(({permission}) => permission));
    return compare(project.key, keys, decisionsForProject(project, facts));
  });
  return [...ofSite, ...ofProjects];
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

const diffColumns = (first: string, second: string) => [
  text('PERMISSION', '/permission', {min: 16, max: 30, dropPriority: 0, tone: 'title'}),
  text('PROJECT', '/project', {max: 12, dropPriority: 0}),
  text(first, '/first', {id: 'first', max: 11, dropPriority: 0}),
  text(second, '/second', {id: 'second', max: 11, dropPriority: 0}),
  text('THROUGH', '/through', {min: 16, max: 60, grows: true, dropPriority: 1}),
];
