import type {Family} from '../../state/app/family.ts';
import {comparisons} from './comparison.ts';
import {schemesHome} from './home.ts';
import {notificationSchemeParts, notificationSchemes} from './notification-schemes.ts';
import {permissionSchemeParts, permissionSchemes} from './permission-schemes.ts';
import {comparisonKeys, findingKeys, holderKeys} from './scheme-keys.ts';
import {
  notificationMatrixScreen,
  notificationScheme,
  permissionMatrixScreen,
  permissionScheme,
} from './scheme-screens.ts';
import {schemeUseFollows} from './scheme-use.ts';

/** Permission and notification schemes. */
export const schemesFamily: Family = {
  id: 'schemes',
  lists: [
    permissionSchemes,
    ...permissionSchemeParts,
    notificationSchemes,
    ...notificationSchemeParts,
    ...comparisons,
  ],
  objects: [permissionScheme, notificationScheme, permissionMatrixScreen, notificationMatrixScreen],
  keys: [...findingKeys, ...comparisonKeys, ...holderKeys],
  reactions: [schemeUseFollows],
  home: schemesHome,
};
