import {type Call, type Params, trackerCall} from '../../state/model/call.ts';
import {listTabs, type ObjectScreen} from '../../state/model/object-screen.ts';
import type {MatrixKind} from '../../state/views/matrix/state.ts';
import {notificationMatrix} from './notification-matrix.ts';
import {permissionMatrix} from './permission-matrix.ts';
import {readGrants, readNotificationScheme} from './scheme-calls.ts';

// Permissions of apps have names there, and those that nobody holds are known.
const permissionCells: Call = {...readGrants, also: {site: trackerCall('permissions get-all')}};

// Events the scheme does not name tell nobody either; the site knows them all.
const notificationCells: Call = {
  ...readNotificationScheme(),
  also: {siteEvents: trackerCall('events get')},
};

const matrixTab = (matrix: MatrixKind, call: Call, params: Params) =>
  ({title: 'Matrix', spec: {kind: 'matrix', matrix, call, params}}) as const;

/** One permission scheme: its grants, the same as a matrix, where it is used, what is odd about it. */
export const permissionScheme: ObjectScreen = {
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
export const permissionMatrixScreen: ObjectScreen = {
  ...permissionScheme,
  id: 'permission-matrix',
  title: 'Permission matrix',
  aliases: ['pmatrix'],
  about: 'Permission × holder of one permission scheme, by its name; /words narrow it.',
  at: {screen: 'permission-scheme', tab: 'Matrix', list: 'permission-schemes'},
};

/** One notification scheme: its events, who is told as a matrix, and the projects that use it. */
export const notificationScheme: ObjectScreen = {
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
export const notificationMatrixScreen: ObjectScreen = {
  ...notificationScheme,
  id: 'notification-matrix',
  title: 'Notification matrix',
  aliases: ['nmatrix'],
  about: 'Event × recipient of one notification scheme, by its name; /words narrow it.',
  at: {screen: 'notification-scheme', tab: 'Matrix', list: 'notification-schemes'},
};
