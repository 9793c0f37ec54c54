import type {Operation} from '../../operation.ts';
import {trackerRef} from '../../operation-ref.ts';
import {inQuery, jsonBody} from '../inputs.ts';
import {projectAdminKeys, reads, related, updates, updatesWithoutBody} from '../outcomes.ts';
import {notificationSchemeExpand} from './notificationscheme.ts';
import {
  project as documented,
  ofProject,
  projectIdOrKey,
  projectKeyOrId,
  propertyKey,
  roleId,
} from './project-inputs.ts';

const project = {...documented, ...related};
const changes = {...project, permissionKeys: projectAdminKeys};

/** Related project operations: properties, roles and the notification scheme (services W7). */
export const projectAccessExtraOperations = (): readonly Operation[] => [
  {
    ...project,
    ...reads,
    name: 'get-property-keys',
    summary: 'List the keys of the properties of a project',
    anonymous: true,
    path: '/rest/api/3/project/{projectIdOrKey}/properties',
    inputs: [projectIdOrKey],
    items: '/keys',
  },
  {
    ...project,
    ...reads,
    name: 'get-property',
    summary: 'Get a property of a project',
    anonymous: true,
    path: '/rest/api/3/project/{projectIdOrKey}/properties/{propertyKey}',
    inputs: [projectIdOrKey, propertyKey],
  },
  {
    ...changes,
    ...updatesWithoutBody,
    name: 'set-property',
    summary: 'Set a property of a project',
    anonymous: true,
    path: '/rest/api/3/project/{projectIdOrKey}/properties/{propertyKey}',
    inputs: [projectIdOrKey, propertyKey, jsonBody({help: 'the value, any JSON'})],
    success: [200, 201],
    undo: [
      trackerRef(
        'project set-property',
        {...ofProject, propertyKey: '{propertyKey}'},
        {body: '{before/value}'},
      ),
    ],
  },
  {
    ...project,
    ...reads,
    name: 'get-roles',
    summary: 'List the roles of a project: name → URL',
    anonymous: true,
    path: '/rest/api/3/project/{projectIdOrKey}/role',
    inputs: [projectIdOrKey],
    notes: ['The answer is an object keyed by role name, not a list.'],
  },
  {
    ...project,
    ...reads,
    name: 'get-role',
    summary: 'Get a role of a project with its actors',
    anonymous: true,
    path: '/rest/api/3/project/{projectIdOrKey}/role/{id}',
    inputs: [
      projectIdOrKey,
      roleId,
      inQuery('excludeInactiveUsers', 'boolean', {default: 'false', help: 'active users only'}),
    ],
  },
  {
    ...changes,
    ...updates,
    name: 'set-actors',
    summary: 'Replace all actors of a project role',
    path: '/rest/api/3/project/{projectIdOrKey}/role/{id}',
    inputs: [projectIdOrKey, roleId, jsonBody()],
    notes: ['All actors that are not given are removed.'],
    effect: 'replaceAll',
  },
  {
    ...project,
    ...reads,
    name: 'get-role-details',
    summary: 'List the roles of a project with their descriptions',
    anonymous: true,
    path: '/rest/api/3/project/{projectIdOrKey}/roledetails',
    inputs: [
      projectIdOrKey,
      inQuery('currentMember', 'boolean', {
        default: 'false',
        help: 'only roles of the calling user',
      }),
      inQuery('excludeConnectAddons', 'boolean', {
        default: 'false',
        help: 'exclude roles of add-on apps',
      }),
      inQuery('excludeOtherServiceRoles', 'boolean', {
        default: 'false',
        help: 'exclude roles of other services',
      }),
    ],
    items: '',
  },
  {
    ...project,
    ...reads,
    name: 'get-notification-scheme-for',
    summary: 'Get the notification scheme of a project',
    path: '/rest/api/3/project/{projectKeyOrId}/notificationscheme',
    inputs: [projectKeyOrId, notificationSchemeExpand],
  },
];
