import type {Family} from '../../state/app/family.ts';
import {trackerCall} from '../../state/model/call.ts';
import {notificationComparison, permissionComparison} from './comparison.ts';
import {comparisonKeys} from './make-alike.ts';
import {findingKeys} from './mend-finding.ts';
import {
  notificationEvents,
  notificationProjects,
  notificationSchemes,
} from './notification-schemes.ts';
import {grantFindings, grants, permissionSchemes, schemeProjects} from './permission-schemes.ts';
import {
  notificationMatrixScreen,
  notificationScheme,
  permissionMatrixScreen,
  permissionScheme,
} from './scheme-screens.ts';

/** Permission and notification schemes. */
export const schemesFamily: Family = {
  id: 'schemes',
  lists: [
    permissionSchemes,
    grants,
    schemeProjects,
    grantFindings,
    notificationSchemes,
    notificationEvents,
    notificationProjects,
    permissionComparison,
    notificationComparison,
  ],
  objects: [permissionScheme, notificationScheme, permissionMatrixScreen, notificationMatrixScreen],
  keys: [...findingKeys, ...comparisonKeys],
  home: [
    {
      id: 'permission-schemes',
      family: 'Schemes',
      title: 'Permission schemes',
      screen: 'permission-schemes',
      about: 'who may do what',
      call: trackerCall('permissionscheme get-all-permission-schemes'),
      count: 'items',
    },
    {
      id: 'notification-schemes',
      family: 'Schemes',
      title: 'Notification schemes',
      screen: 'notification-schemes',
      about: 'who is told what',
      call: trackerCall('notificationscheme get-notification-schemes', {maxResults: '1'}),
      count: 'total',
    },
  ],
};
