import type {Operation} from '../../operation.ts';
import {statusCategories} from '../../worded-values.ts';
import {
  inPath,
  inQuery,
  jsonBody,
  maxResults,
  offsetPages,
  repeated,
  startAt,
  usagePages,
} from '../inputs.ts';
import {
  creation,
  deletes,
  lists,
  notGiven,
  projectAdminKeys,
  reads,
  updatesWithoutBody,
} from '../outcomes.ts';

const statuses = {
  service: 'tracker',
  group: 'statuses',
  root: 'tracker',
  section: 'services T4.10',
  permission: notGiven,
} as const;
const ids = repeated('id', {
  requiredByService: true,
  minItems: 1,
  maxItems: 50,
  names: 'status',
  help: 'status id',
});
const inProject = inQuery('projectId', 'string', {
  names: 'project',
  help: 'project of the statuses; omit for global statuses',
});
const statusId = inPath('statusId', 'string', {names: 'status', help: 'status id'});
const pageSize = maxResults(50, {min: 1, max: 200});
const nextPageToken = inQuery('nextPageToken', 'string', {
  help: 'token from the previous page',
});
const limits = {'characters of name': 255};

/** The 9 operations on statuses (services T4.10). */
export const statusOperations = (): readonly Operation[] => [
  {
    ...statuses,
    ...creation,
    permissionKeys: projectAdminKeys,
    name: 'create',
    summary: 'Create global or project statuses',
    path: '/rest/api/3/statuses',
    inputs: [jsonBody()],
    apiNotes: ['scope is {"type": "GLOBAL"}, or type PROJECT with project.id.'],
    limits,
    items: '',
    success: [200],
  },
  {
    ...statuses,
    ...updatesWithoutBody,
    permissionKeys: projectAdminKeys,
    name: 'update',
    summary: 'Update statuses by id',
    path: '/rest/api/3/statuses',
    inputs: [jsonBody()],
    limits,
  },
  {
    ...statuses,
    ...deletes,
    permissionKeys: projectAdminKeys,
    name: 'delete-by-id',
    summary: 'Delete statuses',
    path: '/rest/api/3/statuses',
    inputs: [{...ids, example: '100000'}],
    irreversible: true,
    removes: ['id'],
  },
  {
    ...statuses,
    ...reads,
    name: 'get-by-id',
    summary: 'Get statuses by id',
    path: '/rest/api/3/statuses',
    inputs: [ids],
    items: '',
  },
  {
    ...statuses,
    ...reads,
    name: 'get-by-name',
    summary: 'Get statuses by name',
    path: '/rest/api/3/statuses/byNames',
    inputs: [
      repeated('name', {
        requiredByService: true,
        minItems: 1,
        maxItems: 50,
        names: 'status',
        by: 'name',
        help: 'status name',
      }),
      inProject,
    ],
    items: '',
  },
  {
    ...statuses,
    ...lists(offsetPages(200)),
    name: 'search',
    summary: 'Search statuses by name, category and project',
    path: '/rest/api/3/statuses/search',
    inputs: [
      maxResults(200),
      inProject,
      inQuery('searchString', 'string', {maxLength: 255, help: 'text in the name'}),
      startAt,
      inQuery('statusCategory', 'string', {
        ...statusCategories,
        enforced: true,
        help: 'only statuses of this category',
      }),
    ],
  },
  {
    ...statuses,
    ...lists(usagePages('issueTypes')),
    name: 'get-project-issue-type-usages-for',
    summary: 'List the issue types of a project that use a status',
    path: '/rest/api/3/statuses/{statusId}/project/{projectId}/issueTypeUsages',
    inputs: [
      statusId,
      inPath('projectId', 'string', {names: 'project', help: 'project id'}),
      pageSize,
      nextPageToken,
    ],
  },
  {
    ...statuses,
    ...lists(usagePages('projects')),
    name: 'get-project-usages-for',
    summary: 'List the projects that use a status',
    path: '/rest/api/3/statuses/{statusId}/projectUsages',
    inputs: [statusId, pageSize, nextPageToken],
  },
  {
    ...statuses,
    ...lists(usagePages('workflows')),
    name: 'get-workflow-usages-for',
    summary: 'List the workflows that use a status',
    path: '/rest/api/3/statuses/{statusId}/workflowUsages',
    inputs: [statusId, pageSize, nextPageToken],
  },
];
