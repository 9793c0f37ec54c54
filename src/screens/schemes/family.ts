import type {Family} from '../../state/app/family.ts';
import {holderKeys} from './add-holder.ts';
import {
  notificationComparison,
  notificationElsewhere,
  permissionComparison,
  permissionElsewhere,
} from './comparison.ts';
import {schemesHome} from './home.ts';
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
import {schemeUseFollows} from './scheme-use.ts';
import {comparisonKeys, findingKeys} from './stage-from-rows.ts';

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
    permissionElsewhere,
    notificationElsewhere,
  ],
  objects: [permissionScheme, notificationScheme, permissionMatrixScreen, notificationMatrixScreen],
  keys: [...findingKeys, ...comparisonKeys, ...holderKeys],
  reactions: [schemeUseFollows],
  home: schemesHome,
};
