import type {Operation} from '../../operation.ts';
import {trackerRef} from '../../operation-ref.ts';
import {
  commaList,
  expand,
  inPath,
  inQuery,
  jsonBody,
  maxResults,
  offsetPages,
  repeated,
  startAt,
} from '../inputs.ts';
import {
  deletes,
  lists,
  projectAdminKeys,
  reads,
  related,
  updates,
  updatesWithoutBody,
} from '../outcomes.ts';
import {notificationSchemeExpand} from './notificationscheme.ts';
import {
  project as documented,
  ofProject,
  projectId,
  projectIdOrKey,
  projectKeyOrId,
  properties,
  propertyKey,
  roleId,
} from './project-inputs.ts';

const project = {...documented, ...related};
const changes = {...project, permissionKeys: projectAdminKeys};
const ofFeature = {...ofProject, featureKey: '{featureKey}'};
const ofProperty = {...ofProject, propertyKey: '{propertyKey}'};
const readsProperty = {reads: trackerRef('project get-property', ofProperty, {orElse: '{}'})};
const readsLevel = {
  reads: trackerRef('project get-default-project-classification', ofProject, {orElse: '{}'}),
};
const restoresLevel = trackerRef(
  'project update-default-project-classification',
  {...ofProject, id: '{before/classification/id}'},
  readsLevel,
);
const projectExpand = expand(
  ...['description', 'projectKeys', 'lead', 'issueTypes', 'url', 'insight'],
);
const eachWay = (...fields: readonly string[]) => fields.flatMap(f => [f, `-${f}`, `+${f}`]);

/** Related project operations (services W7). */
export const projectExtraOperations = (): readonly Operation[] => [
  {
    ...project,
    ...reads,
    name: 'get-recent',
    summary: 'List the projects you viewed most recently',
    anonymous: true,
    path: '/rest/api/3/project/recent',
    inputs: [expand('description', 'projectKeys', 'lead', 'issueTypes', 'url'), properties],
    notes: ['At most 20 projects.'],
    experimental: true,
    items: '',
  },
  {
    ...project,
    ...lists(offsetPages(50)),
    name: 'search',
    summary: 'Search projects, paginated',
    anonymous: true,
    path: '/rest/api/3/project/search',
    inputs: [
      startAt,
      maxResults(50, {max: 100}),
      inQuery('orderBy', 'string', {
        values: eachWay(
          ...['category', 'key', 'name', 'owner', 'issueCount'],
          ...['lastIssueUpdatedDate', 'archivedDate', 'deletedDate'],
        ),
        default: 'key',
        help: 'sort order; a leading - reverses it',
      }),
      repeated('id', {items: 'integer', names: 'project', help: 'only projects with these ids'}),
      repeated('keys', {names: 'project', by: 'key', help: 'only projects with these keys'}),
      inQuery('query', 'string', {help: 'text in the key or name'}),
      inQuery('typeKey', 'string', {
        names: 'project type',
        by: 'key',
        help: 'project types, separated by commas',
      }),
      inQuery('categoryId', 'integer', {
        names: 'project category',
        help: 'only projects of this category',
      }),
      inQuery('action', 'string', {
        values: ['view', 'browse', 'edit', 'create'],
        default: 'view',
        help: 'only projects where you may do this',
      }),
      projectExpand,
      repeated('status', {
        values: ['live', 'archived', 'deleted'],
        help: 'only projects in these states',
      }),
      properties,
      inQuery('propertyQuery', 'string', {help: 'only projects whose property has this value'}),
    ],
    notes: ['insight gives the number of issues and the time of the last change.'],
  },
  {
    ...changes,
    ...updates,
    name: 'update',
    summary: 'Update a project',
    path: '/rest/api/3/project/{projectIdOrKey}',
    inputs: [
      projectIdOrKey,
      expand('description', 'issueTypes', 'lead', 'projectKeys'),
      jsonBody(),
    ],
  },
  {
    ...changes,
    ...updatesWithoutBody,
    name: 'update-avatar',
    summary: 'Set the displayed avatar of a project',
    path: '/rest/api/3/project/{projectIdOrKey}/avatar',
    inputs: [projectIdOrKey, jsonBody()],
  },
  {
    ...changes,
    ...updatesWithoutBody,
    name: 'update-default-project-classification',
    summary: 'Set the default classification level of a project',
    path: '/rest/api/3/project/{projectIdOrKey}/classification-level/default',
    inputs: [projectIdOrKey, jsonBody()],
    experimental: true,
    undo: [
      restoresLevel,
      trackerRef('project remove-default-project-classification', ofProject, {
        ...readsLevel,
        when: {'{before/classification/id}': ''},
      }),
    ],
  },
  {
    ...changes,
    ...deletes,
    name: 'remove-default-project-classification',
    summary: 'Remove the default classification level of a project',
    path: '/rest/api/3/project/{projectIdOrKey}/classification-level/default',
    inputs: [projectIdOrKey],
    experimental: true,
    undo: [restoresLevel],
  },
  {
    ...project,
    ...reads,
    name: 'get-features-for',
    summary: 'List the features of a project',
    path: '/rest/api/3/project/{projectIdOrKey}/features',
    inputs: [projectIdOrKey],
    items: '/features',
  },
  {
    ...changes,
    ...updates,
    name: 'toggle-feature-for',
    summary: 'Turn a project feature on or off',
    path: '/rest/api/3/project/{projectIdOrKey}/features/{featureKey}',
    inputs: [
      projectIdOrKey,
      inPath('featureKey', 'string', {
        names: 'project feature',
        by: 'key',
        help: 'key of the feature',
      }),
      jsonBody(),
    ],
    items: '/features',
    undo: [
      trackerRef(
        'project toggle-feature-for',
        {...ofFeature, state: '{item/state}'},
        {
          reads: trackerRef('project get-features-for', {projectIdOrKey: '{projectIdOrKey}'}),
          finds: {in: '/features', id: '{featureKey}', by: '/feature'},
        },
      ),
    ],
  },
  {
    ...changes,
    ...updates,
    name: 'restore',
    summary: 'Restore a project that is archived or in the trash',
    method: 'POST',
    path: '/rest/api/3/project/{projectIdOrKey}/restore',
    inputs: [projectIdOrKey],
    experimental: true,
    undo: [
      trackerRef('project archive', ofProject, {when: {'{before/archived}': 'true'}}),
      trackerRef('project delete', ofProject, {when: {'{before/deleted}': 'true'}}),
    ],
  },
  {
    ...project,
    ...lists(offsetPages(50)),
    name: 'get-versions-paginated',
    summary: 'List the versions of a project, paginated',
    anonymous: true,
    path: '/rest/api/3/project/{projectIdOrKey}/version',
    inputs: [
      projectIdOrKey,
      startAt,
      maxResults(50),
      inQuery('orderBy', 'string', {
        values: eachWay('description', 'name', 'releaseDate', 'sequence', 'startDate'),
        help: 'sort order; a leading - reverses it',
      }),
      inQuery('query', 'string', {help: 'text in the name or description'}),
      commaList('status', {
        values: ['released', 'unreleased', 'archived'],
        help: 'only versions in these states',
      }),
      expand('issuesstatus', 'operations', 'driver', 'approvers'),
    ],
  },
  {
    ...project,
    ...reads,
    name: 'get-versions',
    summary: 'List all versions of a project',
    anonymous: true,
    path: '/rest/api/3/project/{projectIdOrKey}/versions',
    inputs: [projectIdOrKey, expand('operations')],
    items: '',
  },
  {
    ...changes,
    ...updatesWithoutBody,
    name: 'update-email',
    summary: 'Set the sender e-mail address of a project',
    path: '/rest/api/3/project/{projectId}/email',
    inputs: [projectId, jsonBody()],
  },
  {
    ...project,
    ...reads,
    name: 'get-hierarchy',
    summary: 'Get the issue type hierarchy of a project',
    path: '/rest/api/3/project/{projectId}/hierarchy',
    inputs: [projectId],
    items: '/hierarchy',
  },
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
      trackerRef('project set-property', ofProperty, {
        ...readsProperty,
        body: '{before/value}',
      }),
      trackerRef('project delete-property', ofProperty, {
        ...readsProperty,
        when: {'{before/key}': ''},
      }),
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
    notes: ['Returns an object keyed by role name, not a list.'],
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
