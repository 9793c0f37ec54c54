import {isObject, type JsonValue, listAt, readPointer} from '../../base/json-value.ts';
import {daysFromNow, dayText} from '../../base/times.ts';
import {plainValue} from '../../output/column-kind.ts';
import {trackerCall} from '../../state/model/call.ts';
import {bars, type Card, field, group, rows, within} from '../../state/model/card.ts';
import {columnOf, count, number, recordColumn, text, url} from '../../state/model/column.ts';

/** What state it is in, as lists show it. */
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

/** What is told first about a version: when it is due, how far it is, who drives and approves it. */
export const versionCard: Card = {
  call: trackerCall(
    'version get',
    {...version, expand: ['issuesstatus', 'driver', 'approvers']},
    {
      also: {
        relatedIssues: trackerCall('version get-related-issues', version),
        unresolvedIssues: trackerCall('version get-unresolved-issues', version),
        relatedWork: trackerCall('version get-related-work', version),
      },
      after: {
        people: trackerCall('user bulk-get', {
          accountId: ['{/driver}', '{/approvers/-/accountId}'],
          maxResults: '50',
        }),
        project: trackerCall('project get', {projectIdOrKey: '{/projectId}'}),
      },
    },
  ),
  title: [text('', '/name'), within('of {}', text('', '/project/name'))],
  lines: [
    field('State', ...stateOf),
    field('Release', day('', '/releaseDate')),
    field('Start', day('', '/startDate')),
    field('Driver', text('', '/driverName')),
    field('About', text('', '/description')),
    group('Issues', number('', '/unresolvedIssues/issuesCount')),
    bars(
      {label: 'done', from: `${category}/done`, tone: 'good'},
      {label: 'doing', from: `${category}/inProgress`, tone: 'accent', fill: '▓'},
      {label: 'to do', from: `${category}/toDo`, fill: '░'},
      {label: 'unmapped', from: `${category}/unmapped`, tone: 'dim', fill: '░', rare: true},
    ),
    field(
      'Named as',
      within('fix version {}', number('', '/relatedIssues/issuesFixedCount')),
      within('affected {}', number('', '/relatedIssues/issuesAffectedCount')),
      within('fields {}', number('', '/relatedIssues/issueCountWithCustomFieldsShowingVersion')),
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
    const people = listAt(value, '/people/values');
    // The id, where the account could not be read.
    const nameOf = (id: JsonValue | undefined): string => {
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
