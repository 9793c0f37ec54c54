import type {Feature} from '../../state/app/feature.ts';
import {userCommands} from './user-commands.ts';
import {userGroups, userScreen, users, usersHome} from './users.ts';
import {permissionCheckScreen} from './who.ts';

/** Users and user searches. */
export const peopleFeature: Feature = {
  id: 'people',
  lists: [users, userGroups],
  objects: [userScreen, permissionCheckScreen],
  home: [usersHome],
  commands: userCommands,
};
