import {type JsonValue, readPointer} from '../../base/json-value.ts';
import {type Condition, trackerVerb, type Verb} from '../../state/model/verb.ts';
import {issueCounts} from './issue-counts.ts';

const ofId = {id: '{/id}'};

const isOpen: Condition = {pointer: '/archived', isNot: ['true'], reason: 'it is archived'};

/** The issues that name a version, by the field that does, with the inputs that say where they go. */
const issues = (...[fixed, affected, custom]: readonly string[]): Verb['counts'] => ({
  operation: 'version get-related-issues',
  input: 'id',
  values: [
    {label: 'to be fixed in it', pointer: '/issuesFixedCount', ...(fixed && {into: fixed})},
    {label: 'affected', pointer: '/issuesAffectedCount', ...(affected && {into: affected})},
    {
      label: 'in custom fields',
      pointer: '/issueCountWithCustomFieldsShowingVersion',
      ...(custom && {into: custom}),
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

const asked = {name: '', releaseDate: '', startDate: '', description: '', driver: ''};

/** What can be done to versions, and a new one. */
export const versionVerbs: readonly Verb[] = [
  trackerVerb.edit('version update', ofId, asked),
  trackerVerb.many(
    'release',
    'Release…',
    'version update',
    {...ofId, released: 'true'},
    {
      key: 'R',
      when: [isOpen, {pointer: '/released', isNot: ['true'], reason: 'it is released already'}],
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
  ),
  trackerVerb.many(
    'unrelease',
    'Unrelease',
    'version update',
    {...ofId, released: 'false'},
    {
      key: 'U',
      when: [isOpen, {pointer: '/released', is: ['true'], reason: 'it is not released'}],
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
    'Take out of the archive',
    'version update',
    {...ofId, archived: 'false'},
    {
      title: 'Take {object} out of the archive',
      key: 'T',
      when: [{pointer: '/archived', is: ['true'], reason: 'it is not archived'}],
    },
  ),
  trackerVerb.one('move', 'Move in the order…', 'version move', ofId, {
    title: 'Move {object} in the order',
    key: 'm',
    asks: {after: '', position: ''},
    carries: {after: '/self'},
  }),
  trackerVerb.one('merge', 'Merge into another…', 'version merge', ofId, {
    title: 'Merge {object} into another',
    key: 'M',
    asks: {moveIssuesTo: ''},
    counts: issues('moveIssuesTo'),
  }),
  trackerVerb.one('replace', 'Delete and replace…', 'version delete-and-replace', ofId, {
    title: 'Delete {object}, and put others in its place',
    key: 'D',
    asks: {moveFixIssuesTo: '', moveAffectedIssuesTo: ''},
    counts: issues(
      'moveFixIssuesTo',
      'moveAffectedIssuesTo',
      'body.customFieldReplacementList.0.moveTo',
    ),
    notes: ['Each custom field that names it needs an entry of its own; the others are cleared.'],
  }),
  trackerVerb.one('delete', 'Delete, nothing in its place', 'version delete-and-replace', ofId, {
    title: 'Delete {object}, and put nothing in its place',
    body: '{}',
    counts: issues(),
  }),
  trackerVerb.create('New version…', 'version create', {}, asked),
];

const ofVersion = {id: '{id}'};
const relatedWork = {relatedWorkId: '{/relatedWorkId}'};
const itsOwn: Condition = {
  pointer: '/relatedWorkId',
  isNot: [''],
  reason: 'the service keeps the release notes itself',
};

/** What can be done to the related work of a version. */
export const relatedWorkVerbs: readonly Verb[] = [
  trackerVerb.edit(
    'version update-related-work',
    {...ofVersion, ...relatedWork},
    {title: '{/title}', url: '{/url}', category: '{/category}'},
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
