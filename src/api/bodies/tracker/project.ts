import type {Field} from '../../field.ts';
import {wordedValues} from '../../worded-values.ts';
import {integer, lines, list, members, text} from '../fields.ts';
import {type Bodies, roleActors} from '../shared.ts';

/** Words for the project templates, by namespace and name (services T2.4, W4.23). */
const byNamespace: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'com.pyxis.greenhopper.jira': {
    'gh-simplified-agility-kanban': 'Kanban, team-managed',
    'gh-simplified-agility-scrum': 'Scrum, team-managed',
    'gh-simplified-basic': 'Basic software, company-managed',
    'gh-simplified-kanban-classic': 'Kanban, company-managed',
    'gh-simplified-scrum-classic': 'Scrum, company-managed',
    'gh-cross-team-template': 'Cross-team',
    'gh-cross-team-planning-template': 'Cross-team planning',
  },
  'com.atlassian.servicedesk': {
    'simplified-it-service-management': 'IT service management, company-managed',
    'simplified-it-service-management-basic': 'IT service management basics, company-managed',
    'simplified-it-service-management-operations':
      'IT service management operations, company-managed',
    'simplified-internal-service-desk': 'Internal service desk, company-managed',
    'simplified-external-service-desk': 'Customer service desk, company-managed',
    'simplified-hr-service-desk': 'HR service desk, company-managed',
    'simplified-facilities-service-desk': 'Facilities service desk, company-managed',
    'simplified-legal-service-desk': 'Legal service desk, company-managed',
    'simplified-marketing-service-desk': 'Marketing service desk, company-managed',
    'simplified-finance-service-desk': 'Finance service desk, company-managed',
    'simplified-analytics-service-desk': 'Analytics service desk, company-managed',
    'simplified-design-service-desk': 'Design service desk, company-managed',
    'simplified-sales-service-desk': 'Sales service desk, company-managed',
    'simplified-halp-service-desk': 'Halp service desk, company-managed',
    'next-gen-it-service-desk': 'IT service desk, team-managed',
    'next-gen-hr-service-desk': 'HR service desk, team-managed',
    'next-gen-legal-service-desk': 'Legal service desk, team-managed',
    'next-gen-marketing-service-desk': 'Marketing service desk, team-managed',
    'next-gen-facilities-service-desk': 'Facilities service desk, team-managed',
    'next-gen-general-service-desk': 'General service desk, team-managed',
    'next-gen-analytics-service-desk': 'Analytics service desk, team-managed',
    'next-gen-finance-service-desk': 'Finance service desk, team-managed',
    'next-gen-design-service-desk': 'Design service desk, team-managed',
    'next-gen-sales-service-desk': 'Sales service desk, team-managed',
    'company-managed-blank-service-project': 'Blank service project, company-managed',
    'company-managed-general-service-project': 'General service project, company-managed',
    'team-managed-general-service-project': 'General service project, team-managed',
  },
  'com.atlassian.jira-core-project-templates': {
    'jira-core-simplified-content-management': 'Content management',
    'jira-core-simplified-document-approval': 'Document approval',
    'jira-core-simplified-lead-tracking': 'Lead tracking',
    'jira-core-simplified-process-control': 'Process control',
    'jira-core-simplified-procurement': 'Procurement',
    'jira-core-simplified-project-management': 'Project management',
    'jira-core-simplified-recruitment': 'Recruitment',
    'jira-core-simplified-task-tracking': 'Task tracking',
  },
  'com.atlassian.jcs': {
    'customer-service-management': 'Customer service management',
  },
};

/**
 * Keys of the templates a project can be made from, with their words; the public service knows
 * more.
 */
const projectTemplates = wordedValues(
  Object.fromEntries(
    Object.entries(byNamespace).flatMap(([namespace, names]) =>
      Object.entries(names).map(([name, words]) => [`${namespace}:${name}`, words]),
    ),
  ),
);

const key = {
  maxLength: 10,
  pattern: {
    source: '[A-Z][A-Z0-9]*',
    description: 'an uppercase letter, then uppercase letters and digits',
  },
  help: 'key: an uppercase letter, then uppercase letters and digits',
} as const;

/** Fields of a project for both create and update. */
const projectFields: readonly Field[] = [
  lines('description', {help: 'description'}),
  text('leadAccountId', {
    names: 'user',
    maxLength: 128,
    help: 'account id of the lead',
    example: '5f078b5c5d265d18afe2b0cc',
  }),
  text('url', {help: 'link to more information, such as documentation'}),
  text('assigneeType', {
    ...wordedValues({PROJECT_LEAD: 'Project lead', UNASSIGNED: 'Unassigned'}),
    closed: true,
    help: 'default assignee of new issues',
  }),
  integer('avatarId', {names: 'avatar', help: 'id of the avatar'}),
  integer('categoryId', {
    names: 'project category',
    help: 'id of the project category; -1 for none',
  }),
  integer('permissionScheme', {names: 'permission scheme', help: 'id of the permission scheme'}),
  integer('notificationScheme', {
    names: 'notification scheme',
    help: 'id of the notification scheme',
  }),
  integer('issueSecurityScheme', {
    names: 'issue security scheme',
    help: 'id of the issue security scheme',
  }),
];
const lead = text('lead', {
  help: 'user name of the lead',
  deprecated: 'use leadAccountId',
});

/**
 * Bodies of project operations, without assign-permission-scheme (services T2.4, W4.12 and W4.23).
 */
export const projectBodies: Bodies = {
  'project create': members(
    [
      text('key', {required: true, ...key, example: 'EXP'}),
      text('name', {required: true, help: 'name of the project', example: 'Experiments'}),
      text('projectTypeKey', {
        ...wordedValues({
          software: 'Software',
          service_desk: 'Service management',
          business: 'Business',
        }),
        complete: true,
        help: 'type of the project',
        example: 'software',
      }),
      text('projectTemplateKey', {
        ...projectTemplates,
        complete: true,
        help: 'template to create it from',
      }),
      ...projectFields,
      integer('workflowScheme', {names: 'workflow scheme', help: 'id of the workflow scheme'}),
      integer('issueTypeScheme', {names: 'issue type scheme', help: 'id of the issue type scheme'}),
      integer('issueTypeScreenScheme', {
        names: 'issue type screen scheme',
        help: 'id of the issue type screen scheme',
      }),
      integer('fieldScheme', {names: 'field scheme', help: 'id of the field scheme'}),
      integer('fieldConfigurationScheme', {
        help: 'id of the field configuration scheme',
        deprecated: 'use fieldScheme',
      }),
      lead,
    ],
    {
      rules: [
        {kind: 'atLeastOne', inputs: ['projectTypeKey', 'projectTemplateKey'], soft: true},
        {kind: 'exactlyOne', inputs: ['leadAccountId', 'lead'], soft: true},
      ],
    },
  ),
  'project update': members([
    text('key', key),
    text('name', {help: 'name of the project', example: 'Harbour'}),
    ...projectFields,
    list(
      'releasedProjectKeys',
      {type: 'text', names: 'project', by: 'key'},
      {help: 'former keys to release for other projects'},
    ),
    lead,
  ]),
  'project add-actor-users': roleActors,
  'project set-actors': members(
    [
      {
        name: 'categorisedActors',
        type: 'map',
        values: {type: 'list', items: {type: 'text'}},
        readFrom: {
          list: '/actors',
          name: '/type',
          values: ['/actorUser/accountId', '/actorGroup/name'],
        },
        help: 'kind of actor (atlassian-user-role-actor, atlassian-group-role-actor-id) → ids',
        example: '{"atlassian-user-role-actor":["5f078b5c5d265d18afe2b0cc"]}',
      },
    ],
    {ignored: ['id']},
  ),
  'project update-avatar': members(
    [text('id', {required: true, names: 'avatar', help: 'id of the avatar', example: '10401'})],
    {ignored: ['fileName', 'isDeletable', 'isSelected', 'isSystemAvatar', 'owner', 'urls']},
  ),
  'project update-default-project-classification': members([
    text('id', {
      required: true,
      names: 'classification level',
      help: 'id of the classification level',
      example: '4f2d8c1e-0000-4000-8000-000000000002',
    }),
  ]),
  'project toggle-feature-for': members([
    text('state', {
      ...wordedValues({ENABLED: 'Enabled', DISABLED: 'Disabled'}),
      closed: true,
      refused: {COMING_SOON: 'only in responses'},
      help: 'state of the feature',
      example: 'ENABLED',
    }),
  ]),
  'project update-email': members([
    text('emailAddress', {
      help: 'sender e-mail address; empty restores the default',
      example: 'help@example.com',
    }),
    list(
      'emailAddressStatus',
      {type: 'text'},
      {help: 'status of the address', deprecated: 'set by the service'},
    ),
  ]),
  'project set-property': {type: 'json', readAt: '/value'},
};
