import {integer, lines, list, members, text} from '../fields.ts';
import {type Bodies, grant, notificationEvents} from '../shared.ts';

const permissionScheme = (permissionsHelp: string) =>
  members(
    [
      text('name', {required: true, help: 'name of the scheme', example: 'Readers'}),
      lines('description', {help: 'what it is for', example: 'Look and nothing else'}),
      list('permissions', grant, {help: permissionsHelp}),
    ],
    {ignored: ['expand', 'id', 'self', 'scope']},
  );

const notificationName = {maxLength: 255, help: 'name of the scheme', example: 'Night shift'};
const notificationDescription = lines('description', {maxLength: 4000, help: 'what it is for'});

/** Bodies of permission schemes, grants and notification schemes. */
export const schemeBodies: Bodies = {
  'permissionscheme create-permission-scheme': permissionScheme('permissions and their holders'),
  'permissionscheme update-permission-scheme': permissionScheme(
    'replaces all permissions there are; an empty list removes them',
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
    text('name', {required: true, ...notificationName}),
    notificationDescription,
    list('notificationSchemeEvents', notificationEvents.items, {help: notificationEvents.help}),
  ]),
  'notificationscheme update-notification-scheme': members([
    text('name', notificationName),
    notificationDescription,
  ]),
  'notificationscheme add-notifications': members([
    list('notificationSchemeEvents', notificationEvents.items, {
      required: true,
      help: notificationEvents.help,
    }),
  ]),
};
