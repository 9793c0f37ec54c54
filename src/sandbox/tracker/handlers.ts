import type {Handlers} from '../route.ts';
import {notificationSchemesHandlers} from './notification-schemes.ts';
import {permissionSchemesHandlers} from './permission-schemes.ts';
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
import {tasksHandlers} from './tasks.ts';
import {uiModificationsHandlers} from './ui-modifications.ts';
import {userPickerHandlers} from './user-picker.ts';
import {usersByQueryHandlers} from './users-by-query.ts';
import {usersReadHandlers} from './users-read.ts';
import {usersSearchHandlers} from './users-search.ts';
import {usersWriteHandlers} from './users-write.ts';
import {versionsHandlers} from './versions.ts';
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
