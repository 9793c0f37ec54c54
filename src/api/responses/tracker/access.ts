import {webhookEvents} from '../../webhook-events.ts';
import {
  boolean,
  idOf,
  integer,
  integers,
  listOf,
  mapOf,
  objectOf,
  oneOf,
  type ResponseShapes,
  recordOf,
  text,
  texts,
  truths,
} from '../shapes.ts';
import {accountType, groupName, pageOf, user} from './shared.ts';

const uiModification = recordOf({
  ...texts('data description id name self'),
  contexts: listOf(
    recordOf({
      ...texts('id portalId requestTypeId'),
      isAvailable: boolean,
      issueTypeId: idOf('issue type'),
      projectId: idOf('project'),
      viewType: oneOf('GIC IssueView IssueTransition JSMRequestCreate'),
    }),
  ),
});

const userPermission = recordOf({
  ...texts('description id key name'),
  ...truths('deprecatedKey havePermission'),
  type: oneOf('GLOBAL PROJECT'),
});

const permissions = objectOf({permissions: mapOf(userPermission)});

const pickedUser = recordOf({
  ...texts('accountId avatarUrl displayName html key name'),
  accountType,
});

const webhook = recordOf({
  ...texts('jqlFilter url'),
  ...integers('expirationDate id'),
  events: listOf(oneOf(webhookEvents.join(' '))),
  fieldIdsFilter: listOf(text),
  issuePropertyKeysFilter: listOf(text),
});

const failedWebhook = objectOf({body: text, failureTime: integer, id: text, url: text});

/** Responses about permissions, users, webhooks and UI modifications. */
export const accessResponses: ResponseShapes = {
  'uiModifications create-ui-modification': objectOf({id: text, self: text}),
  'uiModifications get-ui-modifications': pageOf(uiModification),
  'permissions get-all': permissions,
  'permissions get-bulk': objectOf({
    globalPermissions: listOf(text),
    projectPermissions: listOf(
      objectOf({issues: listOf(integer), permission: text, projects: listOf(integer)}),
    ),
  }),
  'permissions get-permitted-projects': objectOf({
    projects: listOf(objectOf({id: integer, key: text})),
  }),
  'mypermissions get-my-permissions': permissions,
  'user bulk-get': pageOf(user),
  'user bulk-get-users-migration': listOf(objectOf({accountId: text, key: text, username: text})),
  'user create': user,
  'user find': listOf(user),
  'user find-assignable': listOf(user),
  'user find-bulk-assignable': listOf(user),
  'user find-by-query': pageOf(user),
  'user find-keys-by-query': pageOf(objectOf({accountId: text, key: text})),
  'user find-for-picker': objectOf({header: text, total: integer, users: listOf(pickedUser)}),
  'user find-with-all-permissions': listOf(user),
  'user get': user,
  'user get-groups': listOf(groupName),
  'users get-all': listOf(user),
  'myself get-current-user': user,
  'webhook register-dynamic': objectOf({
    webhookRegistrationResult: listOf(objectOf({createdWebhookId: integer, errors: listOf(text)})),
  }),
  'webhook get-dynamic-webhooks-for-app': pageOf(webhook),
  'webhook refresh': objectOf({expirationDate: integer}),
  'webhook get-failed': objectOf({maxResults: integer, next: text, values: listOf(failedWebhook)}),
};
