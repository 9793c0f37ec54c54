import {trackerRef} from '../../api/operation-ref.ts';
import {type JsonValue, readPointer} from '../../base/json-value.ts';
import {type Condition, trackerVerb, type Verb} from '../../state/model/verb.ts';
import {issueCounts} from './issue-counts.ts';

const ofId = {id: '{row/id}'};

const isOpen: Condition = {
  pointer: '/archived',
  isNot: ['true'],
  reason: 'the version is archived',
};

/** Count the issues of a version by field, each with the input that moves them. */
const issues = (...[fixed, affected, custom]: readonly string[]): Verb['counts'] => ({
  of: trackerRef('version get-related-issues', {id: '{thing}'}),
  values: [
    {label: 'as fix version', pointer: '/issuesFixedCount', ...(fixed && {into: fixed})},
    {
      label: 'as affects version',
      pointer: '/issuesAffectedCount',
      ...(affected && {into: affected}),
    },
    {
      label: 'in custom fields',
      pointer: '/issueCountWithCustomFieldsShowingVersion',
      ...(custom && {into: custom}),
    },
  ],
});

/** Describe the open issues of a version, from the listed row. */
function openIssuesText(row: JsonValue): string | undefined {
  const counts = issueCounts(readPointer(row, '/issuesStatusForFixVersion'));
  if (counts === undefined) return undefined;
  const {all, done} = counts;
  if (all === 0) return 'The version has no issues.';
  const open = all - done;
  return open === 0
    ? `All ${all} issues are done.`
    : `${open} of ${all} issues are not done; they stay in this version unless moved.`;
}

const asked = {name: '', releaseDate: '', startDate: '', description: '', driver: ''};

export const versionVerbs: readonly Verb[] = [
  trackerVerb.edit('version update', ofId, asked),
  trackerVerb.many(
    'release',
    'Release…',
    'version update',
    {...ofId, released: 'true'},
    {
      key: 'f',
      when: [isOpen, {pointer: '/released', isNot: ['true'], reason: 'already released'}],
      asks: {moveUnfixedIssuesTo: '', releaseDate: 'today'},
      counts: {
        of: trackerRef('version get-unresolved-issues', {id: '{thing}'}),
        values: [
          {label: 'unresolved', pointer: '/issuesUnresolvedCount', into: 'moveUnfixedIssuesTo'},
        ],
        stays: true,
      },
      rowFact: openIssuesText,
    },
  ),
  trackerVerb.many(
    'unrelease',
    'Unrelease',
    'version update',
    {...ofId, released: 'false'},
    {
      key: 'b',
      when: [isOpen, {pointer: '/released', is: ['true'], reason: 'not released'}],
    },
  ),
  trackerVerb.many(
    'archive',
    'Archive',
    'version update',
    {...ofId, archived: 'true'},
    {key: 'A', when: [isOpen]},
  ),
  trackerVerb.many(
    'unarchive',
    'Unarchive',
    'version update',
    {...ofId, archived: 'false'},
    {
      title: 'Unarchive {object}',
      key: 'V',
      when: [{pointer: '/archived', is: ['true'], reason: 'not archived'}],
    },
  ),
  trackerVerb.one('move', 'Reorder…', 'version move', ofId, {
    title: 'Reorder {object}',
    key: 'm',
    asks: {after: '', position: ''},
    reorders: {after: '/self'},
  }),
  trackerVerb.one('merge', 'Merge…', 'version merge', ofId, {
    title: 'Merge {object} into another version',
    key: 'M',
    asks: {moveIssuesTo: ''},
    counts: issues('moveIssuesTo'),
  }),
  trackerVerb.one('replace', 'Delete and replace…', 'version delete-and-replace', ofId, {
    title: 'Delete {object} and replace it',
    key: 'D',
    asks: {moveFixIssuesTo: '', moveAffectedIssuesTo: ''},
    counts: issues(
      'moveFixIssuesTo',
      'moveAffectedIssuesTo',
      'body.customFieldReplacementList.0.moveTo',
    ),
    notes: ['List each custom field that uses the version; fields not listed are cleared.'],
  }),
  trackerVerb.one('delete', 'Delete without replacement', 'version delete-and-replace', ofId, {
    title: 'Delete {object} without a replacement',
    body: '{}',
    counts: issues(),
  }),
  trackerVerb.create('New version…', 'version create', {}, asked),
];

const ofVersion = {id: '{id}'};
const relatedWork = {relatedWorkId: '{row/relatedWorkId}'};
const itsOwn: Condition = {
  pointer: '/relatedWorkId',
  isNot: [''],
  reason: 'release notes are managed by the service',
};

export const relatedWorkVerbs: readonly Verb[] = [
  trackerVerb.edit(
    'version update-related-work',
    {...ofVersion, ...relatedWork},
    {title: '{row/title}', url: '{row/url}', category: '{row/category}'},
    {when: [itsOwn]},
  ),
  trackerVerb.delete(
    'version delete-related-work',
    {versionId: '{id}', ...relatedWork},
    {when: [itsOwn]},
  ),
  trackerVerb.create(
    'New link…',
    'version create-related-work',
    ofVersion,
    {title: '', url: '', category: ''},
    {id: 'add'},
  ),
];
