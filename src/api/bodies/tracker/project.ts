import type {Field} from '../../field.ts';
import {integer, lines, list, members, text} from '../fields.ts';
import {type Bodies, user} from '../shared.ts';

/** Templates by their namespace (services T2.4, W4.23). */
const byNamespace: Readonly<Record<string, readonly string[]>> = {
  'com.pyxis.greenhopper.jira': [
    'gh-simplified-agility-kanban',
    'gh-simplified-agility-scrum',
    'gh-simplified-basic',
    'gh-simplified-kanban-classic',
    'gh-simplified-scrum-classic',
    'gh-cross-team-template',
    'gh-cross-team-planning-template',
  ],
  'com.atlassian.servicedesk': [
    'simplified-it-service-management',
    'simplified-it-service-management-basic',
    'simplified-it-service-management-operations',
    'simplified-internal-service-desk',
    'simplified-external-service-desk',
    'simplified-hr-service-desk',
    'simplified-facilities-service-desk',
    'simplified-legal-service-desk',
    'simplified-marketing-service-desk',
    'simplified-finance-service-desk',
    'simplified-analytics-service-desk',
    'simplified-design-service-desk',
    'simplified-sales-service-desk',
    'simplified-halp-service-desk',
    'next-gen-it-service-desk',
    'next-gen-hr-service-desk',
    'next-gen-legal-service-desk',
    'next-gen-marketing-service-desk',
    'next-gen-facilities-service-desk',
    'next-gen-general-service-desk',
    'next-gen-analytics-service-desk',
    'next-gen-finance-service-desk',
    'next-gen-design-service-desk',
    'next-gen-sales-service-desk',
    'company-managed-blank-service-project',
    'company-managed-general-service-project',
    'team-managed-general-service-project',
  ],
  'com.atlassian.jira-core-project-templates': [
    'jira-core-simplified-content-management',
    'jira-core-simplified-document-approval',
    'jira-core-simplified-lead-tracking',
    'jira-core-simplified-process-control',
    'jira-core-simplified-procurement',
    'jira-core-simplified-project-management',
    'jira-core-simplified-recruitment',
    'jira-core-simplified-task-tracking',
  ],
  'com.atlassian.jcs': ['customer-service-management'],
};

/** Keys of the templates a project can be made from; the public service knows more. */
const projectTemplates: readonly string[] = Object.entries(byNamespace).flatMap(
  ([namespace, names]) => names.map(name => `${namespace}:${name}`),
);

const key = {
  names: 'project',
  by: 'key',
  maxLength: 10,
  pattern: {
    source: '[A-Z][A-Z0-9]*',
    says: 'an uppercase letter, then uppercase letters and digits',
  },
  help: 'key: an uppercase letter, then uppercase letters and digits',
} as const;

/** Fields of a project for both create and update. */
const about: readonly Field[] = [
  lines('description', {help: 'description'}),
  text('leadAccountId', {
    names: 'user',
    maxLength: 128,
    help: 'account id of the lead',
    example: '5f078b5c5d265d18afe2b0cc',
  }),
  text('url', {help: 'link to more information, such as documentation'}),
  text('assigneeType', {
    values: ['PROJECT_LEAD', 'UNASSIGNED'],
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

/** Bodies of the projects but assign-permission-scheme (services T2.4, W4.12 and W4.23). */
export const projectBodies: Bodies = {
  'project create': members(
    [
      text('key', {required: true, ...key, example: 'EXP'}),
      text('name', {required: true, help: 'name of the project', example: 'Experiments'}),
      text('projectTypeKey', {
        names: 'project type',
        by: 'key',
        values: ['software', 'service_desk', 'business'],
        help: 'type of the project',
        example: 'software',
      }),
      text('projectTemplateKey', {
        values: projectTemplates,
        complete: true,
        help: 'template to create it from',
      }),
      ...about,
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
    ...about,
    list(
      'releasedProjectKeys',
      {type: 'text', names: 'project', by: 'key'},
      {help: 'former keys to release for other projects'},
    ),
    lead,
  ]),
  'project add-actor-users': members(
    [
      list('user', user, {help: 'account ids', example: '5f078b5c5d265d18afe2b0cc'}),
      list('groupId', {type: 'text', names: 'group'}, {help: 'ids of groups'}),
      list(
        'group',
        {type: 'text', names: 'group', by: 'name'},
        {help: 'names of groups; prefer groupId: names can change'},
      ),
    ],
    {rules: [{kind: 'atLeastOne', inputs: ['user', 'groupId', 'group'], soft: true}]},
  ),
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
      values: ['ENABLED', 'DISABLED'],
      closed: true,
      refused: {COMING_SOON: 'only in responses'},
      help: 'state of the feature',
      example: 'ENABLED',
    }),
  ]),
  'project update-email': members(
    [
      text('emailAddress', {
        help: 'sender e-mail address; empty restores the default',
        example: 'help@example.com',
      }),
    ],
    {ignored: ['emailAddressStatus']},
  ),
  'project set-property': {type: 'json', readAt: '/value'},
};
