import {defaultColumn, descriptionColumn, idColumn, nameColumn} from '../../api/columns/column.ts';
import {trackerRef} from '../../api/operation-ref.ts';
import {joinedList, nameText, number, state, text} from '../../base/column.ts';
import {isObject, type JsonValue, listAt, readPointer, textAt} from '../../base/json-value.ts';
import {listTabs, type ObjectScreen, objectTab} from '../../state/model/object-screen.ts';
import type {Params} from '../../state/model/params.ts';
import {list, type Resource} from '../../state/model/resource.ts';

/** The contexts of the UI modification in the parameter `modification`. */
function contextRows(answer: JsonValue, {modification}: Params): readonly JsonValue[] {
  const found = listAt(answer, '/values').find(item => readPointer(item, '/id') === modification);
  return listAt(found, '/contexts');
}

/**
 * The project of a UI context by key and name, and the name of its issue type (parameter
 * `issueType`).
 */
function contextPlace(answer: JsonValue, {issueType}: Params): readonly JsonValue[] {
  return [
    {
      key: readPointer(answer, '/key') ?? null,
      name: readPointer(answer, '/name') ?? null,
      issueType: issueTypeName(answer, issueType ?? ''),
    },
  ];
}

/**
 * Where a project uses a status: its key and name, and the names of its issue types.
 *
 * @param project response about the project, with the issue type usages as `usages`
 */
function issueTypeUsages(project: JsonValue): readonly JsonValue[] {
  const usages = readPointer(project, '/usages') ?? null;
  // A text gives the reason why they are unknown.
  const issueTypes = isObject(usages)
    ? listAt(usages, '/issueTypes/values').map(usage =>
        issueTypeName(project, textAt(usage, '/id')),
      )
    : ['unknown'];
  return [
    {
      key: readPointer(project, '/key') ?? null,
      name: readPointer(project, '/name') ?? null,
      issueTypes,
    },
  ];
}

/** The name of an issue type of a project; its id if it is unknown. */
function issueTypeName(project: JsonValue, id: string): string {
  const found = listAt(project, '/issueTypes').find(type => readPointer(type, '/id') === id);
  return textAt(found, '/name') || id;
}

/** Schemes a priority belongs to. */
export const prioritySchemes = list({
  id: 'priority-schemes',
  title: 'Schemes',
  noun: 'priority scheme',
  sources: [
    trackerRef('priorityscheme get-priority-schemes', {
      priorityId: '{priority}',
      expand: 'priorities',
    }),
  ],
  columns: [
    nameColumn(20, 50),
    defaultColumn,
    joinedList('PRIORITIES', '/priorities/values/-/name', {min: 34, max: 60, dropPriority: 4}),
    descriptionColumn(2),
    idColumn(3),
  ],
  empty: 'No scheme has this priority.',
  about: 'The priority schemes with this priority, and their priorities in order.',
});

const viewWords = {
  GIC: 'create issue',
  IssueView: 'issue view',
  IssueTransition: 'transition',
};

/** Where one UI modification applies. */
export const uiContexts = list({
  id: 'ui-contexts',
  noun: 'context',
  needs: ['modification'],
  sources: [
    trackerRef(
      'uiModifications get-ui-modifications',
      {expand: ['contexts', 'data']},
      {derive: contextRows},
    ),
  ],
  name: ['/place/name', '/viewType', '/id'],
  columns: [
    nameText('PROJECT', '/place/key', {id: 'key', fixed: 10, max: 12}),
    text('NAME', '/place/name', {id: 'project', min: 14, fixed: 26, max: 40, grows: true}),
    text('ISSUE TYPE', ['/place/issueType', '/issueTypeId'], {
      id: 'issueType',
      fixed: 14,
      max: 24,
      dropPriority: 0,
    }),
    text('VIEW', '/viewType', {min: 8, max: 20, dropPriority: 0, words: viewWords}),
    state('STATE', [
      ['/isAvailable', 'available', 'good'],
      [undefined, 'not available', 'warn'],
    ]),
    text('ID', '/id', {max: 36, dropPriority: 3, tone: 'dim'}),
  ],
  opens: {screen: 'project', params: {project: ['/place/key', '/projectId']}},
  fills: [
    {
      pointer: '/place',
      derive: contextPlace,
      call: trackerRef('project get', {projectIdOrKey: '{filled}'}),
      params: {filled: ['/projectId'], issueType: ['/issueTypeId']},
    },
  ],
  empty: 'This UI modification has no contexts.',
  about:
    'A context is a project, an issue type and a view; a context without a view applies to every view.',
});

/** Lists of one status. */
export const statusParts: readonly Resource[] = [
  list({
    id: 'status-projects',
    title: 'Projects that use it',
    noun: 'project',
    sources: [trackerRef('statuses get-project-usages-for', {statusId: '{status}'})],
    name: ['/usage/name', '/id'],
    columns: [
      nameText('KEY', ['/usage/key', '/id'], {id: 'key', fixed: 10, max: 12}),
      text('NAME', '/usage/name', {min: 20, fixed: 28, max: 40, dropPriority: 0}),
      joinedList('ISSUE TYPES THAT USE IT', '/usage/issueTypes', {
        id: 'issueTypes',
        min: 24,
        fixed: 30,
        max: 60,
        grows: true,
        dropPriority: 0,
      }),
      number('ID', '/id', {id: 'id', dropPriority: 3, tone: 'dim', hidden: true}),
    ],
    opens: {screen: 'project', params: {project: ['/usage/key', '/id']}},
    fills: [
      {
        pointer: '/usage',
        derive: issueTypeUsages,
        call: trackerRef(
          'project get',
          {projectIdOrKey: '{used}'},
          {
            also: {
              usages: trackerRef('statuses get-project-issue-type-usages-for', {
                statusId: '{status}',
                projectId: '{used}',
                maxResults: '200',
              }),
            },
          },
        ),
        params: {used: ['/id']},
      },
    ],
    empty: 'No project uses this status.',
    about:
      'The service returns only ids; names and issue types are fetched for the projects on the screen. Enter opens the project.',
  }),
  list({
    id: 'status-workflows',
    noun: 'workflow',
    sources: [trackerRef('statuses get-workflow-usages-for', {statusId: '{status}'})],
    name: ['/id'],
    columns: [nameText('WORKFLOW ID', '/id', {id: 'id', min: 12, max: 60, grows: true})],
    empty: 'No workflow uses this status.',
    about: 'The service returns only ids, and no operation of these APIs returns workflow names.',
  }),
];

/** A status and a priority, with where they are used. */
export const whereUsedScreens: readonly ObjectScreen[] = [
  {
    id: 'status',
    title: 'Status',
    needs: ['status'],
    about: 'One status: the projects with the issue types that use it, workflows, overview.',
    tabs: () => [
      ...listTabs('status-projects', 'status-workflows'),
      objectTab('statuses', 'Overview'),
    ],
  },
  {
    id: 'priority',
    title: 'Priority',
    needs: ['priority'],
    about: 'One priority: overview, the schemes it belongs to.',
    tabs: () => [objectTab('priorities', 'Overview'), ...listTabs('priority-schemes')],
  },
];
