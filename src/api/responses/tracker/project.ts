import {
  type Answers,
  having,
  integer,
  json,
  listOf,
  mapOf,
  oneOf,
  text,
  time,
  truth,
} from '../shapes.ts';
import {
  avatarUrls,
  namedThing,
  pageOf,
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

const component = having({
  ari: text,
  assignee: user,
  assigneeType: componentAssignee,
  description: text,
  id: text,
  isAssigneeTypeValid: truth,
  lead: user,
  leadAccountId: text,
  leadUserName: text,
  metadata: texts,
  name: text,
  project: text,
  projectId: integer,
  realAssignee: user,
  realAssigneeType: componentAssignee,
  self: text,
});

const countedComponent = having({
  assignee: user,
  assigneeType: componentAssignee,
  description: text,
  id: text,
  isAssigneeTypeValid: truth,
  issueCount: integer,
  lead: user,
  name: text,
  project: text,
  projectId: integer,
  realAssignee: user,
  realAssigneeType: componentAssignee,
  self: text,
});

const hierarchyLevel = having({
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

const issueType = having({
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

const landingPage = having({
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

const project = having({
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
  insight: having({lastIssueUpdateTime: time, totalIssueCount: integer}),
  isPrivate: truth,
  issueTypeHierarchy: having({baseLevelId: integer, levels: listOf(hierarchyLevel)}),
  issueTypes: listOf(issueType),
  key: text,
  landingPageInfo: landingPage,
  lead: user,
  name: text,
  permissions: having({canEdit: truth}),
  projectCategory: namedThing,
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

const avatar = having({
  fileName: text,
  id: text,
  isDeletable: truth,
  isSelected: truth,
  isSystemAvatar: truth,
  owner: text,
  urls: texts,
});

const projectType = having({
  color: text,
  descriptionI18nKey: text,
  formattedKey: text,
  icon: text,
  key: text,
});

const status = having({
  description: text,
  iconUrl: text,
  id: text,
  name: text,
  scope,
  self: text,
  statusCategory,
});

const features = having({
  features: listOf(
    having({
      feature: text,
      imageUri: text,
      localisedDescription: text,
      localisedName: text,
      prerequisites: listOf(text),
      projectId: integer,
      state: oneOf('ENABLED', 'DISABLED', 'COMING_SOON'),
      toggleLocked: truth,
    }),
  ),
});

const aboutLevel = {
  id: text,
  status: text,
  name: text,
  rank: integer,
  description: text,
  guideline: text,
};
const level = having({...aboutLevel, color: text});

/** Answers about projects and their parts. */
export const projectAnswers: Answers = {
  'project create': having({id: integer, key: text, self: text}),
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
    having({
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
  'project create-avatar': avatar,
  'project get-all-project-avatars': having({custom: listOf(avatar), system: listOf(avatar)}),
  'project get-accessible-project-type-by-key': projectType,
  'project get-all-accessible-project-types': listOf(projectType),
  'project get-all-project-types': listOf(projectType),
  'project get-all-statuses': listOf(
    having({id: text, name: text, self: text, statuses: listOf(status), subtask: truth}),
  ),
  'project get-classification-config': having({
    classificationLevels: listOf(level),
    containerOverride: text,
    defaultClassificationLevel: level,
    organizationClassificationLevel: level,
  }),
  'project get-default-project-classification': having({
    classification: having({...aboutLevel, guidelineADF: text, color: text}),
  }),
  'project get-components': listOf(component),
  'project get-components-paginated': pageOf(countedComponent),
  'project get-email': having({emailAddress: text, emailAddressStatus: listOf(text)}),
  'project get-features-for': features,
  'project toggle-feature-for': features,
  'project get-property-keys': having({keys: listOf(having({key: text, self: text}))}),
  'project get-property': having({key: text, value: json}),
  'project get-hierarchy': having({
    hierarchy: listOf(
      having({
        entityId: text,
        issueTypes: listOf(having({avatarId: integer, id: integer, name: text})),
        level: integer,
        name: text,
      }),
    ),
    projectId: integer,
  }),
  'projectCategory get-all-project-categories': listOf(namedThing),
  'projectvalidate validate-project-key': having({
    errorMessages: listOf(text),
    errors: texts,
    status: integer,
  }),
  'projectvalidate get-valid-project-key': text,
  'projectvalidate get-valid-project-name': text,
};
