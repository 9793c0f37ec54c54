import {trackerError} from '../errors.ts';
import {expandOf} from '../query.ts';
import type {Handlers} from '../route.ts';
import {notificationEvents} from '../world/notification-schemes.ts';
import {projectCategories, projectRoles} from '../world/site-setup.ts';
import type {World} from '../world/world.ts';
import {requireAdmin} from './access.ts';
import {categoryBean, statusCategories} from './issue-beans.ts';
import {dateTime, selfUrl} from './links.ts';
import {roleBean} from './role-bean.ts';
import {userBean} from './user-bean.ts';
import {userExpansions} from './user-expansions.ts';

/** Handlers by operation id. */
export const siteHandlers: Handlers<World> = {
  'tracker/serverInfo/get-server-info': (request, world) => {
    const json = {
      baseUrl: request.origin,
      displayUrl: request.origin,
      displayUrlConfluence: `${request.origin}/wiki`,
      version: '1001.0.0-SANDBOX',
      versionNumbers: [1001, 0, 0],
      deploymentType: 'Cloud',
      buildNumber: 100_298,
      buildDate: dateTime(world.tracker.madeAt),
      serverTime: dateTime(request.now),
      serverTimeZone: 'UTC',
      scmInfo: 'sandbox',
      serverTitle: 'Steward Sandbox',
    };
    return {status: 200, json};
  },
  'tracker/myself/get-current-user': (request, world) => {
    const user = world.users.get(request.caller.accountId ?? '');
    if (user === undefined) throw trackerError(401, 'Client must be authenticated.');
    const json = {
      ...userBean(request, user),
      ...userExpansions(request, world, user, expandOf(request)),
      expand: 'groups,applicationRoles',
    };
    return {status: 200, json};
  },
  /** The events notification schemes know. */
  'tracker/events/get': (request, world) => {
    requireAdmin(world, request.caller);
    return {status: 200, json: notificationEvents.map(({id, name}) => ({id, name}))};
  },
  /** The roles with who holds them by default, nobody. */
  'tracker/role/get-all-project': (request, world) => {
    requireAdmin(world, request.caller);
    const json = projectRoles.map(role => ({
      ...roleBean(role, selfUrl(request, `role/${role.id}`)),
      actors: [],
    }));
    return {status: 200, json};
  },
  'tracker/projectCategory/get-all-project-categories': request => {
    const json = projectCategories.map(category => ({
      self: selfUrl(request, `projectCategory/${category.id}`),
      ...category,
    }));
    return {status: 200, json};
  },
  'tracker/statuscategory/get-status-categories': request => {
    const none = {id: 1, key: 'undefined', colorName: 'medium-gray', name: 'No Category'};
    const json = [none, ...Object.values(statusCategories)].map(facts =>
      categoryBean(request, facts),
    );
    return {status: 200, json};
  },
};
