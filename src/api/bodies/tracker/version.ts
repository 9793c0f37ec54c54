import {boolean, date, integer, lines, list, members, text} from '../fields.ts';
import type {Bodies} from '../shared.ts';

const ignored = [
  'approvers',
  'id',
  'issuesStatusForFixVersion',
  'operations',
  'overdue',
  'self',
  'userReleaseDate',
  'userStartDate',
];

const versionFields = [
  date('releaseDate', {help: 'release date', example: '2026-12-01'}),
  date('startDate', {help: 'start date'}),
  lines('description', {maxBytes: 16_384, help: 'description'}),
  text('driver', {names: 'user', help: 'account id of the driver'}),
  boolean('released', {help: 'true if released'}),
  boolean('archived', {help: 'true if archived'}),
  text('expand', {
    values: ['operations', 'issuesstatus', 'driver', 'approvers'],
    help: 'what to include in the response, comma-separated',
  }),
];

const workFields = [
  text('title', {help: 'title of the link', example: 'Design'}),
  text('url', {help: 'URL of the link', example: 'https://example.com/design'}),
];
const byAddress = {by: 'address', address: '/rest/api/3/version/'} as const;

const workCategory = text('category', {
  required: true,
  help: 'category of the work, free text',
  example: 'design',
});

/** Bodies of version operations (services W4.11 and W4.12). */
export const versionBodies: Bodies = {
  'version create': members(
    [
      text('name', {
        required: true,
        maxLength: 255,
        help: 'name, unique in the project',
        example: '2.1',
      }),
      integer('projectId', {
        required: true,
        unless: 'project',
        names: 'project',
        help: 'id of the project',
        example: '10000',
      }),
      ...versionFields,
      text('project', {
        names: 'project',
        by: 'key',
        help: 'key of the project',
        deprecated: 'use projectId',
      }),
      text('moveUnfixedIssuesTo', {
        names: 'version',
        ...byAddress,
        help: 'version to move unfixed issues to',
        deprecated: 'has no effect when a version is created; use version update',
      }),
    ],
    {ignored},
  ),
  'version update': members(
    [
      text('name', {maxLength: 255, help: 'name, unique in the project'}),
      ...versionFields,
      text('moveUnfixedIssuesTo', {
        names: 'version',
        ...byAddress,
        help: 'version to move unfixed issues to on release',
      }),
      integer('projectId', {
        names: 'project',
        help: 'id of the project',
        deprecated: 'has no effect: a version stays in its project',
      }),
      text('project', {
        names: 'project',
        by: 'key',
        help: 'key of the project',
        deprecated: 'has no effect: a version stays in its project',
      }),
    ],
    {ignored},
  ),
  'version delete-and-replace': members([
    integer('moveFixIssuesTo', {
      names: 'version',
      help: 'id of the replacement version in fixVersion',
      example: '10001',
    }),
    integer('moveAffectedIssuesTo', {
      names: 'version',
      help: 'id of the replacement version in affectedVersion',
    }),
    list(
      'customFieldReplacementList',
      members([
        integer('customFieldId', {names: 'field', help: 'id of a version picker field'}),
        integer('moveTo', {names: 'version', help: 'id of the replacement version in that field'}),
      ]),
      {help: 'replacements in version picker fields'},
    ),
  ]),
  'version move': members(
    [
      text('after', {names: 'version', ...byAddress, help: 'version to move it after'}),
      text('position', {
        values: ['Earlier', 'Later', 'First', 'Last'],
        closed: true,
        help: 'position to move it to',
        example: 'First',
      }),
    ],
    {rules: [{kind: 'exactlyOne', inputs: ['after', 'position']}]},
  ),
  'version create-related-work': members([workCategory, ...workFields], {
    ignored: ['issueId', 'relatedWorkId'],
    rules: [{kind: 'atLeastOne', inputs: ['url'], soft: true}],
  }),
  'version update-related-work': members(
    [
      text('relatedWorkId', {
        required: true,
        names: 'related work',
        example: 'e81509b8-a813-4036-9894-6cdf35b389e2',
        help: 'UUID of the related work',
      }),
      workCategory,
      ...workFields,
    ],
    {ignored: ['issueId']},
  ),
};
