import type {Operation} from '../../operation.ts';
import {inPath, inQuery, maxResults, offsetPages, startAt} from '../inputs.ts';
import {lists, notGiven, reads} from '../outcomes.ts';
import {project, projectId, projectIdOrKey} from './project-inputs.ts';

const componentSource = inQuery('componentSource', 'string', {
  // The values in the documentation, then those of the public service (services W2).
  values: ['tracker', 'catalog', 'auto', 'jira', 'compass'],
  refused: {
    tracker: 'Jira Cloud calls it jira',
    catalog: 'Jira Cloud calls it compass',
  },
  default: 'tracker',
  help: 'source of the components; auto uses the catalog if the project opted in',
});

/**
 * Operations on project types, statuses, classification, components, e-mail: 9 of the 23 (services
 * T4.5).
 */
export const projectDetailOperations = (): readonly Operation[] => [
  {
    ...project,
    ...reads,
    name: 'get-accessible-project-type-by-key',
    summary: 'Get a project type if you can access it',
    path: '/rest/api/3/project/type/{projectTypeKey}/accessible',
    permission: 'Access to the product',
    inputs: [
      inPath('projectTypeKey', 'string', {
        values: ['business', 'service_desk', 'software', 'product_discovery'],
        names: 'project type',
        by: 'key',
        help: 'project type',
      }),
    ],
  },
  {
    ...project,
    ...reads,
    name: 'get-all-accessible-project-types',
    summary: 'List the project types with a valid licence',
    path: '/rest/api/3/project/type/accessible',
    permission: notGiven,
    inputs: [],
    items: '',
  },
  {
    ...project,
    ...reads,
    name: 'get-all-project-types',
    summary: 'List all project types, licensed or not',
    path: '/rest/api/3/project/type',
    permission: 'None',
    anonymous: true,
    inputs: [],
    items: '',
  },
  {
    ...project,
    ...reads,
    name: 'get-all-statuses',
    summary: 'List the statuses of a project, grouped by issue type',
    path: '/rest/api/3/project/{projectIdOrKey}/statuses',
    permission: 'Browse Projects',
    anonymous: true,
    inputs: [projectIdOrKey],
    notes: ['Each item is an issue type with its statuses.'],
    items: '',
  },
  {
    ...project,
    ...reads,
    name: 'get-classification-config',
    summary: 'Get the permitted classification levels of a project, and its defaults',
    path: '/rest/api/3/project/{projectIdOrKey}/classification-config',
    permission: notGiven,
    inputs: [projectIdOrKey],
    experimental: true,
    items: '/classificationLevels',
  },
  {
    ...project,
    ...reads,
    name: 'get-default-project-classification',
    summary: 'Get the default classification level of a project',
    path: '/rest/api/3/project/{projectIdOrKey}/classification-level/default',
    permission: notGiven,
    inputs: [projectIdOrKey],
    experimental: true,
  },
  {
    ...project,
    ...reads,
    name: 'get-components',
    summary: 'List all components of a project',
    path: '/rest/api/3/project/{projectIdOrKey}/components',
    permission: 'Browse Projects',
    anonymous: true,
    inputs: [projectIdOrKey, componentSource],
    notes: ['Returns all components; get-components-paginated supports pages and filters.'],
    items: '',
  },
  {
    ...project,
    ...lists(offsetPages(50)),
    name: 'get-components-paginated',
    summary: 'List the components of a project, paginated',
    path: '/rest/api/3/project/{projectIdOrKey}/component',
    permission: 'Browse Projects',
    anonymous: true,
    inputs: [
      projectIdOrKey,
      componentSource,
      maxResults(50),
      startAt,
      inQuery('query', 'string', {help: 'text in the name or description, ignoring case'}),
      inQuery('orderBy', 'string', {
        values: [
          ...['description', 'issueCount', 'lead', 'name'],
          ...['-description', '+description', '-issueCount', '+issueCount'],
          ...['-lead', '+lead', '-name', '+name'],
        ],
        help: 'sort order; a leading - reverses it',
      }),
    ],
  },
  {
    ...project,
    ...reads,
    name: 'get-email',
    summary: 'Get the sender e-mail address of a project',
    path: '/rest/api/3/project/{projectId}/email',
    permission: 'Browse projects',
    inputs: [projectId],
  },
];
