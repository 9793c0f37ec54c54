import {
  boolean,
  idOf,
  integer,
  listOf,
  objectOf,
  oneOf,
  type ResponseShapes,
  recordOf,
  text,
  texts,
  times,
} from '../shapes.ts';
import {idOnly, namedEntity, pageOf, statusCategory, task} from './shared.ts';

const status = recordOf({
  ...texts('description id name'),
  scope: objectOf({project: idOnly, type: oneOf('PROJECT GLOBAL')}),
  statusCategory: oneOf('TODO IN_PROGRESS DONE'),
});

/** A page of ids of the entities that use a status. */
const usages = objectOf({nextPageToken: text, values: listOf(idOnly)});

const orderedResolution = recordOf({
  ...texts('description iconUrl id name self'),
  default: boolean,
});

const priority = recordOf({
  ...texts('description iconUrl id name self statusColor'),
  avatarId: integer,
  isDefault: boolean,
  schemes: objectOf({maxResults: integer, startAt: integer, total: integer}),
});

/** Responses about statuses, resolutions, priorities and the site. */
export const orderResponses: ResponseShapes = {
  'statuses create': listOf(status),
  'statuses get-by-id': listOf(status),
  'statuses get-by-name': listOf(status),
  'statuses search': pageOf(status),
  'statuses get-project-issue-type-usages-for': objectOf({
    issueTypes: usages,
    projectId: idOf('project'),
    statusId: idOf('status'),
  }),
  'statuses get-project-usages-for': objectOf({projects: usages, statusId: idOf('status')}),
  'statuses get-workflow-usages-for': objectOf({statusId: idOf('status'), workflows: usages}),
  'statuscategory get-status-categories': listOf(statusCategory),
  'resolution create': idOnly,
  'resolution get-resolutions': listOf(namedEntity),
  'resolution get-resolution': namedEntity,
  'resolution delete': task,
  'resolution search': pageOf(orderedResolution),
  'priority create': idOnly,
  'priority get-priorities': listOf(priority),
  'priority get-priority': priority,
  'priority delete': task,
  'priority search': pageOf(priority),
  'events get': listOf(objectOf({id: integer, name: text})),
  'serverInfo get-server-info': recordOf({
    ...texts('baseUrl deploymentType displayUrl displayUrlConfluence'),
    ...texts('displayUrlServicedeskHelpCenter scmInfo serverTimeZone serverTitle version'),
    ...times('buildDate serverTime'),
    buildNumber: integer,
    healthChecks: listOf(objectOf({description: text, name: text, passed: boolean})),
    versionNumbers: listOf(integer),
  }),
  'task get': task,
};
