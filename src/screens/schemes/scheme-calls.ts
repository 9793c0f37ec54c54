import {type OperationRef, trackerRef} from '../../api/operation-ref.ts';
import type {Params} from '../../state/model/params.ts';

/** Always expand holders: an unexpanded one would look deleted. */
const holders = ['user', 'group', 'projectRole', 'field'];

/** Lists the permission schemes with their grants. */
export const listPermissionSchemes = trackerRef('permissionscheme get-all-permission-schemes', {
  expand: ['permissions', ...holders],
});

/** Reads a permission scheme including its name, which its grants lack. */
export const readPermissionScheme = (scheme = '{scheme}'): OperationRef =>
  trackerRef('permissionscheme get-permission-scheme', {
    schemeId: scheme,
    expand: ['permissions', ...holders],
  });

/** Reads the grants of a permission scheme. */
export const readGrants = trackerRef('permissionscheme get-permission-scheme-grants', {
  schemeId: '{scheme}',
  expand: holders,
});

/** Lists all project roles of the site, for resolving holders that a scheme does not expand. */
export const allRoles = trackerRef('role get-all-project');

/** Reads a notification scheme with its events. */
export const readNotificationScheme = (scheme = '{scheme}'): OperationRef =>
  trackerRef('notificationscheme get-notification-scheme', {id: scheme, expand: ['all']});

/** The name of a screen's scheme. */
export function schemeName({crumb, scheme = ''}: Params): string {
  return crumb ?? scheme;
}
