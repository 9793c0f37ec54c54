import {having, integer, listOf, text, time, truth} from './shapes.ts';
import {version} from './tracker-shapes-2.ts';

export const pageBeanVersion = having({
  isLast: truth,
  maxResults: integer,
  nextPage: text,
  self: text,
  startAt: integer,
  total: integer,
  values: listOf(version),
});

const issueTypeInfo = having({avatarId: integer, id: integer, name: text});

const projectIssueTypesHierarchyLevel = having({
  entityId: text,
  issueTypes: listOf(issueTypeInfo),
  level: integer,
  name: text,
});

export const projectIssueTypeHierarchy = having({
  hierarchy: listOf(projectIssueTypesHierarchyLevel),
  projectId: integer,
});

const healthCheckResult = having({description: text, name: text, passed: truth});

export const serverInformation = having({
  baseUrl: text,
  buildDate: time,
  buildNumber: integer,
  deploymentType: text,
  displayUrl: text,
  displayUrlConfluence: text,
  displayUrlServicedeskHelpCenter: text,
  healthChecks: listOf(healthCheckResult),
  scmInfo: text,
  serverTime: time,
  serverTimeZone: text,
  serverTitle: text,
  version: text,
  versionNumbers: listOf(integer),
});
