import {trackerRef} from '../../api/operation-ref.ts';
import {age, columnOf, count, joinedList, number, text} from '../../base/column.ts';
import {type JsonValue, listAt, readPointer, textAt} from '../../base/json-value.ts';
import {dayText} from '../../base/times.ts';
import {plainValue} from '../../output/column-kind.ts';
import {type Card, field, group, inPhrase, rows} from '../../state/model/card.ts';
import {recordColumn} from '../../state/model/column.ts';

const project = {projectIdOrKey: '{project}'};
const byKeyOrId = {projectKeyOrId: '{project}'};

const read = {...project, expand: ['description', 'issueTypes', 'lead', 'projectKeys']};

/** Description of a project, by the key or id in a row. */
export const describeProject = {
  call: trackerRef('project get', read),
  params: {project: ['/key', '/id']},
};

/** State column, as in lists. */
const stateOf = recordColumn('project search', 'state');

/** The number of issues of a project, and the time of the last change, if it was read with both. */
export const issuesOf = (project: string) =>
  field(
    'Issues',
    number('', `${project}/insight/totalIssueCount`),
    inPhrase('last change {} ago', age('', `${project}/insight/lastIssueUpdateTime`)),
  );

const day = columnOf({text: (value, {nowMs}) => dayText(plainValue(value), nowMs)});

const ofId = {projectId: '{answer/id}'};
/** Reading schemes needs more rights than reading the project. */
const asked = {onFailure: 'omit'} as const;

/** Card of a project: lead, schemes and next releases. */
export const projectCard: Card = {
  call: trackerRef('project get', read, {
    also: {
      permissionScheme: trackerRef('project get-assigned-permission-scheme', byKeyOrId),
      notificationScheme: trackerRef('project get-notification-scheme-for', byKeyOrId),
      openVersions: trackerRef('project get-versions-paginated', {
        ...project,
        status: ['unreleased'],
        orderBy: 'releaseDate',
        expand: ['issuesstatus'],
        maxResults: '50',
      }),
    },
    after: {
      found: trackerRef('project search', {keys: '{answer/key}', expand: ['insight']}),
      workflows: trackerRef('workflowscheme get-workflow-scheme-project-associations', ofId, asked),
      types: trackerRef('issuetypescheme get-issue-type-scheme-for-projects', ofId, asked),
      screens: trackerRef(
        'issuetypescreenscheme get-issue-type-screen-scheme-project-associations',
        ofId,
        asked,
      ),
      security: trackerRef('issuesecurityschemes search-security-schemes', ofId, asked),
      priorities: trackerRef('priorityscheme get-priority-schemes', {expand: 'projects'}, asked),
    },
  }),
  title: [text('', '/name'), text('', '/key')],
  lines: [
    field('State', ...stateOf),
    field(
      'Type',
      ...recordColumn('project search', 'type'),
      ...recordColumn('project search', 'style'),
    ),
    field(
      'Lead',
      text('', '/lead/displayName'),
      text('', '/leadIs', {tones: {active: 'good', 'has left': 'bad'}}),
    ),
    field('Description', text('', '/description')),
    field('Category', text('', '/projectCategory/name')),
    issuesOf('/found/values/0'),
    group('Schemes'),
    field('Permissions', text('', '/permissionScheme/name')),
    field('Notifications', text('', '/notificationScheme/name')),
    field('Workflows', text('', '/workflows/values/0/workflowScheme/name')),
    field('Types', text('', '/types/values/0/issueTypeScheme/name')),
    field('Screens', text('', '/screens/values/0/issueTypeScreenScheme/name')),
    field('Security', text('', '/security/values/0/name')),
    field('Priorities', text('', '/priorityScheme')),
    group('Open versions', number('', '/openVersions/total'), text('', '/overdue', {tone: 'bad'})),
    rows('/nextVersions', [
      text('', '/name'),
      day('', '/releaseDate', {tone: 'dim'}),
      text('', '/done'),
      text('', '/late', {tone: 'bad'}),
    ]),
    group('Structure'),
    field('Issue types', joinedList('', '/issueTypes/-/name')),
    field(
      'Components',
      count('', '/components'),
      joinedList('', '/components/-/name', {tone: 'dim'}),
    ),
  ],
  adds: projectFacts,
};

/** Compute whether the lead is active, and the progress of the next versions. */
function projectFacts(value: JsonValue) {
  const open = listAt(value, '/openVersions/values');
  const late = open.filter(version => readPointer(version, '/overdue') === true).length;
  const active = readPointer(value, '/lead/active');
  return {
    ...(typeof active === 'boolean' && {leadIs: active ? 'active' : 'has left'}),
    ...(late > 0 && {overdue: `${late} overdue`}),
    priorityScheme: prioritySchemeOf(value),
    nextVersions: open.map(version => ({
      name: readPointer(version, '/name') ?? '',
      releaseDate: readPointer(version, '/releaseDate') ?? null,
      late: readPointer(version, '/overdue') === true ? 'overdue' : '',
      done: doneText(readPointer(version, '/issuesStatusForFixVersion')),
    })),
  };
}

/**
 * Find the priority scheme that lists a project. Schemes list their first 50 projects only; an
 * unlisted project has one of those with more projects, usually the default.
 */
function prioritySchemeOf(value: JsonValue): string {
  const id = readPointer(value, '/id');
  const schemes = listAt(value, '/priorities/values');
  const listed = schemes.filter(scheme =>
    listAt(scheme, '/projects/values').some(one => readPointer(one, '/id') === id),
  );
  const cut = schemes.filter(scheme => readPointer(scheme, '/projects/isLast') === false);
  return (listed.length > 0 ? listed : cut).map(scheme => textAt(scheme, '/name')).join(' or ');
}

/** `14 of 24 done`. */
function doneText(status: JsonValue | undefined): string {
  const of = (name: string): number => Number(readPointer(status, `/${name}`) ?? 0);
  const all = of('toDo') + of('inProgress') + of('done') + of('unmapped');
  return all === 0 ? '' : `${of('done')} of ${all} done`;
}
