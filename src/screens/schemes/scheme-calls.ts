import {type OperationRef, trackerRef} from '../../api/operation-ref.ts';
import type {Params} from '../../state/model/params.ts';

/** Who holds what: a holder that is not told would look like one who has left. */
const holders = ['user', 'group', 'projectRole', 'field'];

/** Lists the permission schemes with their grants. */
export const listPermissionSchemes = trackerRef('permissionscheme get-all-permission-schemes', {
  expand: ['permissions', ...holders],
});

/** Reads a permission scheme with its name, which its grants alone do not tell. */
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

/** Lists all project roles of the site: what a scheme does not expand is looked up there. */
export const allRoles = trackerRef('role get-all-project');

/** Reads a notification scheme with its events. */
export const readNotificationScheme = (scheme = '{scheme}'): OperationRef =>
  trackerRef('notificationscheme get-notification-scheme', {id: scheme, expand: ['all']});

/** What the scheme of a screen is called. */
export function schemeName({crumb, scheme = ''}: Params): string {
  return crumb ?? scheme;
}
