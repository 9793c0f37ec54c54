import {contentCall, trackerCall} from '../../state/model/call.ts';
import {type Card, field, group, rows, storageWords, within} from '../../state/model/card.ts';
import {
  age,
  type Column,
  count,
  joined,
  number,
  recordColumns,
  text,
} from '../../state/model/column.ts';

/** The space and the person that a piece of content names by id. */
export const spaceAndAuthor = {
  space: contentCall('spaces get', {ids: '{/spaceId}'}),
  author: trackerCall('user get', {accountId: '{/authorId}'}),
};

const spaceName: readonly Column[] = [
  text('', '/space/results/0/name'),
  text('', ['/space/results/0/key', '/spaceId'], {tone: 'dim'}),
];
const authorName = text('', ['/author/displayName', '/authorId']);
const written = (from: string): Column => within('{} ago', age('', from, {tone: 'dim'}));
const status = recordColumns('blogposts get-blog-posts').filter(({id}) => id === 'status');

/** What is told of every piece of content. */
const facts = [
  field('State', ...status, within('version {}', number('', '/version/number'))),
  field('Space', ...spaceName),
  field('Author', authorName, written('/createdAt')),
  field('Changed', text('', '/version/message'), written('/version/createdAt')),
];

/** What is told first about a blog post: its state, space, author, labels and first lines. */
export const blogPostCard: Card = {
  call: contentCall(
    'blogposts get-blog-post-by-id',
    {id: '{id}', 'body-format': 'storage'},
    {
      also: {labels: contentCall('blogposts get-blog-post-labels', {id: '{id}'})},
      after: spaceAndAuthor,
    },
  ),
  title: [text('', '/title')],
  lines: [
    ...facts,
    field('Labels', joined('', '/labels/results/-/name')),
    group('Begins'),
    storageWords('/body/storage/value', 12),
  ],
};

/** What is told first about custom content, and whatever a list of content holds. */
export const contentCard: Card = {
  after: spaceAndAuthor,
  title: [text('', '/title'), text('', '/type')],
  lines: facts,
};

/** What is told first about a whiteboard: where it is, whose it is, who may do what. */
export const whiteboardCard: Card = {
  title: [text('', '/title')],
  lines: [
    field('State', ...status),
    field('Space', ...spaceName),
    field('Author', authorName, written('/createdAt')),
    field('Owner', text('', ['/owner/displayName', '/ownerId'])),
    field('Below', text('', '/parentType'), text('', '/parentId', {tone: 'dim'})),
    group('Access'),
    field(
      'Restrictions',
      text('', ['/restrictionState/restrictionState', '/restrictionState/state']),
    ),
    field('Classification', text('', ['/classificationLevel/name', '/classificationLevel/id'])),
    field('You may', joined('', '/allowed/operations/-/operation')),
  ],
};

/** What is told first about a label: what carries it. */
export const labelCard: Card = {
  after: {
    posts: contentCall('labels get-blog-posts', {id: '{/id}', limit: '25'}),
    pages: contentCall('labels get-pages', {id: '{/id}', limit: '25'}),
    attachments: contentCall('labels get-attachments', {id: '{/id}', limit: '25'}),
  },
  title: [text('', '/name'), text('', '/prefix')],
  lines: [
    group('Blog posts', count('', '/posts/results')),
    rows('/posts/results', [text('', '/title'), ...status], 8),
    group('Pages', count('', '/pages/results')),
    rows('/pages/results', [text('', '/title'), ...status], 8),
    group('Attachments', count('', '/attachments/results')),
    rows('/attachments/results', [text('', '/title')], 5),
  ],
};
