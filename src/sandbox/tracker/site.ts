import {trackerError} from '../errors.ts';
import type {Handler} from '../route.ts';
import {notificationEvents} from '../world/notification-schemes.ts';
import {projectCategories, projectRoles} from '../world/site-setup.ts';
import type {World} from '../world/world.ts';
import {requireAdmin} from './access.ts';
import {categoryBean, statusCategories} from './issue-beans.ts';
import {dateTime, selfUrl} from './links.ts';
import {expandOf} from './query.ts';
import {roleBean} from './role-bean.ts';
import {userBean} from './user-bean.ts';
import {userExpansions} from './user-expansions.ts';

/** `serverInfo get-server-info`. */
export const getServerInfo: Handler<World> = (request, world) => {
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
};

/** `myself get-current-user`. */
export const getMyself: Handler<World> = (request, world) => {
  const user = world.users.get(request.caller.accountId ?? '');
  if (user === undefined) throw trackerError(401, 'Client must be authenticated.');
  const json = {
    ...userBean(request, user),
    ...userExpansions(request, world, user, expandOf(request)),
    expand: 'groups,applicationRoles',
  };
  return {status: 200, json};
};

/** `events get`: the events notification schemes know. */
export const getEvents: Handler<World> = (request, world) => {
  requireAdmin(world, request.caller);
  return {status: 200, json: notificationEvents.map(({id, name}) => ({id, name}))};
};

/** `role get-all-project`: the roles with who holds them by default, nobody. */
export const getAllRoles: Handler<World> = (request, world) => {
  requireAdmin(world, request.caller);
  const json = projectRoles.map(role => ({
    ...roleBean(role, selfUrl(request, `role/${role.id}`)),
    actors: [],
  }));
  return {status: 200, json};
};

/** `projectCategory get-all-project-categories`. */
export const getCategories: Handler<World> = request => {
  const json = projectCategories.map(category => ({
    self: selfUrl(request, `projectCategory/${category.id}`),
    ...category,
  }));
  return {status: 200, json};
};

/** `statuscategory get-status-categories`. */
export const getStatusCategories: Handler<World> = request => {
  const none = {id: 1, key: 'undefined', colorName: 'medium-gray', name: 'No Category'};
  const json = [none, ...Object.values(statusCategories)].map(facts =>
    categoryBean(request, facts),
  );
  return {status: 200, json};
};
