import {
  idOf,
  integer,
  json,
  listOf,
  mapOf,
  objectOf,
  oneOf,
  type ResponseShapes,
  text,
  truth,
} from '../shapes.ts';
import {groupName, idOnly, pageOf, projectRole, scope, userDetails} from './shared.ts';

const permissionGrant = objectOf({
  holder: objectOf({expand: text, parameter: text, type: text, value: text}),
  id: integer,
  permission: text,
  self: text,
});

const permissionScheme = objectOf({
  description: text,
  expand: text,
  id: integer,
  name: text,
  permissions: listOf(permissionGrant),
  scope,
  self: text,
});

const field = objectOf({
  clauseNames: listOf(text),
  custom: truth,
  id: text,
  key: text,
  name: text,
  navigable: truth,
  orderable: truth,
  schema: objectOf({
    configuration: mapOf(json),
    custom: text,
    customId: integer,
    items: text,
    system: text,
    type: text,
  }),
  scope,
  searchable: truth,
});

const notification = objectOf({
  emailAddress: text,
  expand: text,
  field,
  group: groupName,
  id: integer,
  notificationType: oneOf(
    'CurrentAssignee',
    'Reporter',
    'CurrentUser',
    'ProjectLead',
    'ComponentLead',
    'User',
    'Group',
    'ProjectRole',
    'EmailAddress',
    'AllWatchers',
    'UserCustomField',
    'GroupCustomField',
  ),
  parameter: text,
  projectRole,
  recipient: text,
  user: userDetails,
});

const notificationScheme = objectOf({
  description: text,
  expand: text,
  id: integer,
  name: text,
  notificationSchemeEvents: listOf(
    objectOf({
      event: objectOf({description: text, id: integer, name: text, templateEvent: json}),
      notifications: listOf(notification),
    }),
  ),
  projects: listOf(integer),
  scope,
  self: text,
});

/** Responses about permission schemes, their grants and notification schemes. */
export const schemeResponses: ResponseShapes = {
  'permissionscheme create-permission-scheme': permissionScheme,
  'permissionscheme get-all-permission-schemes': objectOf({
    permissionSchemes: listOf(permissionScheme),
  }),
  'permissionscheme get-permission-scheme': permissionScheme,
  'permissionscheme update-permission-scheme': permissionScheme,
  'permissionscheme create-permission-grant': permissionGrant,
  'permissionscheme get-permission-scheme-grants': objectOf({
    expand: text,
    permissions: listOf(permissionGrant),
  }),
  'permissionscheme get-permission-scheme-grant': permissionGrant,
  'project assign-permission-scheme': permissionScheme,
  'project get-assigned-permission-scheme': permissionScheme,
  'notificationscheme create-notification-scheme': idOnly,
  'notificationscheme get-notification-schemes': pageOf(notificationScheme),
  'notificationscheme get-notification-scheme': notificationScheme,
  'notificationscheme get-notification-scheme-to-project-mappings': pageOf(
    objectOf({notificationSchemeId: idOf('notification scheme'), projectId: idOf('project')}),
  ),
  'project get-notification-scheme-for': notificationScheme,
};
