import {findText, readBoolean, readChoice} from '../query.ts';
import {type Handlers, type JsonMembers, ok, type SandboxCall} from '../route.ts';
import type {Space} from '../world/content-types.ts';
import {groupNames} from '../world/site-setup.ts';
import {records} from '../world/table.ts';
import type {World} from '../world/world.ts';
import {cursorPage, firstItems, type PartPages} from './cursor-page.ts';
import {labelPages, labelsOf} from './item-lists.ts';
import {presentSpace, readSpace} from './spaces.ts';

/** A permission in a space: `read/space`, `create/page`. */
interface SpacePermission {
  readonly id: string;
  readonly displayName: string;
  readonly description: string;
  /** Ids of the permissions that it needs. */
  readonly needs: readonly string[];
}

interface SpaceRole {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly type: 'SYSTEM' | 'CUSTOM';
  readonly permissions: readonly string[];
}

interface Assignment {
  readonly principalType: 'USER' | 'GROUP';
  readonly principalId: string;
  readonly role: SpaceRole;
}

const permissions = records<SpacePermission>('spacePermissions');
const roles = records<SpaceRole>('spaceRoles');

/** Who has which role in a space: its creator administers it, all users work in it. */
function assignmentsIn({tracker}: World, space: Space): readonly Assignment[] {
  const [admin, collaborator, viewer] = roles;
  const group = (name: string, role: SpaceRole | undefined): readonly Assignment[] => {
    const found = [...tracker.groups.values()].find(one => one.name === name);
    if (found === undefined || role === undefined) return [];
    return [{principalType: 'GROUP', principalId: found.id, role}];
  };
  const owner: readonly Assignment[] =
    admin === undefined ? [] : [{principalType: 'USER', principalId: space.authorId, role: admin}];
  if (space.type === 'personal') return owner;
  return [
    ...owner,
    ...group(groupNames.admins, admin),
    ...group(groupNames.users, space.status === 'archived' ? viewer : collaborator),
    ...(space.type === 'knowledge_base' ? group(groupNames.agents, roles[3]) : []),
  ];
}

/** List the single permissions of a space, which follow from the roles. */
function permissionsIn(world: World, space: Space): readonly JsonMembers[] {
  return assignmentsIn(world, space).flatMap(({principalType, principalId, role}, at) =>
    role.permissions.map((permission, index) => {
      const [key, targetType] = permission.split('/');
      return {
        id: String(Number(space.id) * 100 + at * 20 + index),
        principal: {type: principalType.toLowerCase(), id: principalId},
        operation: {key, targetType},
      };
    }),
  );
}

const presentRole = ({id, name, description, type, permissions: spacePermissions}: SpaceRole) => ({
  id,
  type,
  name,
  description,
  spacePermissions,
});

const presentAssignment = ({principalType, principalId, role}: Assignment) => ({
  principal: {principalType, principalId},
  roleId: role.id,
});

const assignmentPages = {
  keyOf: ({principalType, principalId, role}: Assignment) =>
    `${principalType} ${principalId} ${role.id}`,
  present: presentAssignment,
};

const permissionPages = {
  keyOf: ({id}: JsonMembers) => String(id),
  present: (permission: JsonMembers) => permission,
};

const principalTypes = ['USER', 'GROUP', 'ACCESS_CLASS'] as const;

/** Create the filter of assignments by role and principal. */
function assignmentFilter(call: SandboxCall): (assignment: Assignment) => boolean {
  const roleId = findText(call, 'role-id');
  const roleType = findText(call, 'role-type');
  const principalId = findText(call, 'principal-id');
  const principalType = readChoice(call, 'principal-type', principalTypes);
  return assignment =>
    (roleId === undefined || assignment.role.id === roleId) &&
    (roleType === undefined || assignment.role.type === roleType) &&
    (principalId === undefined || assignment.principalId === principalId) &&
    (principalType === undefined || assignment.principalType === principalType);
}

const operationsOnSpace: readonly JsonMembers[] = [{operation: 'read', targetType: 'space'}];

export const spaceAccessHandlers: Handlers = {
  'content/spaces/get-by-id': call => {
    const space = readSpace(call);
    const format = readChoice(call, 'description-format', ['plain', 'view']);
    const path = `/wiki/api/v2/spaces/${space.id}`;
    const part = <Item>(name: string, items: readonly Item[], pages: PartPages<Item>) =>
      readBoolean(call, `include-${name}`)
        ? firstItems(`${path}/${name}`, items, pages)
        : undefined;
    const parts = {
      labels: part('labels', labelsOf(call.content, space), labelPages),
      permissions: part('permissions', permissionsIn(call, space), permissionPages),
      roleAssignments: part('role-assignments', assignmentsIn(call, space), assignmentPages),
      properties: part('properties', [], permissionPages),
      operations: part('operations', operationsOnSpace, permissionPages),
    };
    return ok({...presentSpace(space, format, readBoolean(call, 'include-icon')), ...parts});
  },
  'content/spaces/get-permissions-assignments': call =>
    cursorPage(call, permissionsIn(call, readSpace(call)), permissionPages),
  'content/spaces/get-role-assignments': call => {
    const isSelected = assignmentFilter(call);
    const assignments = assignmentsIn(call, readSpace(call)).filter(isSelected);
    return cursorPage(call, assignments, assignmentPages);
  },
  'content/space-permissions/get-available-space-permissions': call =>
    cursorPage(call, permissions, {
      keyOf: ({id}) => id,
      present: ({id, displayName, description, needs}) => ({
        id,
        displayName,
        description,
        requiredPermissionIds: needs,
      }),
    }),
  /** Lists the roles in use in a space, or by a principal, where the query names one. */
  'content/space-roles/get-available-space-roles': call => {
    const spaceId = findText(call, 'space-id');
    const roleType = findText(call, 'role-type');
    const isNarrowed = ['space-id', 'principal-id', 'principal-type'].some(
      name => findText(call, name) !== undefined,
    );
    const isSelected = assignmentFilter(call);
    const used = new Set(
      [...call.content.spaces.values()]
        .filter(space => spaceId === undefined || space.id === spaceId)
        .flatMap(space => assignmentsIn(call, space).filter(isSelected))
        .map(({role}) => role.id),
    );
    const found = roles.filter(
      ({id, type}) =>
        (!isNarrowed || used.has(id)) && (roleType === undefined || type === roleType),
    );
    return cursorPage(call, found, {keyOf: ({id}) => id, present: presentRole});
  },
  'content/space-role-mode/get-space-role-mode': () => ok({mode: 'ROLES'}),
};
