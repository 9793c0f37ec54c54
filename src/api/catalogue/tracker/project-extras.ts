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
import {
  project as documented,
  ofProject,
  projectId,
  projectIdOrKey,
  properties,
} from './project-inputs.ts';

const project = {...documented, ...related};
const changes = {...project, permissionKeys: projectAdminKeys};
const ofFeature = {...ofProject, featureKey: '{featureKey}'};
const projectExpand = expand(
  ...['description', 'projectKeys', 'lead', 'issueTypes', 'url', 'insight'],
);
const eachWay = (...fields: readonly string[]) => fields.flatMap(f => [f, `-${f}`, `+${f}`]);

/** Related project operations: finding, changing and describing projects (services W7). */
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
  },
  {
    ...changes,
    ...deletes,
    name: 'remove-default-project-classification',
    summary: 'Remove the default classification level of a project',
    path: '/rest/api/3/project/{projectIdOrKey}/classification-level/default',
    inputs: [projectIdOrKey],
    experimental: true,
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
        {...ofFeature, state: 'ENABLED'},
        {
          when: {'{state?}': 'DISABLED'},
        },
      ),
      trackerRef('project toggle-feature-for', {...ofFeature, state: 'DISABLED'}),
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
];
