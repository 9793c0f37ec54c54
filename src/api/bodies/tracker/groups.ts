import {lines, members, text} from '../fields.ts';
import {type Bodies, roleActors} from '../shared.ts';

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
  'role add-project-actors-to': roleActors,
};
