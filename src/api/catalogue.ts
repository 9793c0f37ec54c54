import {adminKeyOperations} from './catalogue/content/admin-key.ts';
import {blogPostExtraOperations} from './catalogue/content/blogpost-extras.ts';
import {blogPostOperations} from './catalogue/content/blogposts.ts';
import {blogPostPartOperations} from './catalogue/content/blogposts-parts.ts';
import {blogPostPropertyOperations} from './catalogue/content/blogposts-properties.ts';
import {customContentOperations} from './catalogue/content/custom-content.ts';
import {customContentPartOperations} from './catalogue/content/custom-content-parts.ts';
import {labelOperations} from './catalogue/content/labels.ts';
import {spaceExtraOperations} from './catalogue/content/space-extras.ts';
import {whiteboardOperations} from './catalogue/content/whiteboards.ts';
import {whiteboardDetailOperations} from './catalogue/content/whiteboards-details.ts';
import {notificationSchemeOperations} from './catalogue/tracker/notificationscheme.ts';
import {permissionOperations} from './catalogue/tracker/permissions.ts';
import {permissionSchemeOperations} from './catalogue/tracker/permissionscheme.ts';
import {priorityOperations} from './catalogue/tracker/priority.ts';
import {projectOperations} from './catalogue/tracker/project.ts';
import {projectDetailOperations} from './catalogue/tracker/project-details.ts';
import {projectExtraOperations} from './catalogue/tracker/project-extras.ts';
import {projectAccessExtraOperations} from './catalogue/tracker/project-extras-access.ts';
import {projectValidateOperations} from './catalogue/tracker/projectvalidate.ts';
import {resolutionOperations} from './catalogue/tracker/resolution.ts';
import {siteExtraOperations} from './catalogue/tracker/site-extras.ts';
import {statusOperations} from './catalogue/tracker/statuses.ts';
import {uiModificationOperations} from './catalogue/tracker/ui-modifications.ts';
import {userOperations} from './catalogue/tracker/user.ts';
import {userSearchOperations} from './catalogue/tracker/user-search.ts';
import {versionOperations} from './catalogue/tracker/version.ts';
import {webhookOperations} from './catalogue/tracker/webhook.ts';
import {type Operation, operationId, type Service} from './operation.ts';

/** Every operation: the 176 in the order of the documents, then the extras. */
export const operations: readonly Operation[] = [
  ...uiModificationOperations,
  ...permissionOperations,
  ...permissionSchemeOperations,
  ...userOperations,
  ...userSearchOperations,
  ...projectOperations,
  ...projectDetailOperations,
  ...projectValidateOperations,
  ...versionOperations,
  ...webhookOperations,
  ...notificationSchemeOperations,
  ...statusOperations,
  ...resolutionOperations,
  ...priorityOperations,
  ...blogPostOperations,
  ...blogPostPartOperations,
  ...blogPostPropertyOperations,
  ...whiteboardOperations,
  ...whiteboardDetailOperations,
  ...customContentOperations,
  ...customContentPartOperations,
  ...labelOperations,
  ...adminKeyOperations,
  ...projectExtraOperations,
  ...projectAccessExtraOperations,
  ...siteExtraOperations,
  ...blogPostExtraOperations,
  ...spaceExtraOperations,
];

let byId: ReadonlyMap<string, Operation> | undefined;

/** The operation of that service, group and name; undefined when there is none. */
export function findOperation(
  service: Service,
  group: string,
  name: string,
): Operation | undefined {
  byId ??= new Map(operations.map(operation => [operationId(operation), operation]));
  return byId.get(operationId({service, group, name}));
}

/** Whether the extras are asked for too; they are left out unless said. */
export interface WithExtras {
  /** @default false */
  readonly extras?: boolean;
}

/**
 * Group names of a service in the order of the documents.
 *
 * @param options.extras also the groups that only have extra operations; default false
 */
export function groupNames(service: Service, options: WithExtras = {}): string[] {
  const names = new Set<string>();
  for (const operation of operations) {
    if (operation.service !== service) continue;
    if (operation.extra && !options.extras) continue;
    names.add(operation.group);
  }
  return [...names];
}

/**
 * The operations of a group in the order of the documents; none for an unknown group.
 *
 * @param options.extras also the extra operations, at the end; default false
 */
export function operationsOf(
  service: Service,
  group: string,
  options: WithExtras = {},
): Operation[] {
  return operations.filter(
    operation =>
      operation.service === service &&
      operation.group === group &&
      (options.extras === true || !operation.extra),
  );
}
