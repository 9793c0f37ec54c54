import type {Handlers} from '../route.ts';
import {auditHandlers, withAudit} from './audit.ts';
import {categoriesHandlers} from './categories.ts';
import {componentsHandlers} from './components.ts';
import {groupsHandlers} from './groups.ts';
import {notificationSchemesHandlers} from './notification-schemes.ts';
import {orderedKindsHandlers} from './ordered-kinds.ts';
import {permissionSchemesHandlers} from './permission-schemes.ts';
import {permissionsHandlers} from './permissions.ts';
import {projectAvatarsHandlers} from './project-avatars.ts';
import {projectPartsHandlers} from './project-parts.ts';
import {projectRolesHandlers} from './project-roles.ts';
import {projectSchemesHandlers} from './project-schemes.ts';
import {projectSettingsHandlers} from './project-settings.ts';
import {projectsHandlers, projectsWriteHandlers} from './projects.ts';
import {relatedWorkHandlers} from './related-work.ts';
import {siteHandlers} from './site.ts';
import {siteRolesHandlers} from './site-roles.ts';
import {statusesHandlers} from './statuses.ts';
import {tasksHandlers} from './tasks.ts';
import {uiModificationsHandlers} from './ui-modifications.ts';
import {usersHandlers, usersSearchHandlers} from './users.ts';
import {usersByQueryHandlers} from './users-by-query.ts';
import {versionsHandlers, versionsWriteHandlers} from './versions.ts';
import {webhooksHandlers} from './webhooks.ts';

export const trackerHandlers: Handlers = withAudit({
  ...auditHandlers,
  ...categoriesHandlers,
  ...componentsHandlers,
  ...groupsHandlers,
  ...notificationSchemesHandlers,
  ...orderedKindsHandlers,
  ...permissionSchemesHandlers,
  ...permissionsHandlers,
  ...projectAvatarsHandlers,
  ...projectPartsHandlers,
  ...projectRolesHandlers,
  ...projectSchemesHandlers,
  ...projectSettingsHandlers,
  ...projectsHandlers,
  ...projectsWriteHandlers,
  ...relatedWorkHandlers,
  ...siteHandlers,
  ...siteRolesHandlers,
  ...statusesHandlers,
  ...tasksHandlers,
  ...uiModificationsHandlers,
  ...usersByQueryHandlers,
  ...usersHandlers,
  ...usersSearchHandlers,
  ...versionsHandlers,
  ...versionsWriteHandlers,
  ...webhooksHandlers,
});
