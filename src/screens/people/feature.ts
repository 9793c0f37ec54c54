import {trackerRef} from '../../api/operation-ref.ts';
import type {Feature} from '../../state/app/feature.ts';
import {homeLine} from '../../state/model/count.ts';
import {siteRoleParts, siteRoleScreen, siteRoles} from '../schemes/site-roles.ts';
import {
  applicationAccess,
  applicationGroups,
  groupParts,
  groupScreen,
  groups,
  groupsHome,
} from './groups.ts';
import {userCommands} from './user-commands.ts';
import {userGroups, userScreen, users, usersHome} from './users.ts';

/** Users, groups, project roles, application access and user searches. */
export const peopleFeature: Feature = {
  id: 'people',
  lists: [
    users,
    userGroups,
    groups,
    ...groupParts,
    applicationAccess,
    applicationGroups,
    siteRoles,
    ...siteRoleParts,
  ],
  objects: [userScreen, groupScreen, siteRoleScreen],
  home: [
    usersHome,
    groupsHome,
    homeLine('Site', siteRoles, 'default actors', {
      call: trackerRef('role get-all-project'),
      count: 'items',
    }),
    homeLine('Site', applicationAccess, 'which groups, seats', {}),
  ],
  commands: userCommands,
};
