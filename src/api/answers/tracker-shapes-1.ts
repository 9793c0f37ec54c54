import {having, integer, json, listOf, mapOf, oneOf, text, time, truth} from './shapes.ts';

export const uiModificationIdentifiers = having({id: text, self: text});

const uiModificationContextDetails = having({
  id: text,
  isAvailable: truth,
  issueTypeId: text,
  portalId: text,
  projectId: text,
  requestTypeId: text,
  viewType: oneOf('GIC', 'IssueView', 'IssueTransition', 'JSMRequestCreate'),
});

const uiModificationDetails = having({
  contexts: listOf(uiModificationContextDetails),
  data: text,
  description: text,
  id: text,
  name: text,
  self: text,
});

export const pageBeanUiModificationDetails = having({
  isLast: truth,
  maxResults: integer,
  nextPage: text,
  self: text,
  startAt: integer,
  total: integer,
  values: listOf(uiModificationDetails),
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

export const permissions = having({permissions: mapOf(userPermission)});

const bulkProjectPermissionGrants = having({
  issues: listOf(integer),
  permission: text,
  projects: listOf(integer),
});

export const bulkPermissionGrants = having({
  globalPermissions: listOf(text),
  projectPermissions: listOf(bulkProjectPermissionGrants),
});

const projectIdentifierBean = having({id: integer, key: text});

export const permittedProjects = having({projects: listOf(projectIdentifierBean)});

const permissionHolder = having({expand: text, parameter: text, type: text, value: text});

export const permissionGrant = having({
  holder: permissionHolder,
  id: integer,
  permission: text,
  self: text,
});

export const avatarUrlsBean = having({'16x16': text, '24x24': text, '32x32': text, '48x48': text});

const updatedProjectCategory = having({description: text, id: text, name: text, self: text});

const projectDetails = having({
  avatarUrls: avatarUrlsBean,
  id: text,
  key: text,
  name: text,
  projectCategory: updatedProjectCategory,
  projectTypeKey: oneOf('software', 'service_desk', 'business'),
  self: text,
  simplified: truth,
});

export const scope = having({project: projectDetails, type: oneOf('PROJECT', 'TEMPLATE')});

export const permissionScheme = having({
  description: text,
  expand: text,
  id: integer,
  name: text,
  permissions: listOf(permissionGrant),
  scope,
  self: text,
});

export const permissionSchemes = having({permissionSchemes: listOf(permissionScheme)});

export const permissionGrants = having({expand: text, permissions: listOf(permissionGrant)});

const listWrapperCallbackApplicationRole = json;

export const groupName = having({groupId: text, name: text, self: text});

const applicationRole = having({
  defaultGroups: listOf(text),
  defaultGroupsDetails: listOf(groupName),
  defined: truth,
  groupDetails: listOf(groupName),
  groups: listOf(text),
  hasUnlimitedSeats: truth,
  key: text,
  name: text,
  numberOfSeats: integer,
  platform: truth,
  remainingSeats: integer,
  selectedByDefault: truth,
  userCount: integer,
  userCountDescription: text,
});

const simpleListWrapperApplicationRole = having({
  callback: listWrapperCallbackApplicationRole,
  items: listOf(applicationRole),
  'max-results': integer,
  pagingCallback: listWrapperCallbackApplicationRole,
  size: integer,
});

const listWrapperCallbackGroupName = json;

const simpleListWrapperGroupName = having({
  callback: listWrapperCallbackGroupName,
  items: listOf(groupName),
  'max-results': integer,
  pagingCallback: listWrapperCallbackGroupName,
  size: integer,
});

export const user = having({
  accountId: text,
  accountType: oneOf('atlassian', 'app', 'customer', 'unknown'),
  active: truth,
  appType: text,
  applicationRoles: simpleListWrapperApplicationRole,
  avatarUrls: avatarUrlsBean,
  displayName: text,
  emailAddress: text,
  expand: text,
  groups: simpleListWrapperGroupName,
  guest: truth,
  key: text,
  locale: text,
  name: text,
  self: text,
  timeZone: text,
});

export const pageBeanUser = having({
  isLast: truth,
  maxResults: integer,
  nextPage: text,
  self: text,
  startAt: integer,
  total: integer,
  values: listOf(user),
});

export const userMigrationBean = having({accountId: text, key: text, username: text});

const userKey = having({accountId: text, key: text});

export const pageBeanUserKey = having({
  isLast: truth,
  maxResults: integer,
  nextPage: text,
  self: text,
  startAt: integer,
  total: integer,
  values: listOf(userKey),
});

const userPickerUser = having({
  accountId: text,
  accountType: oneOf('atlassian', 'app', 'customer', 'unknown'),
  avatarUrl: text,
  displayName: text,
  html: text,
  key: text,
  name: text,
});

export const foundUsers = having({header: text, total: integer, users: listOf(userPickerUser)});

export const projectIdentifiers = having({id: integer, key: text, self: text});

export const projectComponent = having({
  ari: text,
  assignee: user,
  assigneeType: oneOf('PROJECT_DEFAULT', 'COMPONENT_LEAD', 'PROJECT_LEAD', 'UNASSIGNED'),
  description: text,
  id: text,
  isAssigneeTypeValid: truth,
  lead: user,
  leadAccountId: text,
  leadUserName: text,
  metadata: mapOf(text),
  name: text,
  project: text,
  projectId: integer,
  realAssignee: user,
  realAssigneeType: oneOf('PROJECT_DEFAULT', 'COMPONENT_LEAD', 'PROJECT_LEAD', 'UNASSIGNED'),
  self: text,
});

export const projectInsight = having({lastIssueUpdateTime: time, totalIssueCount: integer});

const simplifiedHierarchyLevel = having({
  aboveLevelId: integer,
  belowLevelId: integer,
  externalUuid: text,
  hierarchyLevelNumber: integer,
  id: integer,
  issueTypeIds: listOf(integer),
  level: integer,
  name: text,
  projectConfigurationId: integer,
});

export const hierarchy = having({baseLevelId: integer, levels: listOf(simplifiedHierarchyLevel)});

export const issueTypeDetails = having({
  avatarId: integer,
  description: text,
  entityId: text,
  hierarchyLevel: integer,
  iconUrl: text,
  id: text,
  name: text,
  scope,
  self: text,
  subtask: truth,
});
