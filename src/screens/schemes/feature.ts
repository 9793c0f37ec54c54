import {holderOfGrant} from '../../api/access/holders.ts';
import {type OperationRef, trackerRef} from '../../api/operation-ref.ts';
import {countedAtLeast} from '../../base/counted.ts';
import {
  isObject,
  type JsonObject,
  type JsonValue,
  listAt,
  parseJsonValue,
  readPointer,
} from '../../base/json-value.ts';
import type {Feature} from '../../state/app/feature.ts';
import {type CountPorts, type HomeEntry, homeLine} from '../../state/model/count.ts';
import {listTabs, type ObjectScreen} from '../../state/model/object-screen.ts';
import type {Params} from '../../state/model/params.ts';
import {countOfPage, firstPage, numberText, readItems} from '../../state/views/home/count-entry.ts';
import type {MatrixKind} from '../../state/views/matrix/state.ts';
import {comparisonScreens, comparisons} from './comparison.ts';
import {findingRows} from './grant-findings.ts';
import {notificationMatrix} from './notification-matrix.ts';
import {notificationSchemeParts, notificationSchemes} from './notification-schemes.ts';
import {permissionMatrix} from './permission-matrix.ts';
import {permissionSchemeParts, permissionSchemes} from './permission-schemes.ts';
import {
  allRoles,
  listPermissionSchemes,
  readGrants,
  readNotificationScheme,
} from './scheme-calls.ts';
import {comparisonKeys, findingKeys, holderKeys} from './scheme-keys.ts';
import {loadSchemeUse} from './scheme-use.ts';

const firstSchemes = trackerRef('notificationscheme get-notification-schemes', {
  maxResults: '50',
  expand: 'notificationSchemeEvents',
});

/** Schemes on the home screen, with their findings. */
const schemesHome: readonly HomeEntry[] = [
  homeLine('Schemes', permissionSchemes, 'who may do what', {
    call: listPermissionSchemes,
    // Notes are shown only with the scheme itself.
    async count(_, ask) {
      const {items, more} = await readItems(listPermissionSchemes, ask);
      const roles = await rolesFor(items, ask);
      const severities = items
        .flatMap(item => findingRows({...objectIn(item), ...roles}))
        .map(finding => readPointer(finding, '/severity'))
        .filter(severity => severity !== 'note');
      const text = numberText(items.length, more);
      if (severities.length === 0) return {status: 'ready', text};
      const note = countedAtLeast(severities.length, 'finding', more);
      return {status: 'ready', text, note, tone: severities.includes('serious') ? 'warn' : 'dim'};
    },
  }),
  homeLine('Schemes', notificationSchemes, 'who is notified of what', {
    call: firstSchemes,
    async count(_, ask) {
      const page = (await firstPage(ask.pages(firstSchemes))) ?? {items: [], last: true};
      const {items, last} = page;
      const silent = items
        .flatMap(item => listAt(parseJsonValue(item), '/notificationSchemeEvents'))
        .filter(event => listAt(event, '/notifications').length === 0).length;
      const text = countOfPage(page);
      if (silent === 0) return {status: 'ready', text};
      return {
        status: 'ready',
        text,
        note: `${countedAtLeast(silent, 'event', !last)} with no recipient`,
      };
    },
  }),
];

/** Read all roles if some scheme has an unresolved holder. */
async function rolesFor(
  schemes: readonly string[],
  ask: CountPorts,
): Promise<{readonly roles?: JsonValue}> {
  const isUnknown = (grant: JsonValue): boolean => holderOfGrant(grant).isUnknown;
  if (!schemes.some(scheme => listAt(parseJsonValue(scheme), '/permissions').some(isUnknown))) {
    return {};
  }
  ask.beside(allRoles);
  // Without permission to list roles, those holders stay unknown.
  const roles = await ask.text(allRoles).catch(() => undefined);
  return roles === undefined ? {} : {roles: parseJsonValue(roles)};
}

function objectIn(text: string): JsonObject {
  const value = parseJsonValue(text);
  return isObject(value) ? value : {};
}

// Includes the names of apps' permissions, and of permissions without holders.
const permissionCells: OperationRef = {
  ...readGrants,
  also: {site: trackerRef('permissions get-all'), roles: allRoles},
};

// Includes the events of the site that the scheme does not mention, which have no recipient.
const notificationCells: OperationRef = {
  ...readNotificationScheme(),
  also: {siteEvents: trackerRef('events get')},
};

const matrixTab = (matrix: MatrixKind, call: OperationRef, params: Params) =>
  ({title: 'Matrix', spec: {kind: 'matrix', matrix, call, params}}) as const;

/** One permission scheme: its grants, also as a matrix, where it is used, and its problems. */
const permissionScheme: ObjectScreen = {
  id: 'permission-scheme',
  title: 'Permission scheme',
  needs: ['scheme'],
  about: 'One permission scheme: grants, permission × holder, projects, findings.',
  tabs: params => [
    ...listTabs('grants'),
    matrixTab(permissionMatrix, permissionCells, params),
    ...listTabs('scheme-projects', 'grant-findings'),
  ],
};

/** The matrix of one permission scheme, by the scheme's name. */
const permissionMatrixScreen: ObjectScreen = {
  ...permissionScheme,
  id: 'permission-matrix',
  title: 'Permission matrix',
  aliases: ['pmatrix'],
  about: 'Permission × holder of one permission scheme, by its name; /words narrow it.',
  at: {screen: 'permission-scheme', tab: 'Matrix', list: 'permission-schemes'},
};

/**
 * One notification scheme: its events, its recipients as a matrix, and the projects that use it.
 */
const notificationScheme: ObjectScreen = {
  id: 'notification-scheme',
  title: 'Notification scheme',
  needs: ['scheme'],
  about: 'One notification scheme: events, event × recipient, projects.',
  tabs: params => [
    ...listTabs('notification-events'),
    matrixTab(notificationMatrix, notificationCells, params),
    ...listTabs('notification-projects'),
  ],
};

/** The matrix of one notification scheme, by the scheme's name. */
const notificationMatrixScreen: ObjectScreen = {
  ...notificationScheme,
  id: 'notification-matrix',
  title: 'Notification matrix',
  aliases: ['nmatrix'],
  about: 'Event × recipient of one notification scheme, by its name; /words narrow it.',
  at: {screen: 'notification-scheme', tab: 'Matrix', list: 'notification-schemes'},
};

/** Permission and notification schemes. */
export const schemesFeature: Feature = {
  id: 'schemes',
  lists: [
    permissionSchemes,
    ...permissionSchemeParts,
    notificationSchemes,
    ...notificationSchemeParts,
    ...comparisons,
  ],
  objects: [
    permissionScheme,
    notificationScheme,
    permissionMatrixScreen,
    notificationMatrixScreen,
    ...comparisonScreens,
  ],
  keys: [...findingKeys, ...comparisonKeys, ...holderKeys],
  reactions: [loadSchemeUse],
  home: schemesHome,
};
