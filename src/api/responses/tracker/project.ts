import {
  idOf,
  integer,
  json,
  listOf,
  mapOf,
  numberOf,
  objectOf,
  oneOf,
  type ResponseShapes,
  text,
  time,
  truth,
} from '../shapes.ts';
import {
  avatarUrls,
  namedEntity,
  pageOf,
  projectDetails,
  projectRole,
  projectTypeKey,
  scope,
  statusCategory,
  task,
  texts,
  user,
} from './shared.ts';
import {version} from './version.ts';

const componentAssignee = oneOf('PROJECT_DEFAULT', 'COMPONENT_LEAD', 'PROJECT_LEAD', 'UNASSIGNED');

const component = objectOf({
  ari: text,
  assignee: user,
  assigneeType: componentAssignee,
  description: text,
  id: text,
  isAssigneeTypeValid: truth,
  lead: user,
  leadAccountId: idOf('user'),
  leadUserName: text,
  metadata: texts,
  name: text,
  project: text,
  projectId: numberOf('project'),
  realAssignee: user,
  realAssigneeType: componentAssignee,
  self: text,
});

const countedComponent = objectOf({
  assignee: user,
  assigneeType: componentAssignee,
  description: text,
  id: text,
  isAssigneeTypeValid: truth,
  issueCount: integer,
  lead: user,
  name: text,
  project: text,
  projectId: numberOf('project'),
  realAssignee: user,
  realAssigneeType: componentAssignee,
  self: text,
});

const hierarchyLevel = objectOf({
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

const issueType = objectOf({
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

const landingPage = objectOf({
  attributes: texts,
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

const project = objectOf({
  archived: truth,
  archivedBy: user,
  archivedDate: time,
  assigneeType: oneOf('PROJECT_LEAD', 'UNASSIGNED'),
  avatarUrls,
  components: listOf(component),
  deleted: truth,
  deletedBy: user,
  deletedDate: time,
  description: text,
  email: text,
  expand: text,
  favourite: truth,
  id: text,
  insight: objectOf({lastIssueUpdateTime: time, totalIssueCount: integer}),
  isPrivate: truth,
  issueTypeHierarchy: objectOf({baseLevelId: integer, levels: listOf(hierarchyLevel)}),
  issueTypes: listOf(issueType),
  key: text,
  landingPageInfo: landingPage,
  lead: user,
  name: text,
  permissions: objectOf({canEdit: truth}),
  projectCategory: namedEntity,
  projectTypeKey,
  properties: mapOf(json),
  retentionTillDate: time,
  roles: texts,
  self: text,
  simplified: truth,
  style: oneOf('classic', 'next-gen'),
  url: text,
  uuid: text,
  versions: listOf(version),
});

const avatar = objectOf({
  fileName: text,
  id: text,
  isDeletable: truth,
  isSelected: truth,
  isSystemAvatar: truth,
  owner: text,
  urls: texts,
});

const projectType = objectOf({
  color: text,
  descriptionI18nKey: text,
  formattedKey: text,
  icon: text,
  key: text,
});

const status = objectOf({
  description: text,
  iconUrl: text,
  id: text,
  name: text,
  scope,
  self: text,
  statusCategory,
});

const features = objectOf({
  features: listOf(
    objectOf({
      feature: text,
      imageUri: text,
      localisedDescription: text,
      localisedName: text,
      prerequisites: listOf(text),
      projectId: numberOf('project'),
      state: oneOf('ENABLED', 'DISABLED', 'COMING_SOON'),
      toggleLocked: truth,
    }),
  ),
});

const levelMembers = {
  id: text,
  status: text,
  name: text,
  rank: integer,
  description: text,
  guideline: text,
};
const level = objectOf({...levelMembers, color: text});

const priorityScheme = objectOf({
  default: truth,
  defaultPriorityId: idOf('priority'),
  description: text,
  id: text,
  isDefault: truth,
  name: text,
  priorities: pageOf(
    objectOf({
      description: text,
      iconUrl: text,
      id: text,
      isDefault: truth,
      name: text,
      self: text,
      sequence: text,
      statusColor: text,
    }),
  ),
  projects: pageOf(projectDetails),
  self: text,
});

const workflowScheme = objectOf({
  defaultWorkflow: text,
  description: text,
  draft: truth,
  id: integer,
  issueTypeMappings: texts,
  issueTypes: mapOf(issueType),
  lastModified: text,
  lastModifiedUser: user,
  name: text,
  originalDefaultWorkflow: text,
  originalIssueTypeMappings: texts,
  self: text,
  updateDraftIfNeeded: truth,
});

/** Responses about projects and their parts. */
export const projectResponses: ResponseShapes = {
  'project create': objectOf({id: integer, key: text, self: text}),
  'project get': project,
  'project get-all': listOf(project),
  'project get-recent': listOf(project),
  'project search': pageOf(project),
  'project update': project,
  'project restore': project,
  'project delete-asynchronously': task,
  'project add-actor-users': projectRole,
  'project set-actors': projectRole,
  'project get-role': projectRole,
  'project get-roles': texts,
  'project get-role-details': listOf(
    objectOf({
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
    }),
  ),
  'role get-all-project': listOf(projectRole),
  'projectCategory create-project-category': namedEntity,
  'projectCategory get-project-category-by-id': namedEntity,
  'projectCategory update-project-category': namedEntity,
  'component create': component,
  'component get': component,
  'component update': component,
  'component get-related-issues': objectOf({issueCount: integer, self: text}),
  'issuetype get-issue-all-types': listOf(issueType),
  'issuesecurityschemes search-projects-using-security-schemes': pageOf(
    objectOf({
      issueSecuritySchemeId: idOf('issue security scheme'),
      projectId: idOf('project'),
    }),
  ),
  'issuesecurityschemes search-security-schemes': pageOf(
    objectOf({
      defaultLevel: integer,
      description: text,
      id: integer,
      name: text,
      projectIds: listOf(integer),
      self: text,
    }),
  ),
  'issuetypescheme get-issue-type-scheme-for-projects': pageOf(
    objectOf({
      issueTypeScheme: objectOf({
        defaultIssueTypeId: idOf('issue type'),
        description: text,
        id: text,
        isDefault: truth,
        name: text,
      }),
      projectIds: listOf(text),
    }),
  ),
  'issuetypescreenscheme get-issue-type-screen-scheme-project-associations': pageOf(
    objectOf({
      issueTypeScreenScheme: objectOf({description: text, id: text, name: text}),
      projectIds: listOf(text),
    }),
  ),
  'priorityscheme get-priority-schemes': pageOf(priorityScheme),
  'priorityscheme get-projects-by-priority-scheme': pageOf(project),
  'workflowscheme get-workflow-scheme-project-associations': objectOf({
    values: listOf(objectOf({projectIds: listOf(text), workflowScheme})),
  }),
  'project create-avatar': avatar,
  'project get-all-project-avatars': objectOf({custom: listOf(avatar), system: listOf(avatar)}),
  'project get-accessible-project-type-by-key': projectType,
  'project get-all-accessible-project-types': listOf(projectType),
  'project get-all-project-types': listOf(projectType),
  'project get-all-statuses': listOf(
    objectOf({id: text, name: text, self: text, statuses: listOf(status), subtask: truth}),
  ),
  'project get-classification-config': objectOf({
    classificationLevels: listOf(level),
    containerOverride: text,
    defaultClassificationLevel: level,
    organizationClassificationLevel: level,
  }),
  'project get-default-project-classification': objectOf({
    classification: objectOf({...levelMembers, guidelineADF: text, color: text}),
  }),
  'project get-components': listOf(component),
  'project get-components-paginated': pageOf(countedComponent),
  'project get-email': objectOf({emailAddress: text, emailAddressStatus: listOf(text)}),
  'project get-features-for': features,
  'project toggle-feature-for': features,
  'project get-property-keys': objectOf({keys: listOf(objectOf({key: text, self: text}))}),
  'project get-property': objectOf({key: text, value: json}),
  'project get-hierarchy': objectOf({
    hierarchy: listOf(
      objectOf({
        entityId: text,
        issueTypes: listOf(objectOf({avatarId: integer, id: integer, name: text})),
        level: integer,
        name: text,
      }),
    ),
    projectId: numberOf('project'),
  }),
  'projectCategory get-all-project-categories': listOf(namedEntity),
  'projectvalidate validate-project-key': objectOf({
    errorMessages: listOf(text),
    errors: texts,
    status: integer,
  }),
  'projectvalidate get-valid-project-key': text,
  'projectvalidate get-valid-project-name': text,
};
