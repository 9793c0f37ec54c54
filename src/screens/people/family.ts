import type {Family} from '../../state/app/family.ts';
import {usersHome} from './home.ts';
import {userCommands} from './user-commands.ts';
import {userGroups, userScreen, users} from './users.ts';

/** Users, and what can be found of them. */
export const peopleFamily: Family = {
  id: 'people',
  lists: [users, userGroups],
  objects: [userScreen],
  home: [usersHome],
  commands: userCommands,
};
