import type {Handlers} from '../route.ts';
import {notificationSchemesHandlers} from './notification-schemes.ts';
import {priorityHandlers, resolutionHandlers} from './ordered-kinds.ts';
import {permissionSchemesHandlers} from './permission-schemes.ts';
import {permissionsHandlers} from './permissions.ts';
import {projectAvatarsHandlers} from './project-avatars.ts';
import {
  projectComponentsHandlers,
  projectPropertiesHandlers,
  projectStatusesHandlers,
} from './project-parts.ts';
import {projectRolesHandlers} from './project-roles.ts';
import {
  projectClassificationHandlers,
  projectEmailHandlers,
  projectFeaturesHandlers,
} from './project-settings.ts';
import {projectLifecycleHandlers, projectsListHandlers} from './projects.ts';
import {projectsWriteHandlers} from './projects-write.ts';
import {relatedWorkHandlers} from './related-work.ts';
import {projectTypesHandlers, projectValidateHandlers, siteHandlers} from './site.ts';
import {statusesHandlers} from './statuses.ts';
import {tasksHandlers} from './tasks.ts';
import {uiModificationsHandlers} from './ui-modifications.ts';
import {userPickerHandlers} from './user-picker.ts';
import {usersReadHandlers, usersWriteHandlers} from './users.ts';
import {usersByQueryHandlers} from './users-by-query.ts';
import {usersSearchHandlers} from './users-search.ts';
import {projectVersionsHandlers, versionsHandlers} from './versions.ts';
import {versionsWriteHandlers} from './versions-write.ts';
import {webhooksHandlers} from './webhooks.ts';

export const trackerHandlers: Handlers = {
  ...notificationSchemesHandlers,
  ...permissionSchemesHandlers,
  ...permissionsHandlers,
  ...projectAvatarsHandlers,
  ...projectClassificationHandlers,
  ...projectComponentsHandlers,
  ...projectEmailHandlers,
  ...projectFeaturesHandlers,
  ...projectLifecycleHandlers,
  ...projectPropertiesHandlers,
  ...projectRolesHandlers,
  ...projectStatusesHandlers,
  ...projectTypesHandlers,
  ...projectValidateHandlers,
  ...projectVersionsHandlers,
  ...projectsListHandlers,
  ...projectsWriteHandlers,
  ...relatedWorkHandlers,
  ...siteHandlers,
  ...statusesHandlers,
  ...tasksHandlers,
  ...uiModificationsHandlers,
  ...userPickerHandlers,
  ...usersReadHandlers,
  ...usersSearchHandlers,
  ...usersWriteHandlers,
  ...versionsHandlers,
  ...versionsWriteHandlers,
  ...webhooksHandlers,
  ...priorityHandlers,
  ...resolutionHandlers,
  ...usersByQueryHandlers,
};
