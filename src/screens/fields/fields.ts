import {trackerRef} from '../../api/operation-ref.ts';
import {trackerPages} from '../../api/site-page.ts';
import {columnOf, count, joinedList, text} from '../../base/column.ts';
import {columnKinds} from '../../output/column-kind.ts';
import {type Card, field, group, rows} from '../../state/model/card.ts';
import {columnsWith, recordColumn, recordColumns} from '../../state/model/column.ts';
import {namesCall} from '../../state/model/names.ts';
import {list} from '../../state/model/resource.ts';
import {color} from '../../state/show/swatch.ts';
import {modificationVerbs, priorityVerbs, resolutionVerbs, statusVerbs} from './field-verbs.ts';

const about = field('Description', text('', '/description'));
const isDefault = field('Default', ...recordColumn('priority search', 'default'));

/** Card of a status: category, and where it is used. */
const statusCard: Card = {
  call: trackerRef(
    'statuses get-by-id',
    {id: '{status}'},
    {
      also: {
        usedIn: trackerRef('statuses get-project-usages-for', {statusId: '{status}'}),
        usedBy: trackerRef('statuses get-workflow-usages-for', {statusId: '{status}'}),
      },
      after: {
        projects: trackerRef('project search', {id: '{answer/usedIn/projects/values/-/id}'}),
        home: trackerRef('project get', {projectIdOrKey: '{answer/scope/project/id}'}),
      },
    },
  ),
  title: [text('', '/name')],
  lines: [
    field('Category', ...recordColumn('statuses search', 'category')),
    field('Project', text('', '/home/name'), text('', ['/home/key', '/scope/project/id'])),
    about,
    group('Projects that use it', count('', '/usedIn/projects/values')),
    rows('/projects/values', [text('', '/key'), text('', '/name', {tone: 'dim'})], 12),
    group('Workflows', count('', '/usedBy/workflows/values')),
  ],
};

/** Card of a priority: color, default and schemes. */
const priorityCard: Card = {
  call: trackerRef(
    'priority get-priority',
    {id: '{priority}'},
    {also: {found: trackerRef('priority search', {id: '{priority}', expand: 'schemes'})}},
  ),
  title: [text('', '/name')],
  lines: [
    isDefault,
    field('Colour', columnOf(color)('', '/statusColor')),
    about,
    group('Schemes', count('', '/found/values/0/schemes/values')),
    rows('/found/values/0/schemes/values', [
      text('', '/name'),
      ...recordColumn('priority search', 'default'),
    ]),
  ],
};

const resolutionCard: Card = {
  title: [text('', '/name')],
  lines: [isDefault, about],
};

/** Card of a UI modification: contexts and data. */
const uiModificationCard: Card = {
  after: {projects: trackerRef('project search', {id: '{answer/contexts/-/projectId}'})},
  title: [text('', '/name')],
  lines: [
    about,
    group('Applies in', count('', '/contexts')),
    field('Projects', joinedList('', '/projects/values/-/key')),
    field('Views', joinedList('', '/contexts/-/viewType')),
    group('Effect'),
    field('Data', text('', '/data')),
  ],
};

/** Workflow statuses, global and of projects. */
export const statuses = list({
  id: 'statuses',
  indexed: namesCall('tracker', 'status', {maxResults: '200'}),
  page: trackerPages.statuses,
  noun: 'status',
  aliases: ['st'],
  sources: [trackerRef('statuses search')],
  columns: columnsWith(recordColumns('statuses search'), {
    project: {from: ['/home/key', '/scope/project/id'], kind: columnKinds.text, fixed: 9},
  }),
  fills: [
    {
      pointer: '/home',
      read: '',
      call: trackerRef('project get', {projectIdOrKey: '{filled}'}),
      params: {filled: ['/scope/project/id']},
      shared: true,
    },
  ],
  opens: {screen: 'status', params: {status: ['/id'], crumb: ['/name']}},
  describe: {call: trackerRef('statuses get-by-id', {id: '{status}'})},
  comparedElsewhere: {list: 'statuses-elsewhere'},
  verbs: statusVerbs,
  card: statusCard,
  empty: 'No statuses. a creates one.',
  about: 'Enter shows where a status is used: projects, issue types, workflows.',
});

/** Issue resolutions in their order, with the default. */
export const resolutions = list({
  id: 'resolutions',
  indexed: namesCall('tracker', 'resolution', {maxResults: '100'}),
  page: trackerPages.resolutions,
  noun: 'resolution',
  aliases: ['resolution', 'res'],
  sources: [trackerRef('resolution search'), trackerRef('resolution get-resolutions')],
  describe: {call: trackerRef('resolution get-resolution', {id: '{resolution}'})},
  comparedElsewhere: {list: 'resolutions-elsewhere'},
  verbs: resolutionVerbs,
  card: resolutionCard,
  empty: 'No resolutions. a creates one.',
  about: 'In display order. No operation lists the issues or projects that use a resolution.',
});

/** Issue priorities in their order, with the default and their schemes. */
export const priorities = list({
  id: 'priorities',
  indexed: namesCall('tracker', 'priority', {maxResults: '100'}),
  page: trackerPages.priorities,
  noun: 'priority',
  aliases: ['priority', 'prio'],
  sources: [
    trackerRef('priority search', {expand: 'schemes'}),
    trackerRef('priority get-priorities'),
  ],
  columns: columnsWith(recordColumns('priority search'), {color: {kind: color, max: 10}}),
  opens: {screen: 'priority', params: {priority: ['/id'], crumb: ['/name']}},
  describe: {call: trackerRef('priority get-priority', {id: '{priority}'})},
  comparedElsewhere: {list: 'priorities-elsewhere'},
  verbs: priorityVerbs,
  card: priorityCard,
  empty: 'No priorities. a creates one.',
  about: 'The service counts at most 15 schemes per priority.',
});

/** UI modifications of the calling app. */
export const uiModifications = list({
  id: 'ui-modifications',
  indexed: namesCall('tracker', 'UI modification', {maxResults: '100'}),
  noun: 'UI modification',
  aliases: ['uiModifications', 'uim'],
  sources: [trackerRef('uiModifications get-ui-modifications', {expand: ['contexts', 'data']})],
  opens: {screen: 'ui-contexts', params: {modification: ['/id'], crumb: ['/name']}},
  verbs: modificationVerbs,
  card: uiModificationCard,
  empty: 'This app has no UI modifications. a creates one.',
  about:
    'For platform apps only; at most 3,000 per app. Enter lists where a UI modification applies.',
});
