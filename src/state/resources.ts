import type {Resource} from './resource.ts';
import {
  postAttachments,
  postComments,
  postCustomContent,
  postInlineComments,
  postLabels,
  postLikes,
  postPermissions,
  postProperties,
  postVersions,
} from './resources/blog-post-parts.ts';
import {blogPosts, labelPosts, spacePosts} from './resources/blog-posts.ts';
import {commandLog} from './resources/command-log.ts';
import {labels, spaces} from './resources/content-lists.ts';
import {
  contentAttachments,
  contentChildren,
  contentComments,
  contentInSpace,
  contentLabels,
  contentOfType,
  contentProperties,
  contentVersions,
} from './resources/custom-content-parts.ts';
import {journal} from './resources/journal.ts';
import {failedRecords, failedTimes, failedUrls} from './resources/monitor.ts';
import {
  notificationEvents,
  notificationProjects,
  notificationSchemes,
} from './resources/notification-schemes.ts';
import {operationList} from './resources/operation-list.ts';
import {
  grantFindings,
  grants,
  permissionSchemes,
  schemeProjects,
} from './resources/permission-schemes.ts';
import {profiles} from './resources/profiles.ts';
import {
  components,
  projectAvatars,
  projectFeatures,
  projectProperties,
  projectRoles,
  projectStatuses,
  roleActors,
} from './resources/project-parts.ts';
import {projects} from './resources/projects.ts';
import {labelAttachments, labelPages, spaceLabels} from './resources/space-parts.ts';
import {
  prioritySchemes,
  statusProjects,
  statusWorkflows,
  uiContexts,
} from './resources/status-parts.ts';
import {
  priorities,
  resolutions,
  statuses,
  uiModifications,
  users,
} from './resources/tracker-lists.ts';
import {userGroups} from './resources/user-lists.ts';
import {relatedWork, versionFields} from './resources/version-parts.ts';
import {versions} from './resources/versions.ts';
import {webhooks} from './resources/webhooks.ts';
import {
  boardAncestors,
  boardChildren,
  boardPermissions,
  boardProperties,
  boardTree,
} from './resources/whiteboard-parts.ts';

/** Every list screen; a new one is one file and one line here. */
export const resources: readonly Resource[] = [
  projects,
  versions,
  relatedWork,
  versionFields,
  components,
  projectRoles,
  roleActors,
  projectStatuses,
  projectAvatars,
  projectProperties,
  projectFeatures,
  permissionSchemes,
  grants,
  schemeProjects,
  grantFindings,
  notificationSchemes,
  notificationEvents,
  notificationProjects,
  webhooks,
  failedUrls,
  failedRecords,
  failedTimes,
  users,
  userGroups,
  statuses,
  statusProjects,
  statusWorkflows,
  resolutions,
  priorities,
  prioritySchemes,
  uiModifications,
  uiContexts,
  blogPosts,
  spacePosts,
  labelPosts,
  postVersions,
  postComments,
  postInlineComments,
  postLabels,
  postAttachments,
  postProperties,
  postPermissions,
  postLikes,
  postCustomContent,
  spaces,
  spaceLabels,
  labels,
  labelPages,
  labelAttachments,
  boardAncestors,
  boardChildren,
  boardTree,
  boardPermissions,
  boardProperties,
  contentOfType,
  contentInSpace,
  contentVersions,
  contentChildren,
  contentComments,
  contentLabels,
  contentAttachments,
  contentProperties,
  commandLog,
  journal,
  operationList,
  profiles,
];

/** The resource of that id; undefined when there is none. */
export function findResource(id: string): Resource | undefined {
  return resources.find(resource => resource.id === id);
}
