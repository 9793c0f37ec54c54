import type {Handler} from '../route.ts';
import type {World} from '../world/world.ts';
import {getSchemeOfProject} from './notification-schemes.ts';
import {assignScheme, getAssignedScheme} from './permission-schemes.ts';
import {createAvatar, deleteAvatar, getAvatars, setAvatar} from './project-avatars.ts';
import {
  getClassificationConfig,
  getDefaultClassification,
  removeDefaultClassification,
  setDefaultClassification,
} from './project-classification.ts';
import {getComponents, getComponentsPage} from './project-components.ts';
import {getEmail, updateEmail} from './project-email.ts';
import {getFeatures, toggleFeature} from './project-features.ts';
import {
  archiveProject,
  deleteProject,
  deleteProjectLater,
  restoreProject,
} from './project-lifecycle.ts';
import {deleteProperty, getProperty, getPropertyKeys, setProperty} from './project-properties.ts';
import {
  addActors,
  deleteActor,
  getRole,
  getRoleDetails,
  getRoles,
  setActors,
} from './project-roles.ts';
import {getHierarchy, getProjectStatuses} from './project-statuses.ts';
import {getAccessibleType, getAccessibleTypes, getAllTypes} from './project-types.ts';
import {getProjectVersions, getProjectVersionsPage} from './project-versions.ts';
import {getAllProjects, getProject, getRecentProjects, searchProjects} from './projects-list.ts';
import {createProject, updateProject} from './projects-write.ts';

/** Handlers of the group `project` by operation. */
export const projectHandlers: Readonly<Record<string, Handler<World>>> = {
  create: createProject,
  get: getProject,
  'get-all': getAllProjects,
  delete: deleteProject,
  'delete-asynchronously': deleteProjectLater,
  archive: archiveProject,
  'add-actor-users': addActors,
  'delete-actor': deleteActor,
  'assign-permission-scheme': assignScheme,
  'get-assigned-permission-scheme': getAssignedScheme,
  'create-avatar': createAvatar,
  'delete-avatar': deleteAvatar,
  'get-all-project-avatars': getAvatars,
  'delete-property': deleteProperty,
  'get-accessible-project-type-by-key': getAccessibleType,
  'get-all-accessible-project-types': getAccessibleTypes,
  'get-all-project-types': getAllTypes,
  'get-all-statuses': getProjectStatuses,
  'get-classification-config': getClassificationConfig,
  'get-default-project-classification': getDefaultClassification,
  'get-components': getComponents,
  'get-components-paginated': getComponentsPage,
  'get-email': getEmail,
  'get-recent': getRecentProjects,
  search: searchProjects,
  update: updateProject,
  'update-avatar': setAvatar,
  'update-default-project-classification': setDefaultClassification,
  'remove-default-project-classification': removeDefaultClassification,
  'get-features-for': getFeatures,
  'toggle-feature-for': toggleFeature,
  restore: restoreProject,
  'get-versions-paginated': getProjectVersionsPage,
  'get-versions': getProjectVersions,
  'update-email': updateEmail,
  'get-hierarchy': getHierarchy,
  'get-property-keys': getPropertyKeys,
  'get-property': getProperty,
  'set-property': setProperty,
  'get-roles': getRoles,
  'get-role': getRole,
  'set-actors': setActors,
  'get-role-details': getRoleDetails,
  'get-notification-scheme-for': getSchemeOfProject,
};
