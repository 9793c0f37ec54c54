import {adminKeyOperations} from './catalogue/content/admin-key.ts';
import {blogPostExtraOperations} from './catalogue/content/blogpost-extras.ts';
import {blogPostOperations} from './catalogue/content/blogposts.ts';
import {customContentOperations} from './catalogue/content/custom-content.ts';
import {labelOperations} from './catalogue/content/labels.ts';
import {spaceExtraOperations} from './catalogue/content/space-extras.ts';
import {whiteboardOperations} from './catalogue/content/whiteboards.ts';
import {lazyExtras} from './catalogue/late-extras.ts';
import {notificationSchemeOperations} from './catalogue/tracker/notificationscheme.ts';
import {permissionOperations} from './catalogue/tracker/permissions.ts';
import {permissionSchemeOperations} from './catalogue/tracker/permissionscheme.ts';
import {priorityOperations} from './catalogue/tracker/priority.ts';
import {projectOperations} from './catalogue/tracker/project.ts';
import {projectExtraOperations} from './catalogue/tracker/project-extras.ts';
import {projectValidateOperations} from './catalogue/tracker/projectvalidate.ts';
import {resolutionOperations} from './catalogue/tracker/resolution.ts';
import {siteExtraOperations} from './catalogue/tracker/site-extras.ts';
import {statusOperations} from './catalogue/tracker/statuses.ts';
import {uiModificationOperations} from './catalogue/tracker/ui-modifications.ts';
import {userOperations} from './catalogue/tracker/user.ts';
import {versionOperations} from './catalogue/tracker/version.ts';
import {webhookOperations} from './catalogue/tracker/webhook.ts';
import type {Operation, Service} from './operation.ts';
import type {OperationRef} from './operation-ref.ts';

/** A file of the catalogue; its operations are created on first access to one of its groups. */
interface CatalogueFile {
  readonly service: Service;
  /** The groups of its operations, in order. */
  readonly groups: readonly string[];
  /** All its operations are extras. @default false */
  readonly isExtra?: true;
  readonly read: () => readonly Operation[];
}

/** The files in the order of the API documentation, then those of the extras. */
const files: readonly CatalogueFile[] = [
  {service: 'tracker', groups: ['uiModifications'], read: uiModificationOperations},
  {service: 'tracker', groups: ['permissions'], read: permissionOperations},
  {service: 'tracker', groups: ['permissionscheme'], read: permissionSchemeOperations},
  {service: 'tracker', groups: ['user'], read: userOperations},
  {service: 'tracker', groups: ['project'], read: projectOperations},
  {service: 'tracker', groups: ['projectvalidate'], read: projectValidateOperations},
  {service: 'tracker', groups: ['version'], read: versionOperations},
  {service: 'tracker', groups: ['webhook'], read: webhookOperations},
  {service: 'tracker', groups: ['notificationscheme'], read: notificationSchemeOperations},
  {service: 'tracker', groups: ['statuses'], read: statusOperations},
  {service: 'tracker', groups: ['resolution'], read: resolutionOperations},
  {service: 'tracker', groups: ['priority'], read: priorityOperations},
  {service: 'content', groups: ['blogposts'], read: blogPostOperations},
  {service: 'content', groups: ['whiteboards'], read: whiteboardOperations},
  {service: 'content', groups: ['custom-content'], read: customContentOperations},
  {service: 'content', groups: ['labels'], read: labelOperations},
  {service: 'content', groups: ['admin-key'], read: adminKeyOperations},
  {service: 'tracker', groups: ['project'], isExtra: true, read: projectExtraOperations},
  {
    service: 'tracker',
    groups: [
      'user',
      'users',
      'myself',
      'serverInfo',
      'mypermissions',
      'task',
      'events',
      'role',
      'projectCategory',
      'statuscategory',
    ],
    isExtra: true,
    read: siteExtraOperations,
  },
  {
    service: 'tracker',
    groups: ['group', 'groups', 'applicationrole'],
    isExtra: true,
    read: () => lazyExtras.groups(),
  },
  {service: 'tracker', groups: ['role'], isExtra: true, read: () => lazyExtras.roles()},
  {
    service: 'tracker',
    groups: ['projectCategory', 'component', 'auditing'],
    isExtra: true,
    read: () => lazyExtras.projectParts(),
  },
  {
    service: 'tracker',
    groups: [
      'issuesecurityschemes',
      'issuetype',
      'issuetypescheme',
      'issuetypescreenscheme',
      'priorityscheme',
      'workflowscheme',
    ],
    isExtra: true,
    read: () => lazyExtras.schemes(),
  },
  {service: 'content', groups: ['blogposts'], isExtra: true, read: blogPostExtraOperations},
  {
    service: 'content',
    groups: ['spaces', 'classification-levels'],
    isExtra: true,
    read: spaceExtraOperations,
  },
  {
    service: 'content',
    groups: ['spaces', 'space-permissions', 'space-roles', 'space-role-mode'],
    isExtra: true,
    read: () => lazyExtras.spaceAccess(),
  },
];

const operationsByFile = new Map<CatalogueFile, readonly Operation[]>();
let all: readonly Operation[] | undefined;

function operationsIn(file: CatalogueFile): readonly Operation[] {
  const operations = operationsByFile.get(file) ?? file.read();
  operationsByFile.set(file, operations);
  return operations;
}

/**
 * List all operations: the 176 in the order of the API documentation, then the extras; always the
 * same objects.
 */
export function allOperations(): readonly Operation[] {
  all ??= files.flatMap(operationsIn);
  return all;
}

/** Find an operation by service, group and name; undefined if not found. */
export function findOperation(
  service: Service,
  group: string,
  name: string,
): Operation | undefined {
  for (const file of filesOf(service, group)) {
    const found = operationsIn(file).find(one => one.group === group && one.name === name);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Find an operation by its name; undefined if not found. */
export function findNamed({
  service,
  operation,
}: Pick<OperationRef, 'service' | 'operation'>): Operation | undefined {
  const [group = '', name = ''] = operation.split(' ');
  return findOperation(service, group, name);
}

/**
 * Find an operation by its name.
 *
 * @throws Error when it does not exist, which means that the data is wrong
 */
export function operationNamed(ref: Pick<OperationRef, 'service' | 'operation'>): Operation {
  const found = findNamed(ref);
  if (found === undefined) throw new Error(`no such operation: ${ref.operation}`);
  return found;
}

function filesOf(service: Service, group: string): readonly CatalogueFile[] {
  return files.filter(file => file.service === service && file.groups.includes(group));
}

/** An option to include the extras, which are omitted by default. */
export interface WithExtras {
  /** @default false */
  readonly extras?: boolean;
}

/**
 * List the group names of a service in the order of the API documentation.
 *
 * @param options.extras include groups with extra operations only; default false
 */
export function groupNames(service: Service, options: WithExtras = {}): string[] {
  const included = files.filter(
    file => file.service === service && (options.extras === true || !file.isExtra),
  );
  return [...new Set(included.flatMap(({groups}) => groups))];
}

/**
 * List the operations of a group in the order of the API documentation; empty for an unknown group.
 *
 * @param options.extras include the extra operations, at the end; default false
 */
export function operationsOf(
  service: Service,
  group: string,
  options: WithExtras = {},
): Operation[] {
  return filesOf(service, group)
    .flatMap(operationsIn)
    .filter(one => one.group === group && (options.extras === true || !one.extra));
}
