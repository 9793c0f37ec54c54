import {trackerError} from '../errors.ts';
import {expandOf} from '../query.ts';
import {type Handlers, ok} from '../route.ts';
import {notificationEvents} from '../world/notification-schemes.ts';
import {makeRandom} from '../world/random.ts';
import {type ProjectType, projectTypes} from '../world/site-setup.ts';
import {requireAdmin} from './access.ts';
import {dateTime} from './links.ts';
import {categoryBean, statusCategories} from './project-bean.ts';
import {
  checkProjectKey,
  checkProjectName,
  maxKeyLength,
  maxProjectNameLength,
} from './project-fields.ts';
import {userBean, userExpansions} from './user-bean.ts';

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
  'tracker/statuscategory/get-status-categories': call => {
    const noCategory = {id: 1, key: 'undefined', colorName: 'medium-gray', name: 'No Category'};
    return ok(
      [noCategory, ...Object.values(statusCategories)].map(members => categoryBean(call, members)),
    );
  },
  'tracker/project/get-all-project-types': () => ok(projectTypes.map(typeBean)),
  'tracker/project/get-all-accessible-project-types': () =>
    ok(projectTypes.filter(type => type.licensed).map(typeBean)),
  'tracker/project/get-accessible-project-type-by-key': call => {
    const key = call.params.projectTypeKey ?? '';
    const type = projectTypes.find(one => one.key === key && one.licensed);
    if (type === undefined) throw trackerError(404, `The project type ${key} is not accessible.`);
    return ok(typeBean(type));
  },
  /**
   * Handles `validate-project-key`: returns 200 with an error collection, empty for an available
   * key.
   */
  'tracker/projectvalidate/validate-project-key': call => {
    const problem = checkProjectKey(call, call.query.get('key') ?? '');
    const errors = problem === undefined ? {} : {projectKey: problem};
    return ok({errorMessages: [], errors});
  },
  /**
   * Handles `get-valid-project-key`: returns the key, or a random one if it is invalid or taken.
   */
  'tracker/projectvalidate/get-valid-project-key': call => {
    const key = call.query.get('key') ?? '';
    if (checkProjectKey(call, key) === undefined) return ok(key);
    const random = makeRandom(call.tracker.seed, `key for ${key}`);
    const start = key
      .toUpperCase()
      .replace(/[^A-Z]/g, '')
      .slice(0, 4);
    for (;;) {
      const tail = Array.from({length: 4}, () => random.pick([...letters])).join('');
      const candidate = `${start}${tail}`.slice(0, maxKeyLength);
      if (checkProjectKey(call, candidate) === undefined) return ok(candidate);
    }
  },
  /**
   * Handles `get-valid-project-name`: returns the name, or the name and a number; 404 if none is
   * available.
   */
  'tracker/projectvalidate/get-valid-project-name': call => {
    const name = call.query.get('name') ?? '';
    if (name.trim() === '') throw trackerError(400, 'The name must be given.');
    if (checkProjectName(call, name) === undefined) return ok(name);
    for (let number = 2; number < attempts; number += 1) {
      const candidate = `${name} ${number}`;
      if ([...candidate].length > maxProjectNameLength) break;
      if (checkProjectName(call, candidate) === undefined) return ok(candidate);
    }
    throw trackerError(404, 'A valid project name cannot be made from this one.');
  },
};

function typeBean(type: ProjectType): unknown {
  const {key, formattedKey, descriptionKey: descriptionI18nKey, color} = type;
  const icon = 'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4=';
  return {key, formattedKey, descriptionI18nKey, icon, color};
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Number of suffixes to try. */
const attempts = 1_000;
