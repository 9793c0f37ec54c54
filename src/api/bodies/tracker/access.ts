import {webhookEventWords} from '../../webhook-events.ts';
import {statusCategories, wordedValues} from '../../worded-values.ts';
import {lines, list, members, object, text} from '../fields.ts';
import {type Bodies, permissionKey} from '../shared.ts';

const statusName = {maxLength: 255, help: 'name of the status'};
const category = text('statusCategory', {
  required: true,
  ...statusCategories,
  closed: true,
  help: 'status category',
  example: 'TODO',
});
const statusDescription = lines('description', {help: 'description'});

const webhookIds = members([
  list(
    'webhookIds',
    {type: 'integer', names: 'webhook'},
    {required: true, help: 'ids of webhooks', example: '10000'},
  ),
]);

const modification = (required: boolean) =>
  members([
    text('name', {
      ...(required && {required: true as const}),
      maxLength: 255,
      help: 'name of the UI modification',
      example: 'Hide the field',
    }),
    lines('description', {maxLength: 255, help: 'description'}),
    lines('data', {maxLength: 50_000, help: 'data of the app, often JSON'}),
    list(
      'contexts',
      members(
        [
          text('projectId', {names: 'project', nullable: 'any', help: 'id of the project'}),
          text('issueTypeId', {names: 'issue type', nullable: 'any', help: 'id of the issue type'}),
          text('portalId', {help: 'id of a service desk’s portal'}),
          text('requestTypeId', {help: 'id of a request type of the portal'}),
          text('viewType', {
            ...wordedValues({
              GIC: 'Issue creation',
              IssueView: 'Issue view',
              IssueTransition: 'Issue transition',
              JSMRequestCreate: 'Request creation',
            }),
            refused: {ServiceRequestCreate: 'use JSMRequestCreate'},
            nullable: 'any',
            help: 'view to modify',
          }),
        ],
        {ignored: ['id', 'isAvailable']},
      ),
      {
        maxItems: 1000,
        help: required ? 'where it applies' : 'where it applies; replaces all existing contexts',
      },
    ),
  ]);

/** Bodies of permissions, users, statuses, webhooks and UI modifications. */
export const accessBodies: Bodies = {
  'permissions get-bulk': members([
    text('accountId', {names: 'user', help: 'account id; default: the calling user'}),
    list('globalPermissions', permissionKey, {help: 'keys of global permissions'}),
    list(
      'projectPermissions',
      members([
        list('permissions', permissionKey, {
          required: true,
          help: 'keys of project permissions',
          example: 'BROWSE_PROJECTS',
        }),
        list(
          'projects',
          {type: 'integer', names: 'project'},
          {maxItems: 1000, help: 'ids of projects', example: '10000'},
        ),
        list('issues', {type: 'integer', names: 'issue'}, {maxItems: 1000, help: 'ids of issues'}),
      ]),
      {
        help: 'permissions, each with projects and issues',
        example: '[{"permissions":["BROWSE_PROJECTS"],"projects":[10000]}]',
      },
    ),
  ]),
  'permissions get-permitted-projects': members([
    list('permissions', permissionKey, {
      required: true,
      help: 'keys of project permissions',
      example: 'BROWSE_PROJECTS',
    }),
  ]),
  'user create': members(
    [
      text('emailAddress', {
        required: true,
        help: 'e-mail address',
        example: 'new.person@example.com',
      }),
      list(
        'products',
        {
          type: 'text',
          ...wordedValues({
            'jira-software': 'Jira Software',
            'jira-servicedesk': 'Jira Service Management',
            'jira-core': 'Jira Work Management',
          }),
        },
        {required: true, help: 'products the user may use', example: 'jira-software'},
      ),
      ...['displayName', 'name', 'key', 'password'].map(name =>
        text(name, {help: 'former field', deprecated: 'no longer has any effect'}),
      ),
      list(
        'applicationKeys',
        {type: 'text'},
        {help: 'former field', deprecated: 'no longer has any effect'},
      ),
    ],
    {ignored: ['self']},
  ),
  'statuses create': members([
    object(
      'scope',
      members([
        text('type', {
          required: true,
          ...wordedValues({GLOBAL: 'All projects', PROJECT: 'One project'}),
          closed: true,
          help: 'all projects, or one project',
          example: 'GLOBAL',
        }),
        object(
          'project',
          members([text('id', {required: true, names: 'project', help: 'id of the project'})]),
          {nullable: 'none', help: 'the project, if type is PROJECT'},
        ),
      ]),
      {required: true, help: 'where the statuses can be used'},
    ),
    list(
      'statuses',
      members([
        text('name', {required: true, ...statusName, example: 'Waiting'}),
        category,
        statusDescription,
      ]),
      {required: true, minItems: 1, help: 'the statuses'},
    ),
  ]),
  'statuses update': members([
    list(
      'statuses',
      members([
        text('id', {required: true, names: 'status', help: 'id of the status', example: '10000'}),
        text('name', {required: true, ...statusName, example: 'To look at'}),
        category,
        statusDescription,
      ]),
      {required: true, minItems: 1, help: 'the complete statuses'},
    ),
  ]),
  'webhook register-dynamic': members([
    text('url', {
      required: true,
      help: 'URL for deliveries; must be on the base URL of the app',
      example: 'https://app.example.com/hook',
    }),
    list(
      'webhooks',
      members([
        text('jqlFilter', {
          required: true,
          help: 'JQL filter for issues',
          example: 'project = HPAY',
        }),
        list(
          'events',
          {
            type: 'text',
            ...wordedValues(webhookEventWords),
            complete: true,
          },
          {required: true, help: 'names of events', example: 'jira:issue_created'},
        ),
        list('fieldIdsFilter', {type: 'text', names: 'field'}, {help: 'ids of fields'}),
        list('issuePropertyKeysFilter', {type: 'text'}, {help: 'keys of issue properties'}),
      ]),
      {required: true, help: 'the webhooks'},
    ),
  ]),
  'webhook delete-by-id': webhookIds,
  'webhook refresh': webhookIds,
  'uiModifications create-ui-modification': modification(true),
  'uiModifications update-ui-modification': modification(false),
};
