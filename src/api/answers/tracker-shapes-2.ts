import {webhookEvents} from '../webhook-events.ts';
import {date, having, integer, json, listOf, mapOf, oneOf, text, time, truth} from './shapes.ts';
import {
  avatarUrlsBean,
  hierarchy,
  issueTypeDetails,
  projectComponent,
  projectInsight,
  scope,
  user,
} from './tracker-shapes-1.ts';

const projectLandingPageInfo = having({
  attributes: mapOf(text),
  boardId: integer,
  boardName: text,
  projectKey: text,
  projectType: text,
  queueCategory: text,
  queueId: integer,
  queueName: text,
  simpleBoard: truth,
  simplified: truth,
  url: text,
});

const projectPermissions = having({canEdit: truth});

export const projectCategory = having({description: text, id: text, name: text, self: text});

const versionApprover = having({
  accountId: text,
  declineReason: text,
  description: text,
  status: text,
});

const versionIssuesStatus = having({
  done: integer,
  inProgress: integer,
  toDo: integer,
  unmapped: integer,
});

const simpleLink = having({
  href: text,
  iconClass: text,
  id: text,
  label: text,
  styleClass: text,
  title: text,
  weight: integer,
});

export const version = having({
  approvers: listOf(versionApprover),
  archived: truth,
  description: text,
  driver: text,
  expand: text,
  id: text,
  issuesStatusForFixVersion: versionIssuesStatus,
  moveUnfixedIssuesTo: text,
  name: text,
  operations: listOf(simpleLink),
  overdue: truth,
  project: text,
  projectId: integer,
  releaseDate: date,
  released: truth,
  self: text,
  startDate: date,
  userReleaseDate: text,
  userStartDate: text,
});

export const project = having({
  archived: truth,
  archivedBy: user,
  archivedDate: time,
  assigneeType: oneOf('PROJECT_LEAD', 'UNASSIGNED'),
  avatarUrls: avatarUrlsBean,
  components: listOf(projectComponent),
  deleted: truth,
  deletedBy: user,
  deletedDate: time,
  description: text,
  email: text,
  expand: text,
  favourite: truth,
  id: text,
  insight: projectInsight,
  isPrivate: truth,
  issueTypeHierarchy: hierarchy,
  issueTypes: listOf(issueTypeDetails),
  key: text,
  landingPageInfo: projectLandingPageInfo,
  lead: user,
  name: text,
  permissions: projectPermissions,
  projectCategory,
  projectTypeKey: oneOf('software', 'service_desk', 'business'),
  properties: mapOf(json),
  retentionTillDate: time,
  roles: mapOf(text),
  self: text,
  simplified: truth,
  style: oneOf('classic', 'next-gen'),
  url: text,
  uuid: text,
  versions: listOf(version),
});

export const taskProgressBeanObject = having({
  description: text,
  elapsedRuntime: integer,
  finished: integer,
  id: text,
  lastUpdate: integer,
  message: text,
  progress: integer,
  result: json,
  self: text,
  started: integer,
  status: oneOf(
    'ENQUEUED',
    'RUNNING',
    'COMPLETE',
    'FAILED',
    'CANCEL_REQUESTED',
    'CANCELLED',
    'DEAD',
  ),
  submitted: integer,
  submittedBy: integer,
});

const projectRoleGroup = having({displayName: text, groupId: text, name: text});

const projectRoleUser = having({accountId: text});

const roleActor = having({
  actorGroup: projectRoleGroup,
  actorUser: projectRoleUser,
  avatarUrl: text,
  displayName: text,
  id: integer,
  name: text,
  type: oneOf('atlassian-group-role-actor', 'atlassian-user-role-actor'),
});

export const projectRole = having({
  actors: listOf(roleActor),
  admin: truth,
  currentUserRole: truth,
  default: truth,
  description: text,
  id: integer,
  name: text,
  roleConfigurable: truth,
  scope,
  self: text,
  translatedName: text,
});

export const avatar = having({
  fileName: text,
  id: text,
  isDeletable: truth,
  isSelected: truth,
  isSystemAvatar: truth,
  owner: text,
  urls: mapOf(text),
});

export const projectAvatars = having({custom: listOf(avatar), system: listOf(avatar)});

export const projectType = having({
  color: text,
  descriptionI18nKey: text,
  formattedKey: text,
  icon: text,
  key: text,
});

export const statusCategory = having({
  colorName: text,
  id: integer,
  key: text,
  name: text,
  self: text,
});

const statusDetails = having({
  description: text,
  iconUrl: text,
  id: text,
  name: text,
  scope,
  self: text,
  statusCategory,
});

export const issueTypeWithStatus = having({
  id: text,
  name: text,
  self: text,
  statuses: listOf(statusDetails),
  subtask: truth,
});

const componentWithIssueCount = having({
  assignee: user,
  assigneeType: oneOf('PROJECT_DEFAULT', 'COMPONENT_LEAD', 'PROJECT_LEAD', 'UNASSIGNED'),
  description: text,
  id: text,
  isAssigneeTypeValid: truth,
  issueCount: integer,
  lead: user,
  name: text,
  project: text,
  projectId: integer,
  realAssignee: user,
  realAssigneeType: oneOf('PROJECT_DEFAULT', 'COMPONENT_LEAD', 'PROJECT_LEAD', 'UNASSIGNED'),
  self: text,
});

export const pageBeanComponentWithIssueCount = having({
  isLast: truth,
  maxResults: integer,
  nextPage: text,
  self: text,
  startAt: integer,
  total: integer,
  values: listOf(componentWithIssueCount),
});

export const projectEmailAddress = having({emailAddress: text, emailAddressStatus: listOf(text)});

export const errorCollection = having({
  errorMessages: listOf(text),
  errors: mapOf(text),
  status: integer,
});

const versionUsageInCustomField = having({
  customFieldId: integer,
  fieldName: text,
  issueCountWithVersionInCustomField: integer,
});

export const versionIssueCounts = having({
  customFieldUsage: listOf(versionUsageInCustomField),
  issueCountWithCustomFieldsShowingVersion: integer,
  issuesAffectedCount: integer,
  issuesFixedCount: integer,
  self: text,
});

export const versionUnresolvedIssuesCount = having({
  issuesCount: integer,
  issuesUnresolvedCount: integer,
  self: text,
});

export const versionRelatedWork = having({
  category: text,
  issueId: integer,
  relatedWorkId: text,
  title: text,
  url: text,
});

const registeredWebhook = having({createdWebhookId: integer, errors: listOf(text)});

export const containerForRegisteredWebhooks = having({
  webhookRegistrationResult: listOf(registeredWebhook),
});

export const webhook = having({
  events: listOf(oneOf(...webhookEvents)),
  expirationDate: integer,
  fieldIdsFilter: listOf(text),
  id: integer,
  issuePropertyKeysFilter: listOf(text),
  jqlFilter: text,
  url: text,
});

export const pageBeanWebhook = having({
  isLast: truth,
  maxResults: integer,
  nextPage: text,
  self: text,
  startAt: integer,
  total: integer,
  values: listOf(webhook),
});
