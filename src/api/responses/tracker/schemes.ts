import {
  idOf,
  integer,
  json,
  listOf,
  mapOf,
  objectOf,
  oneOf,
  type ResponseShapes,
  recordOf,
  text,
  texts,
  truths,
} from '../shapes.ts';
import {groupName, idOnly, pageOf, projectRole, scope, userDetails} from './shared.ts';

const permissionGrant = recordOf({
  ...texts('permission self'),
  holder: objectOf({expand: text, parameter: text, type: text, value: text}),
  id: integer,
});

const permissionScheme = recordOf({
  ...texts('description expand name self'),
  id: integer,
  permissions: listOf(permissionGrant),
  scope,
});

const field = recordOf({
  ...texts('id key name'),
  ...truths('custom navigable orderable searchable'),
  clauseNames: listOf(text),
  schema: recordOf({
    ...texts('custom items system type'),
    configuration: mapOf(json),
    customId: integer,
  }),
  scope,
});

const notification = recordOf({
  ...texts('emailAddress expand parameter recipient'),
  field,
  group: groupName,
  id: integer,
  notificationType: oneOf(
    'CurrentAssignee Reporter CurrentUser ProjectLead ComponentLead User Group ProjectRole ' +
      'EmailAddress AllWatchers UserCustomField GroupCustomField',
  ),
  projectRole,
  user: userDetails,
});

const notificationScheme = recordOf({
  ...texts('description expand name self'),
  id: integer,
  notificationSchemeEvents: listOf(
    objectOf({
      event: objectOf({description: text, id: integer, name: text, templateEvent: json}),
      notifications: listOf(notification),
    }),
  ),
  projects: listOf(integer),
  scope,
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
