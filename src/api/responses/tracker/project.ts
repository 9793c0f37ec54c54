import {
  boolean,
  idOf,
  integer,
  integers,
  json,
  listOf,
  mapOf,
  numberOf,
  objectOf,
  oneOf,
  type ResponseShapes,
  recordOf,
  text,
  texts,
  time,
  times,
  truths,
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
  textMap,
  user,
} from './shared.ts';
import {version} from './version.ts';

const componentAssignee = oneOf('PROJECT_DEFAULT COMPONENT_LEAD PROJECT_LEAD UNASSIGNED');

const componentMembers = {
  ...texts('description id name project self'),
  assignee: user,
  assigneeType: componentAssignee,
  isAssigneeTypeValid: boolean,
  lead: user,
  projectId: numberOf('project'),
  realAssignee: user,
  realAssigneeType: componentAssignee,
};

const component = recordOf({
  ...componentMembers,
  ...texts('ari leadUserName'),
  leadAccountId: idOf('user'),
  metadata: textMap,
});

const hierarchyLevel = recordOf({
  ...integers('aboveLevelId belowLevelId hierarchyLevelNumber id level'),
  ...integers('projectConfigurationId'),
  ...texts('externalUuid name'),
  issueTypeIds: listOf(integer),
});

const issueType = recordOf({
  ...texts('description entityId iconUrl id name self'),
  ...integers('avatarId hierarchyLevel'),
  scope,
  subtask: boolean,
});

const landingPage = recordOf({
  ...texts('boardName projectKey projectType queueCategory queueName url'),
  ...integers('boardId queueId'),
  ...truths('simpleBoard simplified'),
  attributes: textMap,
});

const project = recordOf({
  ...texts('description email expand id key name self url uuid'),
  ...truths('archived deleted favourite isPrivate simplified'),
  ...times('archivedDate deletedDate retentionTillDate'),
  archivedBy: user,
  assigneeType: oneOf('PROJECT_LEAD UNASSIGNED'),
  avatarUrls,
  components: listOf(component),
  deletedBy: user,
  insight: objectOf({lastIssueUpdateTime: time, totalIssueCount: integer}),
  issueTypeHierarchy: objectOf({baseLevelId: integer, levels: listOf(hierarchyLevel)}),
  issueTypes: listOf(issueType),
  landingPageInfo: landingPage,
  lead: user,
  permissions: objectOf({canEdit: boolean}),
  projectCategory: namedEntity,
  projectTypeKey,
  properties: mapOf(json),
  roles: textMap,
  style: oneOf('classic next-gen'),
  versions: listOf(version),
});

const avatar = recordOf({
  ...texts('fileName id owner'),
  ...truths('isDeletable isSelected isSystemAvatar'),
  urls: textMap,
});

const projectType = recordOf(texts('color descriptionI18nKey formattedKey icon key'));

const status = recordOf({
  ...texts('description iconUrl id name self'),
  scope,
  statusCategory,
});

const features = objectOf({
  features: listOf(
    recordOf({
      ...texts('feature imageUri localisedDescription localisedName'),
      prerequisites: listOf(text),
      projectId: numberOf('project'),
      state: oneOf('ENABLED DISABLED COMING_SOON'),
      toggleLocked: boolean,
    }),
  ),
});

const levelMembers = {
  ...texts('id status name'),
  rank: integer,
  ...texts('description guideline'),
};
const level = objectOf({...levelMembers, color: text});

const priorityScheme = recordOf({
  ...texts('description id name self'),
  ...truths('default isDefault'),
  defaultPriorityId: idOf('priority'),
  priorities: pageOf(
    recordOf({
      ...texts('description iconUrl id name self sequence statusColor'),
      isDefault: boolean,
    }),
  ),
  projects: pageOf(projectDetails),
});

const workflowScheme = recordOf({
  ...texts('defaultWorkflow description lastModified name originalDefaultWorkflow self'),
  ...truths('draft updateDraftIfNeeded'),
  id: integer,
  issueTypeMappings: textMap,
  issueTypes: mapOf(issueType),
  lastModifiedUser: user,
  originalIssueTypeMappings: textMap,
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
  'project get-roles': textMap,
  'project get-role-details': listOf(
    recordOf({
      ...texts('description name self translatedName'),
      ...truths('admin default roleConfigurable'),
      id: integer,
      scope,
      type: oneOf('DEFAULT GUEST_ROLE'),
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
    recordOf({
      ...texts('description name self'),
      ...integers('defaultLevel id'),
      projectIds: listOf(integer),
    }),
  ),
  'issuetypescheme get-issue-type-scheme-for-projects': pageOf(
    objectOf({
      issueTypeScheme: recordOf({
        ...texts('description id name'),
        defaultIssueTypeId: idOf('issue type'),
        isDefault: boolean,
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
    objectOf({id: text, name: text, self: text, statuses: listOf(status), subtask: boolean}),
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
  'project get-components-paginated': pageOf(recordOf({...componentMembers, issueCount: integer})),
  'project get-email': objectOf({emailAddress: text, emailAddressStatus: listOf(text)}),
  'project get-features-for': features,
  'project toggle-feature-for': features,
  'project get-property-keys': objectOf({keys: listOf(objectOf({key: text, self: text}))}),
  'project get-property': objectOf({key: text, value: json}),
  'project get-hierarchy': objectOf({
    hierarchy: listOf(
      recordOf({
        ...texts('entityId name'),
        issueTypes: listOf(objectOf({avatarId: integer, id: integer, name: text})),
        level: integer,
      }),
    ),
    projectId: numberOf('project'),
  }),
  'projectCategory get-all-project-categories': listOf(namedEntity),
  'projectvalidate validate-project-key': objectOf({
    errorMessages: listOf(text),
    errors: textMap,
    status: integer,
  }),
  'projectvalidate get-valid-project-key': text,
  'projectvalidate get-valid-project-name': text,
};
