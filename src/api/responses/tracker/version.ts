import {
  date,
  idOf,
  integer,
  integers,
  listOf,
  numberOf,
  objectOf,
  type ResponseShapes,
  recordOf,
  text,
  texts,
  truths,
} from '../shapes.ts';
import {pageOf} from './shared.ts';

const link = recordOf({
  ...texts('href iconClass id label styleClass title'),
  weight: integer,
});

export const version = recordOf({
  ...texts('description expand id moveUnfixedIssuesTo name project self'),
  ...texts('userReleaseDate userStartDate'),
  ...truths('archived overdue released'),
  approvers: listOf(
    objectOf({accountId: text, declineReason: text, description: text, status: text}),
  ),
  driver: idOf('user'),
  issuesStatusForFixVersion: recordOf(integers('done inProgress toDo unmapped')),
  operations: listOf(link),
  projectId: numberOf('project'),
  releaseDate: date,
  startDate: date,
});

const relatedWork = recordOf({
  ...texts('category relatedWorkId title url'),
  issueId: integer,
});

/** Responses about versions. */
export const versionResponses: ResponseShapes = {
  'version create': version,
  'version get': version,
  'version update': version,
  'version move': version,
  'version get-related-issues': recordOf({
    ...integers('issueCountWithCustomFieldsShowingVersion issuesAffectedCount'),
    ...integers('issuesFixedCount'),
    customFieldUsage: listOf(
      recordOf({
        ...integers('customFieldId issueCountWithVersionInCustomField'),
        fieldName: text,
      }),
    ),
    self: text,
  }),
  'version get-unresolved-issues': recordOf({
    ...integers('issuesCount issuesUnresolvedCount'),
    self: text,
  }),
  'version get-related-work': listOf(relatedWork),
  'version create-related-work': relatedWork,
  'version update-related-work': relatedWork,
  'project get-versions-paginated': pageOf(version),
  'project get-versions': listOf(version),
};
