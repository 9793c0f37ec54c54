import {type Answers, date, having, integer, listOf, text, truth} from '../shapes.ts';
import {pageOf} from './shared.ts';

const link = having({
  href: text,
  iconClass: text,
  id: text,
  label: text,
  styleClass: text,
  title: text,
  weight: integer,
});

export const version = having({
  approvers: listOf(
    having({accountId: text, declineReason: text, description: text, status: text}),
  ),
  archived: truth,
  description: text,
  driver: text,
  expand: text,
  id: text,
  issuesStatusForFixVersion: having({
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
  projectId: integer,
  releaseDate: date,
  released: truth,
  self: text,
  startDate: date,
  userReleaseDate: text,
  userStartDate: text,
});

const relatedWork = having({
  category: text,
  issueId: integer,
  relatedWorkId: text,
  title: text,
  url: text,
});

/** Answers about versions. */
export const versionAnswers: Answers = {
  'version create': version,
  'version get': version,
  'version update': version,
  'version move': version,
  'version get-related-issues': having({
    customFieldUsage: listOf(
      having({
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
  'version get-unresolved-issues': having({
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
