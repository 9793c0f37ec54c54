import {trackerPages} from '../../api/site-page.ts';
import {type Call, trackerCall} from '../../state/model/call.ts';
import {nameText, number, recordColumns, text} from '../../state/model/column.ts';
import {
  describeTab,
  listTabs,
  type ObjectScreen,
  objectTab,
} from '../../state/model/object-screen.ts';
import {list, type Resource} from '../../state/model/resource.ts';
import {progress, unresolved} from './issue-counts.ts';
import {versionCard} from './version-card.ts';
import {relatedWorkVerbs, versionVerbs} from './version-verbs.ts';

/** Versions of one project with their release progress. */
export const versions = list({
  id: 'versions',
  page: trackerPages.version,
  noun: 'version',
  aliases: ['ver', 'v', 'releases'],
  sources: [
    trackerCall(
      'project get-versions-paginated',
      {projectIdOrKey: '{project}', expand: ['issuesstatus', 'driver', 'approvers']},
      {told: 'Told by the list of the project’s versions.'},
    ),
    trackerCall(
      'project get',
      {projectIdOrKey: '{project}'},
      {
        items: '/versions',
        told: 'Told by the project’s own answer (its versions): this server has no list of them.',
      },
    ),
  ],
  columns: recordColumns('project get-versions-paginated', {
    name: [progress('PROGRESS', '/issuesStatusForFixVersion', {min: 16, max: 25})],
    startDate: [
      text('DRIVER', '/driverUser/displayName', {fixed: 16, min: 14, max: 16, worth: 5}),
      unresolved('UNRESOLVED', '/unresolved', {fixed: 11, worth: 7}),
    ],
  }),
  describe: {
    call: trackerCall('version get', {
      id: '{id}',
      expand: ['operations', 'issuesstatus', 'driver', 'approvers'],
    }),
  },
  card: versionCard,
  opens: {screen: 'version', params: {id: ['/id'], crumb: ['/name']}},
  fills: [
    {
      pointer: '/issuesStatusForFixVersion',
      call: trackerCall('version get', {id: '{id}', expand: ['issuesstatus']}),
      params: {id: ['/id']},
    },
    {
      pointer: '/unresolved',
      read: '',
      call: trackerCall('version get-unresolved-issues', {id: '{id}'}),
      params: {id: ['/id']},
    },
    {
      pointer: '/driverUser',
      read: '',
      call: trackerCall('user get', {accountId: '{driver}'}),
      params: {driver: ['/driver']},
    },
  ],
  verbs: versionVerbs,
  empty: 'This project has no versions. a makes the first.',
  about:
    'The order is the project’s own; the bar counts the issues with the version in fixVersion by status category. Unresolved counts and drivers are read for the versions on the screen.',
});

const unresolvedIssues: Call = trackerCall('version get-unresolved-issues', {id: '{id}'});

/** One version: what it is, how its issues count by kind, its related work, the fields that name it. */
export const versionScreen: ObjectScreen = {
  id: 'version',
  title: 'Version',
  needs: ['id'],
  about: 'One version: overview with the counts of its issues, related work, custom fields.',
  tabs: params => [
    objectTab('versions', 'Overview'),
    ...listTabs('related-work', 'version-fields'),
    describeTab('Unresolved', unresolvedIssues, params),
  ],
};

/** Lists that belong to one version. */
export const versionParts: readonly Resource[] = [
  list({
    id: 'related-work',
    title: 'Related work',
    noun: 'related work item',
    sources: [trackerCall('version get-related-work', {id: '{id}'})],
    identity: ['/relatedWorkId', '/title', '/url'],
    name: ['/title', '/category'],
    columns: recordColumns('version get-related-work'),
    verbs: relatedWorkVerbs,
    empty: 'Nothing is linked to this version. a links something.',
    about: 'Links people attached to the version: pages, designs, announcements.',
  }),
  list({
    id: 'version-fields',
    noun: 'custom field',
    sources: [
      trackerCall('version get-related-issues', {id: '{id}'}, {items: '/customFieldUsage'}),
    ],
    identity: ['/customFieldId'],
    name: ['/fieldName'],
    columns: [
      nameText('FIELD', '/fieldName', {id: 'name', min: 16, max: 60, grows: true}),
      number('ISSUES', '/issueCountWithVersionInCustomField', {worth: 0}),
      number('ID', '/customFieldId', {tone: 'dim'}),
    ],
    empty: 'No version field of an issue names this version.',
    about:
      'Version picker fields, other than fixVersion and affectedVersion, that name the version.',
  }),
];
