import {trackerError} from '../errors.ts';
import {expandOf} from '../query.ts';
import {type Handlers, ok} from '../route.ts';
import {notificationEvents} from '../world/notification-schemes.ts';
import {projectCategories, projectRoles} from '../world/site-setup.ts';
import {requireAdmin} from './access.ts';
import {categoryBean, statusCategories} from './issue-beans.ts';
import {dateTime, selfUrl} from './links.ts';
import {roleBean} from './role-bean.ts';
import {userBean} from './user-bean.ts';
import {userExpansions} from './user-expansions.ts';

export const siteHandlers: Handlers = {
  'tracker/serverInfo/get-server-info': call =>
    ok({
      baseUrl: call.origin,
      displayUrl: call.origin,
      displayUrlConfluence: `${call.origin}/wiki`,
      version: '1001.0.0-SANDBOX',
      versionNumbers: [1001, 0, 0],
      deploymentType: 'Cloud',
      buildNumber: 100_298,
      buildDate: dateTime(call.tracker.madeAt),
      serverTime: dateTime(call.now),
      serverTimeZone: 'UTC',
      scmInfo: 'sandbox',
      serverTitle: 'Steward Sandbox',
    }),
  'tracker/myself/get-current-user': call => {
    const user = call.users.get(call.caller.accountId ?? '');
    if (user === undefined) throw trackerError(401, 'Client must be authenticated.');
    return ok({
      ...userBean(call, user),
      ...userExpansions(call, user, expandOf(call)),
      expand: 'groups,applicationRoles',
    });
  },
  'tracker/events/get': call => {
    requireAdmin(call);
    return ok(notificationEvents.map(({id, name}) => ({id, name})));
  },
  /** The roles with who holds them by default, nobody. */
  'tracker/role/get-all-project': call => {
    requireAdmin(call);
    return ok(
      projectRoles.map(role => ({
        ...roleBean(role, selfUrl(call, `role/${role.id}`)),
        actors: [],
      })),
    );
  },
  'tracker/projectCategory/get-all-project-categories': call =>
    ok(
      projectCategories.map(category => ({
        self: selfUrl(call, `projectCategory/${category.id}`),
        ...category,
      })),
    ),
  'tracker/statuscategory/get-status-categories': call => {
    const none = {id: 1, key: 'undefined', colorName: 'medium-gray', name: 'No Category'};
    return ok([none, ...Object.values(statusCategories)].map(facts => categoryBean(call, facts)));
  },
};
