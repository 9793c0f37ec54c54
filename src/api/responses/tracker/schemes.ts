import {type Answers, having, integer, json, listOf, mapOf, oneOf, text, truth} from '../shapes.ts';
import {avatarUrls, groupName, idOnly, pageOf, projectRole, scope} from './shared.ts';

const permissionGrant = having({
  holder: having({expand: text, parameter: text, type: text, value: text}),
  id: integer,
  permission: text,
  self: text,
});

const permissionScheme = having({
  description: text,
  expand: text,
  id: integer,
  name: text,
  permissions: listOf(permissionGrant),
  scope,
  self: text,
});

const field = having({
  clauseNames: listOf(text),
  custom: truth,
  id: text,
  key: text,
  name: text,
  navigable: truth,
  orderable: truth,
  schema: having({
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

const recipient = having({
  accountId: text,
  accountType: text,
  active: truth,
  avatarUrls,
  displayName: text,
  emailAddress: text,
  key: text,
  name: text,
  self: text,
  timeZone: text,
});

const notification = having({
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
  user: recipient,
});

const notificationScheme = having({
  description: text,
  expand: text,
  id: integer,
  name: text,
  notificationSchemeEvents: listOf(
    having({
      event: having({description: text, id: integer, name: text, templateEvent: json}),
      notifications: listOf(notification),
    }),
  ),
  projects: listOf(integer),
  scope,
  self: text,
});

/** Answers about permission schemes, their grants and notification schemes. */
export const schemeAnswers: Answers = {
  'permissionscheme create-permission-scheme': permissionScheme,
  'permissionscheme get-all-permission-schemes': having({
    permissionSchemes: listOf(permissionScheme),
  }),
  'permissionscheme get-permission-scheme': permissionScheme,
  'permissionscheme update-permission-scheme': permissionScheme,
  'permissionscheme create-permission-grant': permissionGrant,
  'permissionscheme get-permission-scheme-grants': having({
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
    having({notificationSchemeId: text, projectId: text}),
  ),
  'project get-notification-scheme-for': notificationScheme,
};
