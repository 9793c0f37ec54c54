import {type OperationRef, trackerRef} from '../../api/operation-ref.ts';
import {trackerPages} from '../../api/site-page.ts';
import {columnOf, count, nameText, number, text, url} from '../../base/column.ts';
import {isObject, type JsonValue, listAt, readPointer} from '../../base/json-value.ts';
import {daysFromNow, dayText} from '../../base/times.ts';
import {plainValue} from '../../output/column-kind.ts';
import {bars, type Card, field, group, inPhrase, rows} from '../../state/model/card.ts';
import {recordColumn, recordColumns} from '../../state/model/column.ts';
import {
  describeTab,
  listTabs,
  type ObjectScreen,
  objectTab,
} from '../../state/model/object-screen.ts';
import {list, type Resource} from '../../state/model/resource.ts';
import {progress, unresolved} from './issue-counts.ts';
import {relatedWorkVerbs, versionVerbs} from './version-verbs.ts';

/** State column, as in lists. */
const stateOf = recordColumn('version get', 'state');

/** `1 Dec, in 10 days`. */
const day = columnOf({
  text: (value, {nowMs}) => {
    const date = plainValue(value);
    return `${dayText(date, nowMs)}, ${daysFromNow(date, nowMs)}`;
  },
});

const version = {id: '{id}'};
const category = '/issuesStatusForFixVersion';

/** Card of a version: dates, progress, driver and approvers. */
const versionCard: Card = {
  call: trackerRef(
    'version get',
    {...version, expand: ['issuesstatus', 'driver', 'approvers']},
    {
      also: {
        relatedIssues: trackerRef('version get-related-issues', version),
        unresolvedIssues: trackerRef('version get-unresolved-issues', version),
        relatedWork: trackerRef('version get-related-work', version),
      },
      after: {
        people: trackerRef('user bulk-get', {
          accountId: '{answer/driver},{answer/approvers/-/accountId}',
          maxResults: '50',
        }),
        project: trackerRef('project get', {projectIdOrKey: '{answer/projectId}'}),
      },
    },
  ),
  title: [text('', '/name'), inPhrase('of {}', text('', '/project/name'))],
  lines: [
    field('State', ...stateOf),
    field('Release', day('', '/releaseDate')),
    field('Start', day('', '/startDate')),
    field('Driver', text('', '/driverName')),
    field('Description', text('', '/description')),
    group('Issues', number('', '/unresolvedIssues/issuesCount')),
    bars(
      {label: 'done', from: `${category}/done`, tone: 'good'},
      {label: 'doing', from: `${category}/inProgress`, tone: 'accent', fill: '▓'},
      {label: 'to do', from: `${category}/toDo`, fill: '░'},
      {label: 'unmapped', from: `${category}/unmapped`, tone: 'dim', fill: '░', rare: true},
    ),
    field(
      'Used as',
      inPhrase('fix version {}', number('', '/relatedIssues/issuesFixedCount')),
      inPhrase('affects version {}', number('', '/relatedIssues/issuesAffectedCount')),
      inPhrase(
        'custom fields {}',
        number('', '/relatedIssues/issueCountWithCustomFieldsShowingVersion'),
      ),
    ),
    group('Approvers', count('', '/approvers')),
    rows('/approverRows', [text('', '/name'), text('', '/status', {tone: 'dim'})]),
    group('Related work', count('', '/relatedWork')),
    rows('/relatedWork', [
      text('', ['/title', '/category']),
      url('', ['/url', '/issueId'], {tone: 'dim'}),
    ]),
  ],
  adds(value) {
    const isAsked = readPointer(value, '/people') !== undefined;
    const people = listAt(value, '/people/values');
    // The id is shown only if the account could not be read.
    const nameOf = (id: JsonValue | undefined): string => {
      if (!isAsked) return typeof id === 'string' ? '…' : '';
      const found = people.find(one => readPointer(one, '/accountId') === id);
      return plainValue(readPointer(found, '/displayName')) || plainValue(id);
    };
    return {
      driverName: nameOf(readPointer(value, '/driver')),
      approverRows: listAt(value, '/approvers')
        .filter(isObject)
        .map(one => ({
          name: nameOf(one.accountId),
          status: one.status ?? '',
        })),
    };
  },
};

/** Versions of one project with their release progress. */
export const versions = list({
  id: 'versions',
  page: trackerPages.version,
  noun: 'version',
  aliases: ['ver', 'v', 'releases'],
  sources: [
    trackerRef('project get-versions-paginated', {
      projectIdOrKey: '{project}',
      expand: ['issuesstatus', 'driver', 'approvers'],
    }),
    trackerRef(
      'project get',
      {projectIdOrKey: '{project}'},
      {
        items: '/versions',
        emptyNote: 'This server has no list of versions; these come from the project itself.',
      },
    ),
  ],
  columns: recordColumns('project get-versions-paginated', {
    name: [progress('PROGRESS', '/issuesStatusForFixVersion', {min: 16, max: 25})],
    startDate: [
      text('DRIVER', '/driverUser/displayName', {fixed: 16, min: 14, max: 16, dropPriority: 5}),
      unresolved('UNRESOLVED', '/unresolved', {fixed: 11, dropPriority: 7}),
    ],
  }),
  describe: {
    call: trackerRef('version get', {
      id: '{id}',
      expand: ['operations', 'issuesstatus', 'driver', 'approvers'],
    }),
  },
  card: versionCard,
  opens: {screen: 'version', params: {id: ['/id'], crumb: ['/name']}},
  fills: [
    {
      pointer: '/issuesStatusForFixVersion',
      call: trackerRef('version get', {id: '{id}', expand: ['issuesstatus']}),
      params: {id: ['/id']},
    },
    {
      pointer: '/unresolved',
      read: '',
      call: trackerRef('version get-unresolved-issues', {id: '{id}'}),
      params: {id: ['/id']},
    },
    {
      pointer: '/driverUser',
      read: '',
      call: trackerRef('user get', {accountId: '{driver}'}),
      params: {driver: ['/driver']},
    },
  ],
  verbs: versionVerbs,
  empty: 'This project has no versions. a creates one.',
  about:
    'In the project’s own order. The bar counts issues with this fix version by status category. Unresolved counts and drivers are fetched for the versions on the screen.',
});

const unresolvedIssues: OperationRef = trackerRef('version get-unresolved-issues', {id: '{id}'});

/** One version: overview with issue counts, related work and custom fields. */
export const versionScreen: ObjectScreen = {
  id: 'version',
  title: 'Version',
  needs: ['id'],
  about: 'One version: overview with issue counts, related work, custom fields.',
  tabs: params => [
    objectTab('versions', 'Overview'),
    ...listTabs('related-work', 'version-fields'),
    describeTab('Unresolved', unresolvedIssues, params),
  ],
};

/** Lists of one version. */
export const versionParts: readonly Resource[] = [
  list({
    id: 'related-work',
    title: 'Related work',
    noun: 'related work item',
    sources: [trackerRef('version get-related-work', {id: '{id}'})],
    identity: ['/relatedWorkId', '/title', '/url'],
    name: ['/title', '/category'],
    verbs: relatedWorkVerbs,
    empty: 'This version has no related work. a adds one.',
    about: 'Links people attached to the version: pages, designs, announcements.',
  }),
  list({
    id: 'version-fields',
    noun: 'custom field',
    sources: [trackerRef('version get-related-issues', {id: '{id}'}, {items: '/customFieldUsage'})],
    identity: ['/customFieldId'],
    name: ['/fieldName'],
    columns: [
      nameText('FIELD', '/fieldName', {id: 'name', min: 16, max: 60, grows: true}),
      number('ISSUES', '/issueCountWithVersionInCustomField', {dropPriority: 0}),
      number('ID', '/customFieldId', {tone: 'dim'}),
    ],
    empty: 'No custom field uses this version.',
    about:
      'Version picker fields that use this version, other than fixVersion and affectedVersion.',
  }),
];
