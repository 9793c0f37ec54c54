import type {Handler, Handlers} from '../route.ts';
import type {World} from '../world/world.ts';
import {
  getNotificationScheme,
  getNotificationSchemes,
  getSchemeMappings,
} from './notification-schemes.ts';
import {
  addNotifications,
  createNotificationScheme,
  deleteNotificationScheme,
  removeNotification,
  updateNotificationScheme,
} from './notification-schemes-write.ts';
import {
  getGrant,
  getGrants,
  getPermissionScheme,
  getPermissionSchemes,
} from './permission-schemes.ts';
import {
  createGrant,
  createPermissionScheme,
  deleteGrant,
  deletePermissionScheme,
  updatePermissionScheme,
} from './permission-schemes-write.ts';
import {
  checkPermissions,
  getAllPermissions,
  getMyPermissions,
  getPermittedProjects,
} from './permissions.ts';
import {priorityHandlers} from './priorities.ts';
import {projectHandlers} from './project-handlers.ts';
import {getValidProjectKey, getValidProjectName, validateProjectKey} from './project-validate.ts';
import {
  createRelatedWork,
  deleteRelatedWork,
  getRelatedWork,
  updateRelatedWork,
} from './related-work.ts';
import {resolutionHandlers} from './resolutions.ts';
import {
  getAllRoles,
  getCategories,
  getEvents,
  getMyself,
  getServerInfo,
  getStatusCategories,
} from './site.ts';
import {
  getIssueTypeUsages,
  getProjectUsages,
  getStatusesById,
  getStatusesByName,
  getWorkflowUsages,
  searchStatuses,
} from './statuses.ts';
import {createStatuses, deleteStatuses, updateStatuses} from './statuses-write.ts';
import {cancelTask, getTask} from './tasks.ts';
import {getUiModifications} from './ui-modifications.ts';
import {
  createUiModification,
  deleteUiModification,
  updateUiModification,
} from './ui-modifications-write.ts';
import {findForPicker} from './user-picker.ts';
import {findByQuery, findKeysByQuery} from './users-by-query.ts';
import {
  getAllUsers,
  getMigrationIds,
  getUser,
  getUserGroups,
  getUsersInBulk,
} from './users-read.ts';
import {
  findAssignable,
  findBulkAssignable,
  findUsers,
  findWithPermissions,
} from './users-search.ts';
import {createUser, deleteUserProperty} from './users-write.ts';
import {countRelatedIssues, countUnresolvedIssues, getVersion} from './versions-read.ts';
import {deleteAndReplaceVersion, deleteVersion, mergeVersion} from './versions-remove.ts';
import {createVersion, moveVersion, updateVersion} from './versions-write.ts';
import {getFailedWebhooks, getWebhooks} from './webhooks.ts';
import {deleteWebhooks, refreshWebhooks, registerWebhooks} from './webhooks-write.ts';

/** The tracker's handlers by group and operation. */
const groups: Readonly<Record<string, Readonly<Record<string, Handler<World>>>>> = {
  uiModifications: {
    'create-ui-modification': createUiModification,
    'delete-ui-modification': deleteUiModification,
    'get-ui-modifications': getUiModifications,
    'update-ui-modification': updateUiModification,
  },
  permissions: {
    'get-all': getAllPermissions,
    'get-bulk': checkPermissions,
    'get-permitted-projects': getPermittedProjects,
  },
  permissionscheme: {
    'get-all-permission-schemes': getPermissionSchemes,
    'get-permission-scheme': getPermissionScheme,
    'get-permission-scheme-grants': getGrants,
    'get-permission-scheme-grant': getGrant,
    'create-permission-scheme': createPermissionScheme,
    'update-permission-scheme': updatePermissionScheme,
    'delete-permission-scheme': deletePermissionScheme,
    'create-permission-grant': createGrant,
    'delete-permission-scheme-entity': deleteGrant,
  },
  user: {
    'bulk-get': getUsersInBulk,
    'bulk-get-users-migration': getMigrationIds,
    create: createUser,
    'delete-property': deleteUserProperty,
    find: findUsers,
    'find-assignable': findAssignable,
    'find-bulk-assignable': findBulkAssignable,
    'find-by-query': findByQuery,
    'find-keys-by-query': findKeysByQuery,
    'find-for-picker': findForPicker,
    'find-with-all-permissions': findWithPermissions,
    get: getUser,
    'get-groups': getUserGroups,
  },
  project: projectHandlers,
  projectvalidate: {
    'validate-project-key': validateProjectKey,
    'get-valid-project-key': getValidProjectKey,
    'get-valid-project-name': getValidProjectName,
  },
  version: {
    create: createVersion,
    get: getVersion,
    update: updateVersion,
    delete: deleteVersion,
    'delete-and-replace': deleteAndReplaceVersion,
    merge: mergeVersion,
    move: moveVersion,
    'get-related-issues': countRelatedIssues,
    'get-unresolved-issues': countUnresolvedIssues,
    'get-related-work': getRelatedWork,
    'create-related-work': createRelatedWork,
    'update-related-work': updateRelatedWork,
    'delete-related-work': deleteRelatedWork,
  },
  webhook: {
    'register-dynamic': registerWebhooks,
    'get-dynamic-webhooks-for-app': getWebhooks,
    'delete-by-id': deleteWebhooks,
    refresh: refreshWebhooks,
    'get-failed': getFailedWebhooks,
  },
  notificationscheme: {
    'get-notification-schemes': getNotificationSchemes,
    'get-notification-scheme': getNotificationScheme,
    'get-notification-scheme-to-project-mappings': getSchemeMappings,
    'create-notification-scheme': createNotificationScheme,
    'update-notification-scheme': updateNotificationScheme,
    'delete-notification-scheme': deleteNotificationScheme,
    'add-notifications': addNotifications,
    'remove-notification-from-notification-scheme': removeNotification,
  },
  statuses: {
    'get-by-id': getStatusesById,
    'get-by-name': getStatusesByName,
    search: searchStatuses,
    'get-project-issue-type-usages-for': getIssueTypeUsages,
    'get-project-usages-for': getProjectUsages,
    'get-workflow-usages-for': getWorkflowUsages,
    create: createStatuses,
    update: updateStatuses,
    'delete-by-id': deleteStatuses,
  },
  resolution: resolutionHandlers,
  priority: priorityHandlers,
  users: {'get-all': getAllUsers},
  myself: {'get-current-user': getMyself},
  serverInfo: {'get-server-info': getServerInfo},
  mypermissions: {'get-my-permissions': getMyPermissions},
  task: {get: getTask, cancel: cancelTask},
  events: {get: getEvents},
  role: {'get-all-project': getAllRoles},
  projectCategory: {'get-all-project-categories': getCategories},
  statuscategory: {'get-status-categories': getStatusCategories},
};

/** The tracker: operation id → handler. */
export const trackerHandlers: Handlers<World> = Object.fromEntries(
  Object.entries(groups).flatMap(([group, handlers]) =>
    Object.entries(handlers).map(([name, handler]) => [`tracker/${group}/${name}`, handler]),
  ),
);
