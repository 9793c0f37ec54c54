import {isJsonObject, readBody, readJson} from '../body.ts';
import {trackerError} from '../errors.ts';
import {findText, readTexts} from '../query.ts';
import {type Handlers, type JsonMembers, ok, type SandboxCall} from '../route.ts';
import type {Issue} from '../world/issues.ts';
import {
  deprecatedPermissionKeys,
  globalPermissions,
  type Permission,
  projectPermissions,
} from '../world/permissions.ts';
import type {Project} from '../world/projects.ts';
import {canSee, hasGlobalPermission, hasPermission, isAdmin} from './access.ts';
import {findIssue, findProject, readAnyProject, readIssue, undeletedProjects} from './lookup.ts';

/** Maximum number of projects and of issues in one bulk check (services T8). */
const maxChecked = 1_000;

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
      const havePermission = hasPermissionIn(call, permission, project, issue);
      return [key, {...permissionBean(permission), havePermission}] as const;
    });
    return ok({permissions: Object.fromEntries(entries)});
  },
  /** Checks the caller, or another user if the caller may (services T4.2). */
  'tracker/permissions/get-bulk': call => {
    const json = readJson(call);
    const body = isJsonObject(json) ? json : {};
    const checkedCall = asCheckedUser(call, body.accountId ?? undefined);
    const entries = listOf(body.projectPermissions).map(entry =>
      isJsonObject(entry) ? entry : {},
    );
    checkCount(entries, 'projects');
    checkCount(entries, 'issues');
    const globals = keysOf(body.globalPermissions);
    return ok({
      globalPermissions: [...new Set(globals)].filter(
        key => globalKey(key) && hasGlobalPermission(checkedCall, key),
      ),
      projectPermissions: entries.flatMap(entry => checkEntry(checkedCall, entry)),
    });
  },
  'tracker/permissions/get-permitted-projects': call => {
    const {permissions: keys} = readBody<{permissions: readonly string[]}>(call);
    const permissions = (keys ?? []).map(findPermission);
    if (permissions.length === 0) throw trackerError(400, 'Permissions to check must be given.');
    const projects = undeletedProjects(call).filter(
      project =>
        canSee(call, project) &&
        permissions.every(one => hasPermissionIn(call, one, project, undefined)),
    );
    return ok({projects: projects.map(({id, key}) => ({id: Number(id), key}))});
  },
};

/** Find a permission by its key or a deprecated key. */
export function findPermission(key: string): Permission {
  const currentKey = deprecatedPermissionKeys[key] ?? key;
  const permission = all.find(one => one.key === currentKey);
  if (permission === undefined) throw trackerError(400, `Unrecognized permission: ${key}`);
  return permission;
}

function globalKey(key: string): boolean {
  const exists = globalPermissions.some(permission => permission.key === key);
  if (!exists) throw trackerError(400, `Unrecognized permission: ${key}`);
  return exists;
}

function hasPermissionIn(
  call: SandboxCall,
  permission: Permission,
  project: Project | undefined,
  issue: Issue | undefined,
): boolean {
  if (permission.type === 'GLOBAL') return hasGlobalPermission(call, permission.key);
  if (project !== undefined) return hasPermission(call, project, permission.key, issue);
  // Without a project, check for the permission in any project.
  return undeletedProjects(call).some(one => hasPermission(call, one, permission.key));
}

/**
 * Return the call as the user to check. Administrators, and apps from their own server, may check
 * other users.
 */
function asCheckedUser(call: SandboxCall, accountId: unknown): SandboxCall {
  const {caller} = call;
  if (accountId === undefined || accountId === caller.accountId) return call;
  if (!isAdmin(call) && !caller.kinds.includes('add-on app')) {
    throw trackerError(403, 'Only administrators may check the permissions of other users.');
  }
  if (typeof accountId !== 'string' || !call.users.has(accountId))
    throw trackerError(400, `No user has the ID ${accountId}.`);
  return {...call, caller: {accountId, all: false, kinds: []}};
}

function checkEntry(call: SandboxCall, entry: JsonMembers): readonly JsonMembers[] {
  const projects = idsOf(entry, 'projects').flatMap(id => findProject(call, id) ?? []);
  const issues = idsOf(entry, 'issues').flatMap(id => findIssue(call, id) ?? []);
  const keys = keysOf(entry.permissions);
  return [...new Set(keys)].map(key => {
    const permission = findPermission(key);
    const isAllowed = (project: Project, issue?: Issue): boolean =>
      canSee(call, project) && hasPermissionIn(call, permission, project, issue);
    return {
      permission: key,
      projects: projects.filter(project => isAllowed(project)).map(project => Number(project.id)),
      issues: issues.filter(issue => isAllowed(issue.project, issue)).map(issue => issue.id),
    };
  });
}

function keysOf(value: unknown): readonly string[] {
  return listOf(value).filter((key): key is string => typeof key === 'string' && key !== '');
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Limit the number of ids in all entries together (services T8). */
function checkCount(entries: readonly JsonMembers[], name: 'projects' | 'issues'): void {
  const count = entries.flatMap(entry => nonNullIds(entry, name)).length;
  if (count > maxChecked) {
    throw trackerError(400, `At most ${maxChecked} ${name} can be checked at once.`);
  }
}

function nonNullIds(entry: JsonMembers, name: 'projects' | 'issues'): readonly unknown[] {
  return listOf(entry[name]).filter(id => id !== null);
}

/** Convert ids to strings; null and invalid ids are ignored. */
function idsOf(entry: JsonMembers, name: 'projects' | 'issues'): readonly string[] {
  return nonNullIds(entry, name)
    .map(String)
    .filter(id => /^\d+$/.test(id));
}

function readContext(call: SandboxCall): {readonly project?: Project; readonly issue?: Issue} {
  const issue = readIssue(call);
  if (issue !== undefined) return {project: issue.project, issue};
  const text = findText(call, 'projectKey') ?? findText(call, 'projectId');
  return text === undefined ? {} : {project: readAnyProject(call, text)};
}

function permissionBean({key, name, type, description}: Permission): JsonMembers {
  return {key, name, type, description};
}
