import {type Answers, having, integer, listOf, oneOf, text, time, truth} from '../shapes.ts';
import {idOnly, namedThing, pageOf, statusCategory, task} from './shared.ts';

const status = having({
  description: text,
  id: text,
  name: text,
  scope: having({project: idOnly, type: oneOf('PROJECT', 'GLOBAL')}),
  statusCategory: oneOf('TODO', 'IN_PROGRESS', 'DONE'),
});

/** Ids of what uses a status, a page of them. */
const usages = having({nextPageToken: text, values: listOf(idOnly)});

const orderedResolution = having({
  default: truth,
  description: text,
  iconUrl: text,
  id: text,
  name: text,
  self: text,
});

const priority = having({
  avatarId: integer,
  description: text,
  iconUrl: text,
  id: text,
  isDefault: truth,
  name: text,
  schemes: having({maxResults: integer, startAt: integer, total: integer}),
  self: text,
  statusColor: text,
});

/** Answers about statuses, resolutions, priorities and the site. */
export const orderAnswers: Answers = {
  'statuses create': listOf(status),
  'statuses get-by-id': listOf(status),
  'statuses get-by-name': listOf(status),
  'statuses search': pageOf(status),
  'statuses get-project-issue-type-usages-for': having({
    issueTypes: usages,
    projectId: text,
    statusId: text,
  }),
  'statuses get-project-usages-for': having({projects: usages, statusId: text}),
  'statuses get-workflow-usages-for': having({statusId: text, workflows: usages}),
  'statuscategory get-status-categories': listOf(statusCategory),
  'resolution create': idOnly,
  'resolution get-resolutions': listOf(namedThing),
  'resolution get-resolution': namedThing,
  'resolution delete': task,
  'resolution search': pageOf(orderedResolution),
  'priority create': idOnly,
  'priority get-priorities': listOf(priority),
  'priority get-priority': priority,
  'priority delete': task,
  'priority search': pageOf(priority),
  'events get': listOf(having({id: integer, name: text})),
  'serverInfo get-server-info': having({
    baseUrl: text,
    buildDate: time,
    buildNumber: integer,
    deploymentType: text,
    displayUrl: text,
    displayUrlConfluence: text,
    displayUrlServicedeskHelpCenter: text,
    healthChecks: listOf(having({description: text, name: text, passed: truth})),
    scmInfo: text,
    serverTime: time,
    serverTimeZone: text,
    serverTitle: text,
    version: text,
    versionNumbers: listOf(integer),
  }),
  'task get': task,
};
