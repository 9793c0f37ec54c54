import type {Operation} from '../../operation.ts';
import {inPath, inQuery, maxResults, offsetPages, repeated, startAt} from '../inputs.ts';
import {reads, related} from '../outcomes.ts';

const administers = 'Administer global permission';
const tracker = {
  service: 'tracker',
  root: 'tracker',
  ...related,
  permission: administers,
} as const;
const anyUser = 'Permission to access Jira';
const ofProjects = repeated('projectId', {
  items: 'integer',
  required: true,
  names: 'project',
  help: 'ids of company-managed projects',
  example: '10000',
});
const paged = {...reads, paging: offsetPages(50), items: '/values'} as const;

/** Related operations that tell which schemes a project has (services W7). */
export const schemeExtraOperations = (): readonly Operation[] => [
  {
    ...tracker,
    ...paged,
    group: 'issuesecurityschemes',
    name: 'search-projects-using-security-schemes',
    summary: 'List projects with their issue security scheme, paginated',
    path: '/rest/api/3/issuesecurityschemes/project',
    inputs: [
      startAt,
      maxResults(50),
      repeated('issueSecuritySchemeId', {
        names: 'issue security scheme',
        help: 'only projects with these schemes',
      }),
      repeated('projectId', {names: 'project', help: 'only these projects, by id'}),
    ],
    experimental: true,
  },
  {
    ...tracker,
    ...paged,
    group: 'issuesecurityschemes',
    name: 'search-security-schemes',
    summary: 'List issue security schemes with their projects, paginated',
    path: '/rest/api/3/issuesecurityschemes/search',
    inputs: [
      startAt,
      maxResults(50),
      repeated('id', {names: 'issue security scheme', help: 'only schemes with these ids'}),
      repeated('projectId', {names: 'project', help: 'only schemes of these projects, by id'}),
    ],
    experimental: true,
  },
  {
    ...tracker,
    ...reads,
    group: 'issuetype',
    name: 'get-issue-all-types',
    summary: 'List all issue types that you may see',
    anonymous: true,
    path: '/rest/api/3/issuetype',
    permission: 'Administer global permission for all; otherwise those of projects you may browse',
    inputs: [],
    items: '',
  },
  {
    ...tracker,
    ...paged,
    group: 'issuetypescheme',
    name: 'get-issue-type-scheme-for-projects',
    summary: 'List the issue type schemes of projects, paginated',
    path: '/rest/api/3/issuetypescheme/project',
    inputs: [startAt, maxResults(50), ofProjects],
    notes: ['The response omits team-managed projects.'],
  },
  {
    ...tracker,
    ...paged,
    group: 'issuetypescreenscheme',
    name: 'get-issue-type-screen-scheme-project-associations',
    summary: 'List the issue type screen schemes of projects, paginated',
    path: '/rest/api/3/issuetypescreenscheme/project',
    inputs: [startAt, maxResults(50), ofProjects],
    notes: ['The response omits team-managed projects.'],
  },
  {
    ...tracker,
    ...paged,
    group: 'priorityscheme',
    name: 'get-priority-schemes',
    summary: 'List priority schemes, paginated',
    path: '/rest/api/3/priorityscheme',
    permission: anyUser,
    inputs: [
      startAt,
      maxResults(50),
      repeated('priorityId', {
        items: 'integer',
        names: 'priority',
        help: 'only schemes with these priorities',
      }),
      repeated('schemeId', {
        items: 'integer',
        names: 'priority scheme',
        help: 'only schemes with these ids',
      }),
      inQuery('schemeName', 'string', {help: 'text in the name'}),
      inQuery('onlyDefault', 'boolean', {default: 'false', help: 'only the default scheme'}),
      inQuery('orderBy', 'string', {
        values: ['name', '+name', '-name'],
        default: '+name',
        help: 'sort order; a leading - reverses it',
      }),
      inQuery('expand', 'string', {
        help: 'what to include in the response: priorities, projects',
        example: 'priorities,projects',
      }),
    ],
    experimental: true,
  },
  {
    ...tracker,
    ...paged,
    group: 'priorityscheme',
    name: 'get-projects-by-priority-scheme',
    summary: 'List the projects of a priority scheme, paginated',
    path: '/rest/api/3/priorityscheme/{schemeId}/projects',
    permission: anyUser,
    inputs: [
      startAt,
      maxResults(50),
      repeated('projectId', {
        items: 'integer',
        names: 'project',
        help: 'only projects with these ids',
      }),
      inPath('schemeId', 'string', {
        names: 'priority scheme',
        help: 'id of the priority scheme',
        example: '1',
      }),
      inQuery('query', 'string', {help: 'text in the name of the project'}),
    ],
    experimental: true,
  },
  {
    ...tracker,
    ...reads,
    group: 'workflowscheme',
    name: 'get-workflow-scheme-project-associations',
    summary: 'List the workflow schemes of projects',
    path: '/rest/api/3/workflowscheme/project',
    inputs: [{...ofProjects, minItems: 1, maxItems: 100}],
    notes: [
      'The response omits team-managed projects.',
      'The default workflow scheme has no id in the response.',
    ],
    items: '/values',
  },
];
