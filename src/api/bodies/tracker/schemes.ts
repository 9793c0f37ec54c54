import {integer, lines, list, members, text} from '../fields.ts';
import {type Bodies, grant, notificationEvents} from '../shared.ts';

const permissionScheme = (permissionsHelp: string, example: string) =>
  members(
    [
      text('name', {required: true, help: 'name of the scheme', example}),
      lines('description', {help: 'description', example: 'Look and nothing else'}),
      list('permissions', grant, {help: permissionsHelp}),
    ],
    {ignored: ['expand', 'id', 'self', 'scope']},
  );

const notificationName = {maxLength: 255, help: 'name of the scheme'};
const notificationDescription = lines('description', {maxLength: 4000, help: 'description'});

/** Bodies of permission schemes, grants and notification schemes. */
export const schemeBodies: Bodies = {
  'permissionscheme create-permission-scheme': permissionScheme('permission grants', 'Readers'),
  'permissionscheme update-permission-scheme': permissionScheme(
    'replaces all existing grants; an empty list removes them',
    'Teams that build software',
  ),
  'permissionscheme create-permission-grant': grant,
  'project assign-permission-scheme': members([
    integer('id', {
      required: true,
      names: 'permission scheme',
      help: 'id of the permission scheme',
      example: '10003',
    }),
  ]),
  'notificationscheme create-notification-scheme': members([
    text('name', {required: true, ...notificationName, example: 'Night shift'}),
    notificationDescription,
    list('notificationSchemeEvents', notificationEvents.items, {help: notificationEvents.help}),
  ]),
  'notificationscheme update-notification-scheme': members([
    text('name', {...notificationName, example: 'Quiet people'}),
    notificationDescription,
  ]),
  'notificationscheme add-notifications': members([
    list('notificationSchemeEvents', notificationEvents.items, {
      required: true,
      help: notificationEvents.help,
    }),
  ]),
};
