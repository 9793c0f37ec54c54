import {
  date,
  idOf,
  integer,
  listOf,
  numberOf,
  objectOf,
  type ResponseShapes,
  text,
  truth,
} from '../shapes.ts';
import {pageOf} from './shared.ts';

const link = objectOf({
  href: text,
  iconClass: text,
  id: text,
  label: text,
  styleClass: text,
  title: text,
  weight: integer,
});

export const version = objectOf({
  approvers: listOf(
    objectOf({accountId: text, declineReason: text, description: text, status: text}),
  ),
  archived: truth,
  description: text,
  driver: idOf('user'),
  expand: text,
  id: text,
  issuesStatusForFixVersion: objectOf({
    done: integer,
    inProgress: integer,
    toDo: integer,
    unmapped: integer,
  }),
  moveUnfixedIssuesTo: text,
  name: text,
  operations: listOf(link),
  overdue: truth,
  project: text,
  projectId: numberOf('project'),
  releaseDate: date,
  released: truth,
  self: text,
  startDate: date,
  userReleaseDate: text,
  userStartDate: text,
});

const relatedWork = objectOf({
  category: text,
  issueId: integer,
  relatedWorkId: text,
  title: text,
  url: text,
});

/** Responses about versions. */
export const versionResponses: ResponseShapes = {
  'version create': version,
  'version get': version,
  'version update': version,
  'version move': version,
  'version get-related-issues': objectOf({
    customFieldUsage: listOf(
      objectOf({
        customFieldId: integer,
        fieldName: text,
        issueCountWithVersionInCustomField: integer,
      }),
    ),
    issueCountWithCustomFieldsShowingVersion: integer,
    issuesAffectedCount: integer,
    issuesFixedCount: integer,
    self: text,
  }),
  'version get-unresolved-issues': objectOf({
    issuesCount: integer,
    issuesUnresolvedCount: integer,
    self: text,
  }),
  'version get-related-work': listOf(relatedWork),
  'version create-related-work': relatedWork,
  'version update-related-work': relatedWork,
  'project get-versions-paginated': pageOf(version),
  'project get-versions': listOf(version),
};
