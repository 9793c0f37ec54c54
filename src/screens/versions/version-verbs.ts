import {type JsonValue, readPointer} from '../../base/json-value.ts';
import type {Condition, Verb} from '../../state/model/verb.ts';
import {issueCounts} from './issue-counts.ts';

const service = 'tracker' as const;
const ofId = {id: '{/id}'};

const isOpen: Condition = {pointer: '/archived', isNot: ['true'], reason: 'it is archived'};

/** The issues that name a version, by the field that does. */
const issues = (fixed?: string, affected?: string, custom?: string): Verb['counts'] => ({
  operation: 'version get-related-issues',
  input: 'id',
  values: [
    {
      label: 'to be fixed in it',
      pointer: '/issuesFixedCount',
      ...(fixed !== undefined && {into: fixed}),
    },
    {
      label: 'affected',
      pointer: '/issuesAffectedCount',
      ...(affected !== undefined && {into: affected}),
    },
    {
      label: 'in custom fields',
      pointer: '/issueCountWithCustomFieldsShowingVersion',
      ...(custom !== undefined && {into: custom}),
    },
  ],
});

/** How many issues of a version are not done, as the row that is listed has it. */
function whatIsOpen(row: JsonValue): string | undefined {
  const counts = issueCounts(readPointer(row, '/issuesStatusForFixVersion'));
  if (counts === undefined) return undefined;
  const {all, done} = counts;
  const open = all - done;
  return open === 0
    ? `All ${all} issues are done.`
    : `${open} of ${all} issues are not done: they stay here unless they are moved.`;
}

/** What can be done to versions, and a new one. */
export const versionVerbs: readonly Verb[] = [
  {
    id: 'edit',
    words: 'Edit…',
    key: 'e',
    rows: 'one',
    service,
    operation: 'version update',
    inputs: ofId,
    asks: {name: '', releaseDate: '', startDate: '', description: '', driver: ''},
  },
  {
    id: 'release',
    words: 'Release…',
    key: 'R',
    rows: 'many',
    when: [isOpen, {pointer: '/released', isNot: ['true'], reason: 'it is released already'}],
    service,
    operation: 'version update',
    inputs: {...ofId, released: 'true'},
    asks: {moveUnfixedIssuesTo: '', releaseDate: 'today'},
    counts: {
      operation: 'version get-unresolved-issues',
      input: 'id',
      values: [
        {label: 'unresolved', pointer: '/issuesUnresolvedCount', into: 'moveUnfixedIssuesTo'},
      ],
      stays: true,
    },
    tells: whatIsOpen,
  },
  {
    id: 'unrelease',
    words: 'Unrelease',
    key: 'U',
    rows: 'many',
    when: [isOpen, {pointer: '/released', is: ['true'], reason: 'it is not released'}],
    service,
    operation: 'version update',
    inputs: {...ofId, released: 'false'},
  },
  {
    id: 'archive',
    words: 'Archive',
    key: 'A',
    rows: 'many',
    when: [isOpen],
    service,
    operation: 'version update',
    inputs: {...ofId, archived: 'true'},
  },
  {
    id: 'unarchive',
    words: 'Take out of the archive',
    title: 'Take {object} out of the archive',
    key: 'T',
    rows: 'many',
    when: [{pointer: '/archived', is: ['true'], reason: 'it is not archived'}],
    service,
    operation: 'version update',
    inputs: {...ofId, archived: 'false'},
  },
  {
    id: 'move',
    words: 'Move in the order…',
    title: 'Move {object} in the order',
    key: 'm',
    rows: 'one',
    service,
    operation: 'version move',
    inputs: ofId,
    asks: {after: '', position: ''},
    carries: {after: '/self'},
  },
  {
    id: 'merge',
    words: 'Merge into another…',
    title: 'Merge {object} into another',
    key: 'M',
    rows: 'one',
    service,
    operation: 'version merge',
    inputs: ofId,
    asks: {moveIssuesTo: ''},
    counts: issues('moveIssuesTo'),
  },
  {
    id: 'replace',
    words: 'Delete and replace…',
    title: 'Delete {object}, and put others in its place',
    key: 'D',
    rows: 'one',
    service,
    operation: 'version delete-and-replace',
    inputs: ofId,
    asks: {moveFixIssuesTo: '', moveAffectedIssuesTo: ''},
    counts: issues(
      'moveFixIssuesTo',
      'moveAffectedIssuesTo',
      'body.customFieldReplacementList.0.moveTo',
    ),
    notes: ['Each custom field that names it needs an entry of its own; the others are cleared.'],
  },
  {
    id: 'delete',
    words: 'Delete, nothing in its place',
    title: 'Delete {object}, and put nothing in its place',
    rows: 'one',
    service,
    operation: 'version delete-and-replace',
    inputs: ofId,
    body: '{}',
    counts: issues(),
  },
  {
    id: 'create',
    words: 'New version…',
    key: 'a',
    rows: 'none',
    service,
    operation: 'version create',
    asks: {name: '', releaseDate: '', startDate: '', description: '', driver: ''},
  },
];

const ofVersion = {id: '{id}'};
const itsOwn: Condition = {
  pointer: '/relatedWorkId',
  isNot: [''],
  reason: 'the service keeps the release notes itself',
};

/** What can be done to the related work of a version. */
export const relatedWorkVerbs: readonly Verb[] = [
  {
    id: 'edit',
    words: 'Edit…',
    key: 'e',
    rows: 'one',
    when: [itsOwn],
    service,
    operation: 'version update-related-work',
    inputs: {...ofVersion, relatedWorkId: '{/relatedWorkId}'},
    asks: {title: '{/title}', url: '{/url}', category: '{/category}'},
  },
  {
    id: 'delete',
    words: 'Delete',
    key: 'D',
    rows: 'many',
    when: [itsOwn],
    service,
    operation: 'version delete-related-work',
    inputs: {versionId: '{id}', relatedWorkId: '{/relatedWorkId}'},
  },
  {
    id: 'add',
    words: 'New link…',
    key: 'a',
    rows: 'none',
    service,
    operation: 'version create-related-work',
    inputs: ofVersion,
    asks: {title: '', url: '', category: ''},
  },
];
