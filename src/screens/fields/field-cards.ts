import {trackerCall} from '../../state/model/call.ts';
import {type Card, field, group, rows} from '../../state/model/card.ts';
import {columnOf, count, joined, recordColumn, text} from '../../state/model/column.ts';
import {colour} from '../../state/show/swatch.ts';

const about = field('About', text('', '/description'));
const isDefault = field('Default', ...recordColumn('priority search', 'default'));

/** What is told first about a status: its category, and where it is used. */
export const statusCard: Card = {
  call: trackerCall(
    'statuses get-by-id',
    {id: '{status}'},
    {
      also: {
        usedIn: trackerCall('statuses get-project-usages-for', {statusId: '{status}'}),
        usedBy: trackerCall('statuses get-workflow-usages-for', {statusId: '{status}'}),
      },
      after: {
        projects: trackerCall('project search', {id: '{/usedIn/projects/values/-/id}'}),
        home: trackerCall('project get', {projectIdOrKey: '{/scope/project/id}'}),
      },
    },
  ),
  title: [text('', '/name')],
  lines: [
    field('Category', ...recordColumn('statuses search', 'category')),
    field('Of project', text('', '/home/name'), text('', ['/home/key', '/scope/project/id'])),
    about,
    group('Projects that use it', count('', '/usedIn/projects/values')),
    rows('/projects/values', [text('', '/key'), text('', '/name', {tone: 'dim'})], 12),
    group('Workflows', count('', '/usedBy/workflows/values')),
  ],
};

/** What is told first about a priority: its colour, whether it is the default, the schemes it is in. */
export const priorityCard: Card = {
  call: trackerCall(
    'priority get-priority',
    {id: '{priority}'},
    {also: {found: trackerCall('priority search', {id: '{priority}', expand: 'schemes'})}},
  ),
  title: [text('', '/name')],
  lines: [
    isDefault,
    field('Colour', columnOf(colour)('', '/statusColor')),
    about,
    group('Schemes', count('', '/found/values/0/schemes/values')),
    rows('/found/values/0/schemes/values', [
      text('', '/name'),
      ...recordColumn('priority search', 'default'),
    ]),
  ],
};

/** What is told first about a resolution. */
export const resolutionCard: Card = {
  title: [text('', '/name')],
  lines: [isDefault, about],
};

/** What is told first about a UI modification: where it applies and what it does. */
export const uiModificationCard: Card = {
  after: {projects: trackerCall('project search', {id: '{/contexts/-/projectId}'})},
  title: [text('', '/name')],
  lines: [
    about,
    group('Applies in', count('', '/contexts')),
    field('Projects', joined('', '/projects/values/-/key')),
    field('Views', joined('', '/contexts/-/viewType')),
    group('Does'),
    field('Data', text('', '/data')),
  ],
};
