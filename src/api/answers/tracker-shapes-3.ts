import {having, integer, json, listOf, mapOf, oneOf, text, truth} from './shapes.ts';
import {avatarUrlsBean, groupName, scope} from './tracker-shapes-1.ts';
import {project, projectRole} from './tracker-shapes-2.ts';

export const webhooksExpirationDate = having({expirationDate: integer});

const failedWebhook = having({body: text, failureTime: integer, id: text, url: text});

export const failedWebhooks = having({
  maxResults: integer,
  next: text,
  values: listOf(failedWebhook),
});

export const notificationSchemeId = having({id: text});

const notificationEvent = having({
  description: text,
  id: integer,
  name: text,
  templateEvent: json,
});

const jsonTypeBean = having({
  configuration: mapOf(json),
  custom: text,
  customId: integer,
  items: text,
  system: text,
  type: text,
});

const fieldDetails = having({
  clauseNames: listOf(text),
  custom: truth,
  id: text,
  key: text,
  name: text,
  navigable: truth,
  orderable: truth,
  schema: jsonTypeBean,
  scope,
  searchable: truth,
});

const userDetails = having({
  accountId: text,
  accountType: text,
  active: truth,
  avatarUrls: avatarUrlsBean,
  displayName: text,
  emailAddress: text,
  key: text,
  name: text,
  self: text,
  timeZone: text,
});

const eventNotification = having({
  emailAddress: text,
  expand: text,
  field: fieldDetails,
  group: groupName,
  id: integer,
  notificationType: oneOf(
    'CurrentAssignee',
    'Reporter',
    'CurrentUser',
    'ProjectLead',
    'ComponentLead',
    'User',
    'Group',
    'ProjectRole',
    'EmailAddress',
    'AllWatchers',
    'UserCustomField',
    'GroupCustomField',
  ),
  parameter: text,
  projectRole,
  recipient: text,
  user: userDetails,
});

const notificationSchemeEvent = having({
  event: notificationEvent,
  notifications: listOf(eventNotification),
});

export const notificationScheme = having({
  description: text,
  expand: text,
  id: integer,
  name: text,
  notificationSchemeEvents: listOf(notificationSchemeEvent),
  projects: listOf(integer),
  scope,
  self: text,
});

export const pageBeanNotificationScheme = having({
  isLast: truth,
  maxResults: integer,
  nextPage: text,
  self: text,
  startAt: integer,
  total: integer,
  values: listOf(notificationScheme),
});

const notificationSchemeAndProjectMappingJsonBean = having({
  notificationSchemeId: text,
  projectId: text,
});

export const pageBeanNotificationSchemeAndProjectMappingJsonBean = having({
  isLast: truth,
  maxResults: integer,
  nextPage: text,
  self: text,
  startAt: integer,
  total: integer,
  values: listOf(notificationSchemeAndProjectMappingJsonBean),
});

const projectId = having({id: text});

const statusScope = having({project: projectId, type: oneOf('PROJECT', 'GLOBAL')});

export const jiraStatus = having({
  description: text,
  id: text,
  name: text,
  scope: statusScope,
  statusCategory: oneOf('TODO', 'IN_PROGRESS', 'DONE'),
});

export const pageOfStatuses = having({
  isLast: truth,
  maxResults: integer,
  nextPage: text,
  self: text,
  startAt: integer,
  total: integer,
  values: listOf(jiraStatus),
});

const statusProjectIssueTypeUsage = having({id: text});

const statusProjectIssueTypeUsagePage = having({
  nextPageToken: text,
  values: listOf(statusProjectIssueTypeUsage),
});

export const statusProjectIssueTypeUsageDTO = having({
  issueTypes: statusProjectIssueTypeUsagePage,
  projectId: text,
  statusId: text,
});

const statusProjectUsage = having({id: text});

const statusProjectUsagePage = having({
  nextPageToken: text,
  values: listOf(statusProjectUsage),
});

export const statusProjectUsageDTO = having({projects: statusProjectUsagePage, statusId: text});

const statusWorkflowUsageWorkflow = having({id: text});

const statusWorkflowUsagePage = having({
  nextPageToken: text,
  values: listOf(statusWorkflowUsageWorkflow),
});

export const statusWorkflowUsageDTO = having({statusId: text, workflows: statusWorkflowUsagePage});

export const resolutionId = having({id: text});

export const resolution = having({description: text, id: text, name: text, self: text});

const resolutionJsonBean = having({
  default: truth,
  description: text,
  iconUrl: text,
  id: text,
  name: text,
  self: text,
});

export const pageBeanResolutionJsonBean = having({
  isLast: truth,
  maxResults: integer,
  nextPage: text,
  self: text,
  startAt: integer,
  total: integer,
  values: listOf(resolutionJsonBean),
});

export const priorityId = having({id: text});

const expandPrioritySchemePage = having({
  maxResults: integer,
  startAt: integer,
  total: integer,
});

export const priority = having({
  avatarId: integer,
  description: text,
  iconUrl: text,
  id: text,
  isDefault: truth,
  name: text,
  schemes: expandPrioritySchemePage,
  self: text,
  statusColor: text,
});

export const pageBeanPriority = having({
  isLast: truth,
  maxResults: integer,
  nextPage: text,
  self: text,
  startAt: integer,
  total: integer,
  values: listOf(priority),
});

export const issueEvent = having({id: integer, name: text});

export const pageBeanProject = having({
  isLast: truth,
  maxResults: integer,
  nextPage: text,
  self: text,
  startAt: integer,
  total: integer,
  values: listOf(project),
});

const projectFeature = having({
  feature: text,
  imageUri: text,
  localisedDescription: text,
  localisedName: text,
  prerequisites: listOf(text),
  projectId: integer,
  state: oneOf('ENABLED', 'DISABLED', 'COMING_SOON'),
  toggleLocked: truth,
});

export const containerForProjectFeatures = having({features: listOf(projectFeature)});

const propertyKey = having({key: text, self: text});

export const propertyKeys = having({keys: listOf(propertyKey)});

export const entityProperty = having({key: text, value: json});

export const projectRoleDetails = having({
  admin: truth,
  default: truth,
  description: text,
  id: integer,
  name: text,
  roleConfigurable: truth,
  scope,
  self: text,
  translatedName: text,
  type: oneOf('DEFAULT', 'GUEST_ROLE'),
});
