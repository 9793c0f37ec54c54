import {webhookEvents} from '../../webhook-events.ts';
import {type Answers, having, integer, listOf, mapOf, oneOf, text, truth} from '../shapes.ts';
import {accountType, groupName, pageOf, user} from './shared.ts';

const uiModification = having({
  contexts: listOf(
    having({
      id: text,
      isAvailable: truth,
      issueTypeId: text,
      portalId: text,
      projectId: text,
      requestTypeId: text,
      viewType: oneOf('GIC', 'IssueView', 'IssueTransition', 'JSMRequestCreate'),
    }),
  ),
  data: text,
  description: text,
  id: text,
  name: text,
  self: text,
});

const userPermission = having({
  deprecatedKey: truth,
  description: text,
  havePermission: truth,
  id: text,
  key: text,
  name: text,
  type: oneOf('GLOBAL', 'PROJECT'),
});

const permissions = having({permissions: mapOf(userPermission)});

const pickedUser = having({
  accountId: text,
  accountType,
  avatarUrl: text,
  displayName: text,
  html: text,
  key: text,
  name: text,
});

const webhook = having({
  events: listOf(oneOf(...webhookEvents)),
  expirationDate: integer,
  fieldIdsFilter: listOf(text),
  id: integer,
  issuePropertyKeysFilter: listOf(text),
  jqlFilter: text,
  url: text,
});

const failedWebhook = having({body: text, failureTime: integer, id: text, url: text});

/** Answers about permissions, users, webhooks and UI modifications. */
export const accessAnswers: Answers = {
  'uiModifications create-ui-modification': having({id: text, self: text}),
  'uiModifications get-ui-modifications': pageOf(uiModification),
  'permissions get-all': permissions,
  'permissions get-bulk': having({
    globalPermissions: listOf(text),
    projectPermissions: listOf(
      having({issues: listOf(integer), permission: text, projects: listOf(integer)}),
    ),
  }),
  'permissions get-permitted-projects': having({
    projects: listOf(having({id: integer, key: text})),
  }),
  'mypermissions get-my-permissions': permissions,
  'user bulk-get': pageOf(user),
  'user bulk-get-users-migration': listOf(having({accountId: text, key: text, username: text})),
  'user create': user,
  'user find': listOf(user),
  'user find-assignable': listOf(user),
  'user find-bulk-assignable': listOf(user),
  'user find-by-query': pageOf(user),
  'user find-keys-by-query': pageOf(having({accountId: text, key: text})),
  'user find-for-picker': having({header: text, total: integer, users: listOf(pickedUser)}),
  'user find-with-all-permissions': listOf(user),
  'user get': user,
  'user get-groups': listOf(groupName),
  'users get-all': listOf(user),
  'myself get-current-user': user,
  'webhook register-dynamic': having({
    webhookRegistrationResult: listOf(having({createdWebhookId: integer, errors: listOf(text)})),
  }),
  'webhook get-dynamic-webhooks-for-app': pageOf(webhook),
  'webhook refresh': having({expirationDate: integer}),
  'webhook get-failed': having({maxResults: integer, next: text, values: listOf(failedWebhook)}),
};
