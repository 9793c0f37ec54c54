import type {AccessFacts, AccessProject} from '../../api/access/access-facts.ts';
import {accessFindings, type SiteFacts} from '../../api/access/access-findings.ts';
import {type AccessFix, fixCommand} from '../../api/access/access-fix.ts';
import {decisionText, gridRows, isOwn} from '../../api/access/access-grid.ts';
import {grantingChanges} from '../../api/access/granting-changes.ts';
import {isUnread, type Unknown} from '../../api/access/unknown.ts';
import {
  decideGlobalPermission,
  decisionsForProject,
  type GrantPath,
  type GrantStep,
  schemeOf,
} from '../../api/access/who-holds.ts';
import {counted} from '../../base/counted.ts';
import type {JsonObject, JsonValue} from '../../base/json-value.ts';
import type {Params} from '../../state/model/params.ts';
import {treeNode} from '../../state/show/tree-node.ts';
import {
  columnPermissions,
  permissionName,
  questionOf,
  rowPermissions,
  userNameIn,
} from './access-question.ts';

/** The facts behind the lists. */
export interface ReadAccess {
  readonly facts: AccessFacts;
  readonly site?: SiteFacts;
  /** The answers of the service's own check, by user, permission and project. */
  readonly checks: Readonly<Record<string, boolean | Unknown>>;
}

/** Return the name of one check of the service. */
export function checkName({accountId, permission, project}: Params): string {
  return [accountId, permission, project].join(' ');
}

type RowsOf = (read: ReadAccess, params: Params) => readonly unknown[];

const projectIn = ({facts}: ReadAccess, {project}: Params): AccessProject | undefined =>
  facts.projects.find(({key}) => key === project);

/** Decide in the project of a location; without one, about global permissions alone. */
function decisionsIn(read: ReadAccess, params: Params) {
  const project = projectIn(read, params);
  if (project !== undefined) return decisionsForProject(project, read.facts);
  return (who: string, permission: string) => decideGlobalPermission(who, permission, read.facts);
}

const permissionRows: RowsOf = (read, params) => {
  const {accountId = ''} = params;
  const decide = decisionsIn(read, params);
  return rowPermissions(params).flatMap(key => {
    const held = decide(accountId, key);
    if (held === undefined) return [];
    const whys = [...held.paths.map(({why}) => why), ...held.unknown];
    return {
      key,
      name: permissionName(key, params),
      may: held.may,
      through: [...new Set(whys)].join('; '),
      paths: held.paths.length,
    };
  });
};

const projectRows: RowsOf = ({facts}, params) => {
  const {accountId = ''} = params;
  const rows = facts.projects.map(project => {
    const decide = decisionsForProject(project, facts);
    const held = columnPermissions(params).map(key => [key, decide(accountId, key)] as const);
    const cells = Object.fromEntries(held.map(([key, one]) => [key, decisionText(one)]));
    const own = held.filter(([, one]) => isOwn(one)).length;
    return {own, row: {key: project.key, name: project.name, cells}};
  });
  // The projects with a grant beyond everybody's come first.
  return rows.sort((one, other) => other.own - one.own).map(({row}) => row);
};

/** The screen of a step, if it has one. */
function opensOf({kind, id}: GrantStep, project: string): JsonObject {
  if (kind === 'group') return {screen: 'group', params: {group: id}};
  if (kind === 'role') return {screen: 'actors', params: {project, role: id}};
  if (kind === 'application') return {screen: 'application-groups', params: {application: id}};
  return {};
}

const kinds: Readonly<Record<GrantStep['kind'], string>> = {
  group: 'group',
  'one of the groups': 'groups of the user',
  role: 'project role',
  application: 'application',
  lead: 'project lead',
  name: 'named in the scheme',
};

/** Draw a path: a node for each step, each below the one before. */
function pathNodes(
  path: GrantPath,
  at: number,
  read: ReadAccess,
  params: Params,
): readonly JsonObject[] {
  const {accountId = '', permission = '', project: key = ''} = params;
  // A global permission has no grant, and belongs to no project.
  const project = path.grant === '' ? undefined : projectIn(read, params);
  const scheme = project === undefined ? undefined : schemeOf(project, read.facts);
  const known = scheme === undefined || isUnread(scheme) ? undefined : scheme;
  const schemeParams = {scheme: known?.id ?? '', crumb: known?.name ?? ''};
  const onScheme = {screen: 'permission-scheme', params: schemeParams};
  const who = {
    title: userNameIn(accountId, params),
    kind: path.holds === 'yes' ? 'user' : path.holds,
    ...(path.steps.length > 0 && {screen: 'user', params: {accountId}}),
  };
  const between =
    path.steps.length === 0
      ? [{title: path.why, kind: path.holds === 'yes' && project ? 'class of users' : 'holder'}]
      : path.steps
          .filter(({kind}) => kind !== 'name')
          .map(step => ({title: step.text, kind: kinds[step.kind], ...opensOf(step, key)}));
  const name = permissionName(permission, params);
  const ends: readonly JsonObject[] =
    project === undefined
      ? [{title: name, kind: 'global permission'}]
      : [
          {title: `grant ${path.grant}: ${name}`, kind: 'grant', ...onScheme},
          {title: `scheme ${known?.name ?? ''}`, kind: 'permission scheme', ...onScheme},
          {title: `project ${key}`, kind: 'project', screen: 'project', params: {project: key}},
        ];
  const nodes = [who, ...between, ...ends];
  return nodes.map((node, depth) =>
    treeNode(
      {id: `${at} ${depth}`, name: String(node.title), ...node},
      depth + 1,
      nodes.length - depth - 1,
    ),
  );
}

const leaf = (title: string, more: JsonObject): JsonObject =>
  treeNode({id: title, title, name: title, ...more}, 1, 0);

/** Put rows below a heading. */
function answerRows(title: string, below: readonly JsonObject[]): readonly JsonObject[] {
  return [treeNode({id: 'answer', title, name: title}, 0, below.length), ...below];
}

const whyRows: RowsOf = (read, params) => {
  const {accountId = '', permission = ''} = params;
  const project = projectIn(read, params);
  const held = decisionsIn(read, params)(accountId, permission);
  if (held === undefined) return [];
  const isGlobal = decideGlobalPermission(accountId, permission, read.facts) !== undefined;
  const paths = held.paths.flatMap((path, at) => pathNodes(path, at, read, params));
  const unread = held.unknown.map(why => leaf(why, {kind: 'not read'}));
  const changes =
    held.may === 'no'
      ? grantingChanges(accountId, permission, isGlobal ? undefined : project, read.facts).map(
          ({change, fix, reach}) => leaf(change, {kind: 'change', reach, fixes: [json(fix)]}),
        )
      : [];
  // The decision about a global permission is the service's own.
  const check =
    isGlobal && held.may !== 'unknown' ? held.may === 'yes' : read.checks[checkName(params)];
  const isRefused = check === false && held.may === 'yes';
  const below = [...(isRefused ? [leaf(alsoNeeded, {})] : []), ...paths, ...unread, ...changes];
  const count = held.paths.filter(({holds}) => holds === 'yes').length;
  const answer = {
    yes: `Yes, by ${counted(count, 'path')}`,
    no: changes.length > 0 ? 'No; these changes would give it' : 'No',
    'some issues': 'On some issues only',
    unknown: 'Unknown: a part could not be read',
  }[held.may];
  const title = [answer, ...checkText(check)].join(' · ');
  return answerRows(title, below);
};

const alsoNeeded = 'Also needed: Browse projects, an active account, access to the product';

/** Describe the result of the service's own check. */
function checkText(checked: boolean | Unknown | undefined): readonly string[] {
  if (checked === undefined) return [];
  if (isUnread(checked)) return [`the check of the service failed: ${checked.unknown}`];
  return [`the service says ${checked ? 'yes' : 'no'}`];
}

function json(fix: AccessFix): JsonValue {
  return JSON.parse(JSON.stringify(fix));
}

const findingRows: RowsOf = ({facts, site}) =>
  accessFindings(facts, site).map((finding, id) => ({
    id: id + 1,
    ...finding,
    fix: finding.fixes.map(fix => fixCommand(fix)).join(' && '),
  }));

const rows: Readonly<Record<string, RowsOf>> = {
  'access-people': ({facts}, params) =>
    gridRows(facts, columnPermissions(params), questionOf(params).users),
  'access-projects': projectRows,
  'access-permissions': permissionRows,
  'access-why': whyRows,
  'access-findings': findingRows,
};

/** Compute the rows of one of the lists, as JSON texts. */
export function accessRowsOf(list: string, read: ReadAccess, params: Params): readonly string[] {
  return rows[list]?.(read, params).map(row => JSON.stringify(row)) ?? [];
}
