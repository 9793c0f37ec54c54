import {type Caller, type Operation, operationId} from '../api/operation.ts';
import {serviceError} from './errors.ts';
import type {SandboxCaller} from './route.ts';

const under = (group: string, names: string): readonly string[] =>
  names.split(' ').map(name => `tracker/${group}/${name}`);

/** Operations that accept requests without credentials (services T4). */
export const openOperations: ReadonlySet<string> = new Set([
  ...under('permissions', 'get-all get-bulk get-permitted-projects'),
  ...under('user', 'find find-bulk-assignable find-for-picker find-with-all-permissions'),
  ...under(
    'project',
    'get get-all add-actor-users delete-actor get-all-project-avatars delete-property ' +
      'get-all-project-types get-all-statuses get-components get-components-paginated',
  ),
  ...under(
    'version',
    'create get update delete delete-and-replace merge move get-related-issues ' +
      'get-unresolved-issues get-related-work create-related-work update-related-work ' +
      'delete-related-work',
  ),
  // Related operations the API documentation does not show; open in the public service too.
  ...under(
    'project',
    'search get-recent get-versions get-versions-paginated get-roles get-role get-role-details ' +
      'set-actors get-property-keys get-property set-property',
  ),
  ...under('groups', 'find'),
  ...under('issuetype', 'get-issue-all-types'),
  ...under('component', 'create delete get update get-related-issues'),
  ...under('serverInfo', 'get-server-info'),
  ...under('mypermissions', 'get-my-permissions'),
]);

const allApps: readonly Caller[] = ['add-on app', 'OAuth app'];
const platformApps: readonly Caller[] = ['platform app'];

/** Operations reserved for apps or for one kind of administrator (services T5.4). */
const appOnlyOperations: Readonly<Record<string, readonly Caller[]>> = {
  'tracker/uiModifications/create-ui-modification': platformApps,
  'tracker/uiModifications/delete-ui-modification': platformApps,
  'tracker/uiModifications/get-ui-modifications': platformApps,
  'tracker/uiModifications/update-ui-modification': platformApps,
  'tracker/user/create': ['organization admin'],
  'tracker/webhook/register-dynamic': allApps,
  'tracker/webhook/get-dynamic-webhooks-for-app': allApps,
  'tracker/webhook/delete-by-id': allApps,
  'tracker/webhook/refresh': allApps,
  'tracker/webhook/get-failed': ['add-on app'],
};

/**
 * Refuse callers that may not use an operation: anonymous ones where it requires a sign-in (401),
 * and the wrong kind of app (403). The lists above were derived from the API documentation
 * independently of the catalogue, so that a mistake in either shows as a difference.
 *
 * @throws SandboxError 401 or 403
 */
export function admitCaller(operation: Operation, caller: SandboxCaller): void {
  const id = operationId(operation);
  const {root} = operation;
  if (caller.accountId === undefined && !openOperations.has(id)) {
    throw serviceError(root, 401, 'Client must be authenticated to access this resource.');
  }
  const kinds: readonly Caller[] | undefined = appOnlyOperations[id];
  if (kinds === undefined || caller.all) return;
  if (!kinds.some(kind => caller.kinds.includes(kind))) {
    throw serviceError(root, 403, `The caller is not one of: ${kinds.join(', ')}.`);
  }
}
