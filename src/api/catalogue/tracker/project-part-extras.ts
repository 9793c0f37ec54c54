import type {Operation} from '../../operation.ts';
import {inPath, inQuery, jsonBody} from '../inputs.ts';
import {
  creation,
  deletes,
  projectAdminKeys,
  reads,
  related,
  siteAdmin,
  updates,
} from '../outcomes.ts';

const tracker = {service: 'tracker', root: 'tracker', ...related} as const;
const administers = siteAdmin.permission;
const category = {...tracker, group: 'projectCategory', permission: administers};
const changesCategory = {...category, ...siteAdmin};
const categoryPath = '/rest/api/3/projectCategory/{id}';
const categoryId = inPath('id', 'integer', {
  names: 'project category',
  help: 'id of the project category',
});
const component = {
  ...tracker,
  group: 'component',
  permission: 'Administer projects, or Administer global permission',
  anonymous: true,
} as const;
const changesComponent = {...component, permissionKeys: projectAdminKeys};
const componentPath = '/rest/api/3/component/{id}';
const componentId = inPath('id', 'string', {names: 'component', help: 'id of the component'});
const time = 'an ISO 8601 time, such as 2026-03-01T00:00:00.000+0000';

/** Related operations on project categories, components and the audit log (services W7). */
export const projectPartExtraOperations = (): readonly Operation[] => [
  {
    ...changesCategory,
    ...creation,
    name: 'create-project-category',
    summary: 'Create a project category',
    path: '/rest/api/3/projectCategory',
    inputs: [jsonBody()],
  },
  {
    ...changesCategory,
    ...deletes,
    name: 'remove-project-category',
    summary: 'Delete a project category',
    path: categoryPath,
    inputs: [categoryId],
    notes: ['Its projects are left without a category.'],
    irreversible: true,
  },
  {
    ...category,
    ...reads,
    name: 'get-project-category-by-id',
    summary: 'Get one project category',
    path: categoryPath,
    permission: 'Permission to access Jira',
    inputs: [categoryId],
  },
  {
    ...changesCategory,
    ...updates,
    name: 'update-project-category',
    summary: 'Update a project category',
    path: categoryPath,
    inputs: [categoryId, jsonBody()],
  },
  {
    ...changesComponent,
    ...creation,
    name: 'create',
    summary: 'Create a component in a project',
    path: '/rest/api/3/component',
    inputs: [jsonBody()],
  },
  {
    ...changesComponent,
    ...deletes,
    name: 'delete',
    summary: 'Delete a component',
    path: componentPath,
    inputs: [
      componentId,
      inQuery('moveIssuesTo', 'string', {
        names: 'component',
        help: 'id of the component that gets its issues; without it they have one less',
      }),
    ],
    irreversible: true,
  },
  {
    ...component,
    ...reads,
    name: 'get',
    summary: 'Get one component',
    path: componentPath,
    permission: 'Browse projects',
    inputs: [componentId],
  },
  {
    ...changesComponent,
    ...updates,
    name: 'update',
    summary: 'Update a component',
    path: componentPath,
    inputs: [componentId, jsonBody()],
  },
  {
    ...component,
    ...reads,
    name: 'get-related-issues',
    summary: 'Count the issues of a component',
    path: `${componentPath}/relatedIssueCounts`,
    permission: 'none',
    inputs: [componentId],
  },
  {
    ...tracker,
    ...reads,
    group: 'auditing',
    name: 'get-audit-records',
    summary: 'List audit records, newest first, paginated',
    path: '/rest/api/3/auditing/record',
    permission: administers,
    inputs: [
      inQuery('offset', 'integer', {
        default: '0',
        counts: true,
        help: 'index of the first record, from 0',
      }),
      inQuery('limit', 'integer', {default: '1000', counts: true, help: 'records per page'}),
      inQuery('filter', 'string', {
        help: 'words that a record must contain, in its summary, category, object or changes',
      }),
      inQuery('from', 'string', {time: 'ISO', help: `no earlier than this: ${time}`}),
      inQuery('to', 'string', {time: 'ISO', help: `no later than this: ${time}`}),
    ],
    paging: {
      kind: 'offset',
      items: '/records',
      start: 'offset',
      size: 'limit',
      sizeDefault: 1000,
    },
    items: '/records',
  },
];
