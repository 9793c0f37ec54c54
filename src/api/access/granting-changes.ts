import {counted} from '../../base/counted.ts';
import {trackerRef} from '../operation-ref.ts';
import type {AccessFacts, AccessProject} from './access-facts.ts';
import type {AccessFix} from './access-fix.ts';
import {isUnread} from './unknown.ts';
import {schemeOf} from './who-holds.ts';

/** A change that would give a user a permission, and how far it reaches. */
export interface GrantingChange {
  readonly change: string;
  readonly fix: AccessFix;
  /** What else it gives, or where. */
  readonly reach: string;
}

/**
 * List the changes that would give a user a permission in a project, the smallest reach first: a
 * role in this project, a group, a grant in the scheme; of a global permission, a group that is
 * known to give it.
 */
export function grantingChanges(
  user: string,
  permission: string,
  project: AccessProject | undefined,
  facts: AccessFacts,
): readonly GrantingChange[] {
  const addToGroup = (group: string, name: string, reach: string): GrantingChange => ({
    change: `Add the user to group ${name}`,
    fix: trackerRef('group add-user-to', {groupId: [group], accountId: [user]}),
    reach,
  });
  if (project === undefined) {
    const admins = facts.globals?.adminGroups ?? new Map<string, string>();
    if (permission !== 'ADMINISTER' || isUnread(admins)) return [];
    return [...admins].map(([id, name]) => addToGroup(id, name, 'administers the whole site'));
  }
  const scheme = schemeOf(project, facts);
  if (isUnread(scheme)) return [];
  const {id, grants} = scheme;
  const holders = new Map(
    grants.filter(one => one.permission === permission).map(({holder}) => [holder.id, holder]),
  );
  const gives = (holderId: string) =>
    `gives ${counted(scheme.gives.get(holderId) ?? 1, 'permission')} of scheme ${scheme.name}`;
  const roles = [...holders.values()]
    .filter(({type}) => type.toLowerCase() === 'projectrole')
    .map(holder => ({
      change: `Add the user to role ${holder.name} in ${project.key}`,
      fix: trackerRef('project add-actor-users', {
        projectIdOrKey: [project.key],
        id: [holder.value],
        user: [user],
      }),
      reach: `in ${project.key} alone; ${gives(holder.id)}`,
    }));
  const groups = [...holders.values()]
    .filter(({type, byName}) => type.toLowerCase() === 'group' && !byName)
    .map(({id: holder, value, name}) =>
      addToGroup(value, name, `wherever the group is used; ${gives(holder)}`),
    );
  const sharing = facts.projects.filter(one => one.scheme === project.scheme).length;
  const body = [JSON.stringify({permission, holder: {type: 'user', value: user}})] as const;
  const grant = {
    change: `Grant ${permission} to the user in scheme ${scheme.name}`,
    fix: trackerRef('permissionscheme create-permission-grant', {schemeId: [id]}, {body}),
    reach: sharing > 1 ? `in ${sharing} of the projects read` : 'in every project with this scheme',
  };
  return [...roles, ...groups, grant];
}
