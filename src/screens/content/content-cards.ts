import {contentRef, type OperationRef, trackerRef} from '../../api/operation-ref.ts';
import {age, type Column, count, joinedList, number, state, text} from '../../base/column.ts';
import {textAt} from '../../base/json-value.ts';
import {type Card, field, group, inPhrase, rows, storageWords} from '../../state/model/card.ts';
import {recordColumn} from '../../state/model/column.ts';

/** Follow-up calls for the space and the author of a piece of content. */
export const spaceAndAuthor = {
  space: contentRef('spaces get', {ids: '{answer/spaceId}'}),
  author: trackerRef('user get', {accountId: '{answer/authorId}'}),
};

const body = '/body/storage/value';

/** The users mentioned in a text, also in the older one of a comparison. */
export const mentioned = trackerRef('user bulk-get', {
  accountId: `{mentions${body}},{mentions/before${body}}`,
  maxResults: '50',
});

/** Follow-up calls for the names in a piece of content with its text. */
export const namesInDocument = {...spaceAndAuthor, mentioned};

const spaceName: readonly Column[] = [
  text('', '/space/results/0/name'),
  text('', ['/space/results/0/key', '/spaceId'], {tone: 'dim'}),
];
const authorName = text('', ['/author/displayName', '/authorId']);
const written = (from: string): Column => inPhrase('{} ago', age('', from, {tone: 'dim'}));
const status = recordColumn('blogposts get-blog-posts', 'status');

/** Card lines common to all content. */
const facts = [
  field('State', ...status, inPhrase('version {}', number('', '/version/number'))),
  field('Space', ...spaceName),
  field('Author', authorName, written('/createdAt')),
  field('Changed', text('', '/version/message'), written('/version/createdAt')),
];

/** The card above the text of a post or of custom content. */
const readingCard: Card = {
  title: [text('', '/title')],
  lines: [...facts, field('Labels', joinedList('', '/labels/results/-/name'))],
};

/** Options for showing a post or custom content as a document: card, then text. */
export const documentOptions = {document: body, card: readingCard} as const;

const labels = contentRef('blogposts get-blog-post-labels', {id: '{id}'});

/** Card of a blog post: state, space, author, labels and first lines. */
export const blogPostCard: Card = {
  call: contentRef(
    'blogposts get-blog-post-by-id',
    {id: '{id}', 'body-format': 'storage'},
    {
      also: {labels},
      after: namesInDocument,
    },
  ),
  title: readingCard.title,
  lines: [...readingCard.lines, group('Excerpt'), storageWords(body, 11)],
};

/** Card of a post in the trash, which the service returns only on request. */
export const trashedPostCard: Card = {
  ...blogPostCard,
  call: contentRef(
    'blogposts get-blog-post-by-id',
    {id: '{id}', status: 'trashed', 'body-format': 'storage'},
    {after: namesInDocument},
  ),
};

/**
 * Card of a version of a post or of custom content, with its text.
 *
 * @param read reads the content at a `version`
 */
export const versionCard = (read: OperationRef): Card => ({
  after: {
    author: trackerRef('user get', {accountId: '{answer/authorId}'}),
    version: {
      ...read,
      inputs: {...read.inputs, version: '{answer/number}', 'body-format': 'storage'},
      after: {mentioned},
      onFailure: 'omit',
    },
  },
  title: [inPhrase('version {}', number('', '/number'))],
  lines: [
    field('Message', text('', '/message')),
    field('Author', authorName, written('/createdAt')),
    field('Edit', state('', [['/minorEdit', 'minor edit', 'dim']])),
    group('Text', text('', '/version/title', {tone: 'dim'})),
    storageWords(`/version${body}`, 30),
  ],
});

/** Card of a comment: its author and its text. */
export const commentCard: Card = {
  after: {
    author: trackerRef('user get', {accountId: '{answer/version/authorId}'}),
    mentioned,
  },
  title: [text('', ['/author/displayName', '/version/authorId'])],
  lines: [
    field('Status', text('', ['/resolutionStatus', '/status'])),
    field('Written', written('/version/createdAt')),
    group('Comment'),
    storageWords(body, 30),
  ],
};

/** Card of custom content, and of items in lists of content. */
export const contentCard: Card = {
  after: spaceAndAuthor,
  title: [text('', '/title'), text('', '/type')],
  lines: facts,
};

/** Card of a whiteboard: location, owner, permissions. */
export const whiteboardCard: Card = {
  title: [text('', '/title')],
  lines: [
    field('State', ...status),
    field('Space', ...spaceName),
    field('Author', authorName, written('/createdAt')),
    field('Owner', text('', ['/owner/displayName', '/ownerId'])),
    field('Parent', text('', '/parentType'), text('', '/parentId', {tone: 'dim'})),
    group('Access'),
    field(
      'Restrictions',
      text('', ['/restrictionState/restrictionState', '/restrictionState/state']),
    ),
    field('Classification', text('', ['/classificationLevel/name', '/classificationLevel/id'])),
    field('You can', joinedList('', '/allowed/operations/-/operation')),
  ],
};

/** Card of a space, in a row or in a response. */
export const spaceCard = (at: '' | '/results/0'): Card => ({
  after: {
    author: trackerRef('user get', {accountId: `{answer${at}/authorId}`}),
    newest: contentRef('blogposts get-blog-posts', {
      'space-id': `{answer${at}/id}`,
      sort: '-created-date',
      limit: '5',
    }),
  },
  title: [text('', `${at}/name`), text('', `${at}/key`)],
  lines: [
    field('State', text('', `${at}/status`, {tones: {archived: 'warn'}}), text('', `${at}/type`)),
    field('Description', text('', `${at}/description/plain/value`)),
    field(
      'Created by',
      text('', ['/author/displayName', `${at}/authorId`]),
      written(`${at}/createdAt`),
    ),
    group('Newest posts'),
    rows('/newest/results', [text('', '/title'), ...status]),
    group('Other content'),
    field('Whiteboards', text('', '/reach/whiteboards')),
    field('Custom', text('', '/reach/customContent')),
  ],
  // No operation lists the whiteboards of a space, and custom content only by type (services C4.2,
  // C4.3).
  adds: space => ({
    reach: {
      whiteboards: 'cannot be listed; :whiteboard ID opens one, and its address has the id',
      customContent: `:cc-space ${textAt(space, `${at}/id`) || 'ID'} TYPE lists one type, such as ac:app:type`,
    },
  }),
});

const labelled = [
  text('', '/title'),
  ...status,
  inPhrase('v{}', number('', '/version/number', {tone: 'dim'})),
  written('/version/createdAt'),
];

/** Card of a label: content with the label. */
export const labelCard: Card = {
  after: {
    posts: contentRef('labels get-blog-posts', {id: '{answer/id}', limit: '25'}),
    pages: contentRef('labels get-pages', {id: '{answer/id}', limit: '25'}),
    attachments: contentRef('labels get-attachments', {id: '{answer/id}', limit: '25'}),
  },
  title: [text('', '/name'), text('', '/prefix')],
  lines: [
    group('Blog posts', count('', '/posts/results')),
    rows('/posts/results', labelled, 8),
    group('Pages', count('', '/pages/results')),
    rows('/pages/results', labelled, 8),
    group('Attachments', count('', '/attachments/results')),
    rows('/attachments/results', labelled, 5),
  ],
};
