import {trackerError} from '../errors.ts';
import type {SandboxCall} from '../route.ts';
import {type Issue, peopleOfIssue} from '../world/issues.ts';
import type {GrantHolder} from '../world/permission-schemes.ts';
import {globalPermissions} from '../world/permissions.ts';
import type {Project} from '../world/projects.ts';
import type {World} from '../world/world.ts';
import {applicationRolesOf} from './user-bean.ts';

/** Check whether an account has a global permission; an anonymous caller has none. */
export function accountHasGlobal(
  world: World,
  accountId: string | undefined,
  key: string,
): boolean {
  if (accountId === undefined) return false;
  const groups = globalPermissions.find(permission => permission.key === key)?.groups ?? [];
  for (const group of world.tracker.groups.values()) {
    if (groups.includes(group.name) && group.memberIds.has(accountId)) return true;
  }
  return false;
}

/** Check whether the caller has a global permission; the owner has all of them. */
export function hasGlobalPermission(call: SandboxCall, key: string): boolean {
  return call.caller.all || accountHasGlobal(call, call.caller.accountId, key);
}

export function isAdmin(call: SandboxCall): boolean {
  return hasGlobalPermission(call, 'ADMINISTER');
}

/**
 * Check whether an account, or an anonymous caller, has a project permission.
 *
 * @param issue include grants to the account's roles in this issue
 */
export function accountHasPermission(
  world: World,
  accountId: string | undefined,
  project: Project,
  permission: string,
  issue?: Issue,
): boolean {
  const scheme = world.tracker.permissionSchemes.get(project.permissionSchemeId);
  return (
    scheme?.grants.some(
      grant =>
        grant.permission === permission &&
        isGrantedTo(world, grant.holder, accountId, project, issue),
    ) ?? false
  );
}

/** Check whether the caller has a project permission; the owner has all of them. */
export function hasPermission(
  call: SandboxCall,
  project: Project,
  permission: string,
  issue?: Issue,
): boolean {
  return (
    call.caller.all || accountHasPermission(call, call.caller.accountId, project, permission, issue)
  );
}

/** Check whether the caller can see a project. Deleted ones are visible to administrators only. */
export function canSee(call: SandboxCall, project: Project): boolean {
  if (project.deleted !== undefined) return isAdmin(call);
  return (
    hasPermission(call, project, 'BROWSE_PROJECTS') ||
    hasPermission(call, project, 'ADMINISTER_PROJECTS')
  );
}

/** Check for the Administer global permission, or Administer Projects for the project. */
export function canAdminister(call: SandboxCall, project: Project): boolean {
  return isAdmin(call) || hasPermission(call, project, 'ADMINISTER_PROJECTS');
}

/** Refuse callers who are not administrators of the site. @throws SandboxError 403 */
export function requireAdmin(call: SandboxCall): void {
  if (!isAdmin(call)) {
    throw trackerError(403, 'The Administer global permission is needed for this.');
  }
}

function isGrantedTo(
  world: World,
  holder: GrantHolder,
  accountId: string | undefined,
  project: Project,
  issue: Issue | undefined,
): boolean {
  if (accountId === undefined) return holder.type === 'anyone';
  switch (holder.type) {
    case 'anyone':
      return true;
    case 'applicationRole':
      return hasApplication(world, accountId, holder.value);
    case 'sd.customer.portal.only':
      return world.users.get(accountId)?.accountType === 'customer';
    case 'user':
      return holder.value === accountId;
    case 'group':
      return world.tracker.groups.get(holder.value ?? '')?.memberIds.has(accountId) ?? false;
    case 'projectLead':
      return project.leadId === accountId;
    case 'projectRole':
      return hasRole(world, accountId, project, holder.value ?? '');
    case 'assignee':
    case 'reporter': {
      const {seed, people} = world.tracker;
      return (
        issue !== undefined && peopleOfIssue(seed, issue, holder.type, people).includes(accountId)
      );
    }
    // These fields are empty in all issues of the sandbox.
    case 'userCustomField':
    case 'groupCustomField':
      return false;
  }
}

/** Check whether an account may sign in, or has access to an application. */
function hasApplication(world: World, accountId: string, key: string | undefined): boolean {
  const user = world.users.get(accountId);
  if (key === undefined) return user?.accountType !== 'customer';
  return user !== undefined && applicationRolesOf(world, user).some(({id}) => id === key);
}

/** Check whether an account has a role in a project, directly or through a group. */
export function hasRole(
  world: World,
  accountId: string,
  project: Project,
  roleId: string,
): boolean {
  return (project.actors[roleId] ?? []).some(actor =>
    actor.kind === 'user'
      ? actor.holder === accountId
      : world.tracker.groups.get(actor.holder)?.memberIds.has(accountId),
  );
}
