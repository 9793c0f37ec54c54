import type {Resource} from '../state/model/resource.ts';
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
} from './blogposts/blog-post-parts.ts';
import {blogPosts, labelPosts, spacePosts} from './blogposts/blog-posts.ts';
import {
  contentAttachments,
  contentChildren,
  contentComments,
  contentInSpace,
  contentLabels,
  contentOfType,
  contentProperties,
  contentVersions,
} from './content/custom-content.ts';
import {labelAttachments, labelPages, spaceLabels} from './content/space-parts.ts';
import {labels, spaces} from './content/spaces-labels.ts';
import {
  boardAncestors,
  boardChildren,
  boardPermissions,
  boardProperties,
  boardTree,
} from './content/whiteboards.ts';
import {priorities, resolutions, statuses, uiModifications, users} from './fields/fields.ts';
import {prioritySchemes, statusProjects, statusWorkflows, uiContexts} from './fields/where-used.ts';
import {userGroups} from './people/users.ts';
import {
  components,
  projectAvatars,
  projectFeatures,
  projectProperties,
  projectRoles,
  projectStatuses,
  roleActors,
} from './projects/project-parts.ts';
import {projects} from './projects/projects.ts';
import {
  notificationEvents,
  notificationProjects,
  notificationSchemes,
} from './schemes/notification-schemes.ts';
import {
  grantFindings,
  grants,
  permissionSchemes,
  schemeProjects,
} from './schemes/permission-schemes.ts';
import {commandLog} from './site/command-log.ts';
import {journal} from './site/journal.ts';
import {operationList} from './site/operation-list.ts';
import {profiles} from './site/profiles.ts';
import {relatedWork, versionFields} from './versions/version-parts.ts';
import {versions} from './versions/versions.ts';
import {failedRecords, failedTimes, failedUrls} from './webhooks/monitor/lists.ts';
import {webhooks} from './webhooks/webhooks.ts';

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
