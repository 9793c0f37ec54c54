import {type OperationRef, trackerRef} from '../api/operation-ref.ts';
import {type JsonObject, type JsonValue, parseJsonValue} from '../base/json-value.ts';
import {textAt} from './model.ts';
import type {NamesOfSite} from './parts.ts';
import {idIn, itemsOf} from './read-object.ts';

type Send = (ref: OperationRef, params?: Readonly<Record<string, string>>) => Promise<string>;

/** The members of an object that a step changes. */
export interface TouchedMembers {
  readonly fields: ReadonlySet<string>;
  /** Groups of its parts, such as roles of a project. */
  readonly groups: ReadonlySet<string>;
  /** Also read the members of a group. */
  readonly members?: boolean;
}

/** Members that take requests of their own; a step reads those that it changes. */
export const detailMembers: ReadonlySet<string> = new Set([
  'permissionScheme',
  'notificationScheme',
  'roles',
  'members',
]);

const permissionSchemeOf = trackerRef('project get-assigned-permission-scheme', {
  projectKeyOrId: '{id}',
});
const notificationSchemeOf = trackerRef(
  'notificationscheme get-notification-scheme-to-project-mappings',
  {projectId: '{id}'},
);
const roleOf = trackerRef('project get-role', {projectIdOrKey: '{id}', id: '{role}'});
const membersOf = trackerRef('group get-users-from', {
  groupId: '{id}',
  includeInactiveUsers: 'true',
});

/**
 * Add to a project its schemes and the actors of its roles.
 *
 * @param options.notificationScheme id of the scheme, or null for none. @default read
 * @param options.touched the members to read. @default all
 */
export async function detailsOfProject(
  send: Send,
  project: JsonValue,
  names: NamesOfSite,
  options: {
    readonly notificationScheme?: string | null;
    readonly touched?: TouchedMembers | undefined;
  },
): Promise<JsonObject> {
  const {touched, notificationScheme} = options;
  const id = idIn(project);
  const reads = (member: string): boolean => touched === undefined || touched.fields.has(member);
  const readNotificationScheme = async (): Promise<string | null> => {
    if (notificationScheme !== undefined) return notificationScheme;
    const [row = null] = itemsOf(notificationSchemeOf, await send(notificationSchemeOf, {id}));
    return textAt(row, '/notificationSchemeId') ?? null;
  };
  const roleIds = names.idsOf('roles').filter(role => {
    return touched === undefined || touched.groups.has(names.nameOf('roles', role));
  });
  const readRole = async (role: string): Promise<JsonValue> => ({
    ...(parseJsonValue(await send(roleOf, {id, role})) as JsonObject),
    name: names.nameOf('roles', role),
  });
  const [permissionScheme, scheme, roles] = await Promise.all([
    reads('permissionScheme') ? send(permissionSchemeOf, {id}).then(parseJsonValue) : null,
    reads('notificationScheme') ? readNotificationScheme() : null,
    reads('roles') ? Promise.all(roleIds.map(readRole)) : [],
  ]);
  return {
    ...(project as JsonObject),
    roles,
    ...(permissionScheme !== null && {permissionScheme}),
    ...(scheme !== null && {notificationScheme: {id: scheme}}),
  };
}

/** Add its members to a group. */
export async function detailsOfGroup(send: Send, group: JsonValue): Promise<JsonObject> {
  const id = idIn(group, '/groupId');
  const members = itemsOf(membersOf, await send(membersOf, {id}));
  return {...(group as JsonObject), members};
}
