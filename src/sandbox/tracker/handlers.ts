import type {Handlers} from '../route.ts';
import type {World} from '../world/world.ts';
import {notificationSchemesHandlers} from './notification-schemes.ts';
import {notificationSchemesWriteHandlers} from './notification-schemes-write.ts';
import {permissionSchemesHandlers} from './permission-schemes.ts';
import {permissionSchemesWriteHandlers} from './permission-schemes-write.ts';
import {permissionsHandlers} from './permissions.ts';
import {priorityHandlers} from './priorities.ts';
import {projectAvatarsHandlers} from './project-avatars.ts';
import {projectClassificationHandlers} from './project-classification.ts';
import {projectComponentsHandlers} from './project-components.ts';
import {projectEmailHandlers} from './project-email.ts';
import {projectFeaturesHandlers} from './project-features.ts';
import {projectLifecycleHandlers} from './project-lifecycle.ts';
import {projectPropertiesHandlers} from './project-properties.ts';
import {projectRolesHandlers} from './project-roles.ts';
import {projectStatusesHandlers} from './project-statuses.ts';
import {projectTypesHandlers} from './project-types.ts';
import {projectValidateHandlers} from './project-validate.ts';
import {projectVersionsHandlers} from './project-versions.ts';
import {projectsListHandlers} from './projects-list.ts';
import {projectsWriteHandlers} from './projects-write.ts';
import {relatedWorkHandlers} from './related-work.ts';
import {resolutionHandlers} from './resolutions.ts';
import {siteHandlers} from './site.ts';
import {statusesHandlers} from './statuses.ts';
import {statusesWriteHandlers} from './statuses-write.ts';
import {tasksHandlers} from './tasks.ts';
import {uiModificationsHandlers} from './ui-modifications.ts';
import {uiModificationsWriteHandlers} from './ui-modifications-write.ts';
import {userPickerHandlers} from './user-picker.ts';
import {usersByQueryHandlers} from './users-by-query.ts';
import {usersReadHandlers} from './users-read.ts';
import {usersSearchHandlers} from './users-search.ts';
import {usersWriteHandlers} from './users-write.ts';
import {versionsReadHandlers} from './versions-read.ts';
import {versionsRemoveHandlers} from './versions-remove.ts';
import {versionsWriteHandlers} from './versions-write.ts';
import {webhooksHandlers} from './webhooks.ts';
import {webhooksWriteHandlers} from './webhooks-write.ts';

/** The tracker: operation id → handler. */
export const trackerHandlers: Handlers<World> = {
  ...notificationSchemesWriteHandlers,
  ...notificationSchemesHandlers,
  ...permissionSchemesWriteHandlers,
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
  ...statusesWriteHandlers,
  ...statusesHandlers,
  ...tasksHandlers,
  ...uiModificationsWriteHandlers,
  ...uiModificationsHandlers,
  ...userPickerHandlers,
  ...usersReadHandlers,
  ...usersSearchHandlers,
  ...usersWriteHandlers,
  ...versionsReadHandlers,
  ...versionsRemoveHandlers,
  ...versionsWriteHandlers,
  ...webhooksWriteHandlers,
  ...webhooksHandlers,
  ...priorityHandlers,
  ...resolutionHandlers,
  ...usersByQueryHandlers,
};
