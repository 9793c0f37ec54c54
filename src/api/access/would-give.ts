import {quoteWord} from '../../base/shell-words.ts';
import type {AccessFacts, AccessProject} from './access-facts.ts';
import {isUnread} from './match-grant.ts';

/** A change that would give a user a permission, and how far it reaches. */
export interface WouldGive {
  readonly change: string;
  readonly command: string;
  /** What else it gives, or where. */
  readonly reach: string;
}

/**
 * List the changes that would give a user a permission in a project, the smallest reach first: a
 * role in this project, a group, a grant in the scheme.
 */
export function wouldGive(
  userId: string,
  permission: string,
  project: AccessProject,
  facts: AccessFacts,
): readonly WouldGive[] {
  const scheme = isUnread(project.scheme) ? undefined : facts.schemes.get(project.scheme);
  if (scheme === undefined || isUnread(scheme)) return [];
  const {id, grants} = scheme;
  const user = quoteWord(userId);
  const ownGrants = grants.filter(grant => grant.permission === permission);
  const counted = (holderId: string) => {
    const keys = new Set(
      grants.filter(({holder}) => holder.id === holderId).map(g => g.permission),
    );
    return `gives ${keys.size} ${keys.size === 1 ? 'permission' : 'permissions'} of scheme ${scheme.name}`;
  };
  const roles = ownGrants
    .filter(({holder}) => holder.type.toLowerCase() === 'projectrole')
    .map(({holder}) => ({
      change: `Add the user to role ${holder.name} in ${project.key}`,
      command: `jr project add-actor-users --projectIdOrKey ${project.key} --id ${holder.value} --user ${user}`,
      reach: `in ${project.key} alone; ${counted(holder.id)}`,
    }));
  const groups = ownGrants
    .filter(({holder}) => holder.type.toLowerCase() === 'group' && !holder.byName)
    .map(({holder}) => ({
      change: `Add the user to group ${holder.name}`,
      command: `jr group add-user-to --groupId ${holder.value} --accountId ${user}`,
      reach: `wherever the group is used; ${counted(holder.id)}`,
    }));
  const sharing = facts.projects.filter(one => one.scheme === project.scheme).length;
  const body = JSON.stringify({permission, holder: {type: 'user', value: userId}});
  const grant = {
    change: `Grant ${permission} to the user in scheme ${scheme.name}`,
    command: `jr permissionscheme create-permission-grant --schemeId ${id} --body ${quoteWord(body)}`,
    reach: sharing > 1 ? `in ${sharing} of the projects read` : 'in every project with this scheme',
  };
  const unique = new Map([...roles, ...groups].map(one => [one.command, one]));
  return [...unique.values(), grant];
}
