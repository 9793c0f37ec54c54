import type {Shape} from '../field.ts';
import {wordedValues} from '../worded-values.ts';
import {integer, list, members, object, text} from './fields.ts';

/** Request bodies: `group name` of the operation → shape. */
export type Bodies = Readonly<Record<string, Shape>>;

/** A user by account id. */
export const user: Shape = {type: 'text', names: 'user'};

/** Users and groups to add to a role. */
export const roleActors = members(
  [
    list('user', user, {help: 'account ids', example: '5f078b5c5d265d18afe2b0cc'}),
    list('groupId', {type: 'text', names: 'group'}, {help: 'ids of groups'}),
    list(
      'group',
      {type: 'text', names: 'group', by: 'name'},
      {help: 'names of groups; prefer groupId: names can change'},
    ),
  ],
  {rules: [{kind: 'atLeastOne', inputs: ['user', 'groupId', 'group'], soft: true}]},
);

/** Permission keys; the public service has more than the documentation, and apps add their own. */
export const permissionKey: Shape = {type: 'text', names: 'permission', by: 'key'};

/** The holder of a permission (services T2.2). */
export const holder = object(
  'holder',
  members(
    [
      text('type', {
        required: true,
        help: 'type of holder',
        ...wordedValues({
          projectRole: 'Project role',
          group: 'Group',
          user: 'User',
          projectLead: 'Project lead',
          assignee: 'Current assignee',
          reporter: 'Reporter',
          anyone: 'Anyone, signed in or not',
          applicationRole: 'Users with access to an application',
          groupCustomField: 'Group custom field',
          userCustomField: 'User custom field',
          'sd.customer.portal.only': 'Customers of the portal',
        }),
        complete: true,
        example: 'projectRole',
      }),
      text('value', {
        help: 'id of the role, group, user or field; name of the application',
        namesBy: {
          field: 'type',
          kinds: {projectRole: 'project role', group: 'group', user: 'user'},
        },
        example: '10002',
      }),
      text('parameter', {
        help: 'same as value, except for a group: its name',
        deprecated: 'use value: the name of a group can change',
      }),
    ],
    {ignored: ['expand']},
  ),
  {
    required: true,
    help: 'who has the permission',
    example: '{"type":"projectRole","value":"10002"}',
  },
);

/** A permission and its holder. */
export const grant = members(
  [
    holder,
    text('permission', {
      required: true,
      names: 'permission',
      by: 'key',
      help: 'key of the permission',
      example: 'SERVICEDESK_AGENT',
    }),
  ],
  {ignored: ['id', 'self']},
);

const notificationTypes = wordedValues({
  CurrentAssignee: 'Current assignee',
  Reporter: 'Reporter',
  CurrentUser: 'The person who made the change',
  ProjectLead: 'Project lead',
  ComponentLead: 'Component lead',
  User: 'User',
  Group: 'Group',
  ProjectRole: 'Project role',
  AllWatchers: 'All watchers',
  UserCustomField: 'User custom field',
  GroupCustomField: 'Group custom field',
});

/** Events and their recipients (services W4.13). */
export const notificationEvents = {
  items: members([
    object(
      'event',
      members([
        text('id', {required: true, names: 'event', help: 'id of the event', example: '1'}),
      ]),
      {required: true, help: 'the event'},
    ),
    list(
      'notifications',
      members([
        text('notificationType', {
          required: true,
          ...notificationTypes,
          closed: true,
          refused: {EmailAddress: 'no longer supported'},
          help: 'type of recipient',
          example: 'ProjectLead',
        }),
        text('parameter', {
          help: 'id of the user, group, role or field, if the type needs one',
          namesBy: {
            field: 'notificationType',
            kinds: {ProjectRole: 'project role', Group: 'group', User: 'user'},
          },
        }),
      ]),
      {required: true, maxItems: 1000, help: 'the recipients'},
    ),
  ]),
  help: 'events with their recipients',
} as const;

/** The version that an update creates (services W4.18). */
export const nextVersion = members([
  integer('number', {
    required: true,
    min: 1,
    increments: true,
    help: 'the current number plus 1',
    example: '2',
  }),
  text('message', {help: 'version message'}),
]);
