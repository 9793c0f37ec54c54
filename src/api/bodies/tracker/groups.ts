import {lines, list, members, text} from '../fields.ts';
import {type Bodies, user} from '../shared.ts';

const roleName = {help: 'name of the project role', example: 'Auditors'};

/** Bodies of groups and of the project roles of the site. */
export const groupBodies: Bodies = {
  'group create': members([
    text('name', {required: true, help: 'name of the group', example: 'auditors'}),
  ]),
  'group add-user-to': members([
    text('accountId', {
      required: true,
      names: 'user',
      help: 'account id of the user',
      example: '5f0e4c43b0d832e4ccb7554a',
    }),
    text('name', {help: 'former field', deprecated: 'no longer available; use accountId'}),
  ]),
  'role create-project': members([
    text('name', {required: true, ...roleName}),
    lines('description', {help: 'description'}),
  ]),
  'role partial-update-project': members([
    text('name', {...roleName, example: 'Reviewers'}),
    lines('description', {help: 'description'}),
  ]),
  'role fully-update-project': members([
    text('name', {required: true, ...roleName, example: 'Inspectors'}),
    lines('description', {required: true, emptyToo: true, help: 'description'}),
  ]),
  'role add-project-actors-to': members(
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
  ),
};
