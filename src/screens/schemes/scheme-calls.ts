import {resolveCall} from '../../state/ask/resolve-call.ts';
import {type Call, type Params, type ResolvedCall, trackerCall} from '../../state/model/call.ts';

/** Who holds what: a holder that is not told would look like one who has left. */
const holders = ['user', 'group', 'projectRole', 'field'];

/** Lists the permission schemes with their grants. */
export const listPermissionSchemes = trackerCall('permissionscheme get-all-permission-schemes', {
  expand: ['permissions', ...holders],
});

/** Reads a permission scheme with its name, which its grants alone do not tell. */
export const readPermissionScheme = (scheme = '{scheme}'): Call =>
  trackerCall('permissionscheme get-permission-scheme', {
    schemeId: scheme,
    expand: ['permissions', ...holders],
  });

/** Reads the grants of a permission scheme. */
export const readGrants = trackerCall('permissionscheme get-permission-scheme-grants', {
  schemeId: '{scheme}',
  expand: holders,
});

/** Lists all project roles of the site: what a scheme does not expand is looked up there. */
export const allRoles = trackerCall('role get-all-project');

/** Reads a notification scheme with its events. */
export const readNotificationScheme = (scheme = '{scheme}'): Call =>
  trackerCall('notificationscheme get-notification-scheme', {id: scheme, expand: ['all']});

/** A call of a scheme made concrete, with a body as JSON text. */
export function schemeRequest(call: Call, params: Params, body?: string): ResolvedCall {
  // None of these calls speaks of the time.
  const resolved = resolveCall(call, params, 0);
  return body === undefined ? resolved : {...resolved, given: {...resolved.given, body}};
}

/** What the scheme of a screen is called. */
export function schemeName({crumb, scheme = ''}: Params): string {
  return crumb ?? scheme;
}
