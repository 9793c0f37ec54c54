import type {Resource} from './resource.ts';
import {blogPosts} from './resources/blog-posts.ts';
import {commandLog} from './resources/command-log.ts';
import {notificationEvents, notificationSchemes} from './resources/notification-schemes.ts';
import {grants, permissionSchemes} from './resources/permission-schemes.ts';
import {projects} from './resources/projects.ts';
import {versions} from './resources/versions.ts';
import {failedWebhooks, webhooks} from './resources/webhooks.ts';

/** Every list screen; a new one is one file and one line here. */
export const resources: readonly Resource[] = [
  projects,
  versions,
  permissionSchemes,
  grants,
  notificationSchemes,
  notificationEvents,
  webhooks,
  failedWebhooks,
  blogPosts,
  commandLog,
];

/** The resource of that id; undefined when there is none. */
export function findResource(id: string): Resource | undefined {
  return resources.find(resource => resource.id === id);
}
