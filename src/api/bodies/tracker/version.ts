import {date, integer, lines, list, members, text, truth} from '../fields.ts';
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

const about = [
  date('releaseDate', {help: 'day of the release', example: '2026-12-01'}),
  date('startDate', {help: 'first day of work'}),
  lines('description', {maxBytes: 16_384, help: 'what it is about'}),
  text('driver', {names: 'user', help: 'account id of the person who drives it'}),
  truth('released', {help: 'whether it is released'}),
  truth('archived', {help: 'whether it is archived'}),
  text('expand', {
    values: ['operations', 'issuesstatus', 'driver', 'approvers'],
    help: 'what to add to the answer, separated by commas',
  }),
];

const aboutWork = [
  text('title', {help: 'what the link is called', example: 'Design'}),
  text('url', {help: 'where it leads', example: 'https://example.com/design'}),
];
const byAddress = {by: 'address', address: '/rest/api/3/version/'} as const;

const workCategory = text('category', {
  required: true,
  help: 'kind of work, in your own words',
  example: 'design',
});

/** Bodies of the versions (services W4.11 and W4.12). */
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
      ...about,
      text('project', {
        names: 'project',
        by: 'key',
        help: 'key of the project',
        deprecated: 'use projectId',
      }),
    ],
    {ignored: [...ignored, 'moveUnfixedIssuesTo']},
  ),
  'version update': members(
    [
      text('name', {maxLength: 255, help: 'name, unique in the project'}),
      ...about,
      text('moveUnfixedIssuesTo', {
        names: 'version',
        ...byAddress,
        help: 'version that takes the issues not done, when this one is released',
      }),
    ],
    {ignored: [...ignored, 'project', 'projectId']},
  ),
  'version delete-and-replace': members([
    integer('moveFixIssuesTo', {
      names: 'version',
      help: 'id of the version that takes its place in fixVersion',
      example: '10001',
    }),
    integer('moveAffectedIssuesTo', {
      names: 'version',
      help: 'id of the version that takes its place in affectedVersion',
    }),
    list(
      'customFieldReplacementList',
      members([
        integer('customFieldId', {names: 'field', help: 'id of a version picker field'}),
        integer('moveTo', {names: 'version', help: 'id of the version that takes its place there'}),
      ]),
      {help: 'what takes its place in version picker fields'},
    ),
  ]),
  'version move': members(
    [
      text('after', {names: 'version', ...byAddress, help: 'version it comes after'}),
      text('position', {
        values: ['Earlier', 'Later', 'First', 'Last'],
        closed: true,
        help: 'where it goes',
        example: 'First',
      }),
    ],
    {rules: [{kind: 'exactlyOne', inputs: ['after', 'position']}]},
  ),
  'version create-related-work': members([workCategory, ...aboutWork], {
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
      ...aboutWork,
    ],
    {ignored: ['issueId']},
  ),
};
