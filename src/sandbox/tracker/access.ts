import {trackerError} from '../errors.ts';
import type {Call} from '../route.ts';
import {type Issue, peopleOfIssue} from '../world/issues.ts';
import type {Holder} from '../world/permission-schemes.ts';
import {globalPermissions} from '../world/permissions.ts';
import type {Project} from '../world/projects.ts';
import type {World} from '../world/world.ts';

/** Whether an account, or nobody, holds a global permission. */
export function accountHoldsGlobal(
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

/** Whether the caller holds a global permission; the keeper holds all. */
export function holdsGlobal(call: Call, key: string): boolean {
  return call.caller.all || accountHoldsGlobal(call, call.caller.accountId, key);
}

export function isAdmin(call: Call): boolean {
  return holdsGlobal(call, 'ADMINISTER');
}

/**
 * Whether an account, or nobody, holds a project permission.
 *
 * @param issue also counts what the account is to this issue
 */
export function accountHolds(
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
        grant.permission === permission && isHolder(world, grant.holder, accountId, project, issue),
    ) ?? false
  );
}

/** Whether the caller holds a project permission; the keeper holds all. */
export function holds(call: Call, project: Project, permission: string, issue?: Issue): boolean {
  return call.caller.all || accountHolds(call, call.caller.accountId, project, permission, issue);
}

/** Whether the caller may know of a project. Those in the recycle bin are for administrators. */
export function canSee(call: Call, project: Project): boolean {
  if (project.deleted !== undefined) return isAdmin(call);
  return holds(call, project, 'BROWSE_PROJECTS') || holds(call, project, 'ADMINISTER_PROJECTS');
}

/** Administer global permission, or Administer Projects for the project. */
export function canAdminister(call: Call, project: Project): boolean {
  return isAdmin(call) || holds(call, project, 'ADMINISTER_PROJECTS');
}

/** Refuse who is not an administrator of the site. @throws SandboxError 403 */
export function requireAdmin(call: Call): void {
  if (!isAdmin(call)) {
    throw trackerError(403, 'The Administer global permission is needed for this.');
  }
}

function isHolder(
  world: World,
  holder: Holder,
  accountId: string | undefined,
  project: Project,
  issue: Issue | undefined,
): boolean {
  if (accountId === undefined) return holder.type === 'anyone';
  switch (holder.type) {
    case 'anyone':
      return true;
    case 'applicationRole':
      return world.users.get(accountId)?.accountType !== 'customer';
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
    // No issue of the sandbox has these fields filled.
    case 'userCustomField':
    case 'groupCustomField':
      return false;
  }
}

/** Whether an account has a role in a project, itself or through a group. */
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
