import {trackerRef} from '../../api/operation-ref.ts';
import {number, text} from '../../base/column.ts';
import {counted} from '../../base/counted.ts';
import {readPointer} from '../../base/json-value.ts';
import {type Card, field, group, rows} from '../../state/model/card.ts';
import {recordColumns} from '../../state/model/column.ts';
import {namesCall} from '../../state/model/names.ts';
import {list, type Resource} from '../../state/model/resource.ts';
import {trackerVerb} from '../../state/model/verb.ts';
import {projectVerbs} from './project-verbs.ts';
import {projects} from './projects.ts';

const ofId = {id: '{row/id}'};
const asked = {name: '{row/name}', description: '{row/description}'};

/** Only the first page: its total is the number of projects. */
const projectsOf = (category: string) =>
  trackerRef('project search', {categoryId: category, maxResults: '1'}, {firstPage: true});

const listed = 12;

/** Card of a category: its first projects. */
const categoryCard: Card = {
  after: {
    projects: trackerRef(
      'project search',
      {categoryId: '{answer/id}', maxResults: String(listed)},
      {firstPage: true},
    ),
  },
  title: [text('', '/name')],
  lines: [
    field('Description', text('', '/description')),
    group('Projects', number('', '/projects/total')),
    rows('/projects/values', [text('', '/key', {tone: 'accent'}), text('', '/name')], listed),
  ],
};

/** Project categories with their number of projects. */
export const categories = list({
  id: 'project-categories',
  title: 'Project categories',
  noun: 'project category',
  aliases: ['categories'],
  indexed: namesCall('tracker', 'project category'),
  sources: [trackerRef('projectCategory get-all-project-categories')],
  columns: recordColumns('projectCategory get-all-project-categories', {
    name: [number('PROJECTS', '/projects', {dropPriority: 1})],
  }),
  fills: [
    {
      pointer: '/projects',
      read: '/total',
      call: projectsOf('{category}'),
      params: {category: ['/id']},
    },
  ],
  opens: {screen: 'category-projects', params: {category: ['/id'], crumb: ['/name']}},
  describe: {call: trackerRef('projectCategory get-project-category-by-id', {id: '{category}'})},
  card: categoryCard,
  verbs: [
    trackerVerb.edit('projectCategory update-project-category', ofId, asked, {
      words: 'Rename or describe…',
      title: 'Change {object}',
    }),
    trackerVerb.delete('projectCategory remove-project-category', ofId, {
      consequences: {
        by: projectsOf('{row/id}'),
        says: answer => {
          const total = readPointer(answer, '/total');
          return typeof total === 'number' && total > 0
            ? [`${counted(total, 'project')} will have no category.`]
            : [];
        },
      },
    }),
    trackerVerb.create(
      'New category…',
      'projectCategory create-project-category',
      {},
      {name: '', description: ''},
    ),
  ],
  empty: 'No project categories. a creates one.',
  about: 'Enter lists the projects of a category; “Change category…” there moves them.',
});

/** The projects of one category. */
export const categoryProjects: Resource = {
  ...projects,
  id: 'category-projects',
  title: 'Projects of a category',
  aliases: [],
  needs: ['category'],
  sources: [trackerRef('project search', {categoryId: '{category}', expand: ['lead', 'insight']})],
  verbs: projectVerbs.filter(({rows}) => rows !== 'none'),
  empty: 'No project has this category.',
  about: 'Projects of one category.',
};
