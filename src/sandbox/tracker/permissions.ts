import {isJsonObject, readBody, readJson} from '../body.ts';
import {trackerError} from '../errors.ts';
import {findText, readTexts} from '../query.ts';
import {type Call, type Handlers, type JsonObject, ok} from '../route.ts';
import type {Issue} from '../world/issues.ts';
import {
  deprecatedPermissionKeys,
  globalPermissions,
  type Permission,
  projectPermissions,
} from '../world/permissions.ts';
import type {Project} from '../world/projects.ts';
import {canSee, holds, holdsGlobal, isAdmin} from './access.ts';
import {findIssue, findProject, presentProjects, readAnyProject, readIssue} from './lookup.ts';

/** Projects and issues of one bulk check (services T8). */
const checkedAtMost = 1_000;

const all = [...globalPermissions, ...projectPermissions];

export const permissionsHandlers: Handlers = {
  'tracker/permissions/get-all': () => {
    const entries = all.map(permission => [permission.key, permissionBean(permission)] as const);
    return ok({permissions: Object.fromEntries(entries)});
  },
  'tracker/mypermissions/get-my-permissions': call => {
    const keys = readTexts(call, 'permissions');
    if (keys.length === 0) throw trackerError(400, 'The permissions query parameter is required.');
    const {project, issue} = readContext(call);
    const entries = keys.map(key => {
      const permission = findPermission(key);
      const havePermission = holdsNamed(call, permission, project, issue);
      return [key, {...permissionBean(permission), havePermission}] as const;
    });
    return ok({permissions: Object.fromEntries(entries)});
  },
  /** Of the caller, or of another user for who may ask (services T4.2). */
  'tracker/permissions/get-bulk': call => {
    const given = readJson(call);
    const body = isJsonObject(given) ? given : {};
    const asked = readChecked(call, body.accountId ?? undefined);
    const entries = listOf(body.projectPermissions).map(entry =>
      isJsonObject(entry) ? entry : {},
    );
    requireFew(entries, 'projects');
    requireFew(entries, 'issues');
    const globals = keysOf(body.globalPermissions);
    return ok({
      globalPermissions: [...new Set(globals)].filter(
        key => globalKey(key) && holdsGlobal(asked, key),
      ),
      projectPermissions: entries.flatMap(entry => checkEntry(asked, entry)),
    });
  },
  'tracker/permissions/get-permitted-projects': call => {
    const {permissions: keys} = readBody<{permissions: readonly string[]}>(call);
    const permissions = (keys ?? []).map(findPermission);
    if (permissions.length === 0) throw trackerError(400, 'Permissions to check must be given.');
    const projects = presentProjects(call).filter(
      project =>
        canSee(call, project) &&
        permissions.every(one => holdsNamed(call, one, project, undefined)),
    );
    return ok({projects: projects.map(({id, key}) => ({id: Number(id), key}))});
  },
};

/** A permission by its key; also by a deprecated one. */
export function findPermission(key: string): Permission {
  const today = deprecatedPermissionKeys[key] ?? key;
  const permission = all.find(one => one.key === today);
  if (permission === undefined) throw trackerError(400, `Unrecognized permission: ${key}`);
  return permission;
}

function globalKey(key: string): boolean {
  const known = globalPermissions.some(permission => permission.key === key);
  if (!known) throw trackerError(400, `Unrecognized permission: ${key}`);
  return known;
}

function holdsNamed(
  call: Call,
  permission: Permission,
  project: Project | undefined,
  issue: Issue | undefined,
): boolean {
  if (permission.type === 'GLOBAL') return holdsGlobal(call, permission.key);
  if (project !== undefined) return holds(call, project, permission.key, issue);
  // Without a project: whether it is held in any.
  return presentProjects(call).some(one => holds(call, one, permission.key));
}

/** Other users can be checked by administrators and by apps from their own server. */
function readChecked(call: Call, accountId: unknown): Call {
  const {caller} = call;
  if (accountId === undefined || accountId === caller.accountId) return call;
  if (!isAdmin(call) && !caller.kinds.includes('add-on app')) {
    throw trackerError(403, 'Only administrators may check the permissions of other users.');
  }
  if (typeof accountId !== 'string' || !call.users.has(accountId))
    throw trackerError(400, `No user has the ID ${accountId}.`);
  return {...call, caller: {accountId, all: false, kinds: []}};
}

function checkEntry(call: Call, entry: JsonObject): readonly JsonObject[] {
  const projects = idsOf(entry, 'projects').flatMap(id => findProject(call, id) ?? []);
  const issues = idsOf(entry, 'issues').flatMap(id => findIssue(call, id) ?? []);
  const keys = keysOf(entry.permissions);
  return [...new Set(keys)].map(key => {
    const permission = findPermission(key);
    const may = (project: Project, issue?: Issue): boolean =>
      canSee(call, project) && holdsNamed(call, permission, project, issue);
    return {
      permission: key,
      projects: projects.filter(project => may(project)).map(project => Number(project.id)),
      issues: issues.filter(issue => may(issue.project, issue)).map(issue => issue.id),
    };
  });
}

function keysOf(value: unknown): readonly string[] {
  return listOf(value).filter((key): key is string => typeof key === 'string' && key !== '');
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Of all entries together (services T8). */
function requireFew(entries: readonly JsonObject[], name: 'projects' | 'issues'): void {
  const count = entries.flatMap(entry => givenIds(entry, name)).length;
  if (count > checkedAtMost) {
    throw trackerError(400, `At most ${checkedAtMost} ${name} can be checked at once.`);
  }
}

function givenIds(entry: JsonObject, name: 'projects' | 'issues'): readonly unknown[] {
  return listOf(entry[name]).filter(id => id !== null);
}

/** Ids as texts; null and what is no id is ignored. */
function idsOf(entry: JsonObject, name: 'projects' | 'issues'): readonly string[] {
  return givenIds(entry, name)
    .map(String)
    .filter(id => /^\d+$/.test(id));
}

function readContext(call: Call): {readonly project?: Project; readonly issue?: Issue} {
  const issue = readIssue(call);
  if (issue !== undefined) return {project: issue.project, issue};
  const text = findText(call, 'projectKey') ?? findText(call, 'projectId');
  return text === undefined ? {} : {project: readAnyProject(call, text)};
}

function permissionBean({key, name, type, description}: Permission): JsonObject {
  return {key, name, type, description};
}
