import {mentionedIn, nameMentions} from '../../api/mentions.ts';
import {contentRef, type OperationRef, trackerRef} from '../../api/operation-ref.ts';
import {type Column, columnOf} from '../../base/column.ts';
import {textAt} from '../../base/json-value.ts';
import {columnKinds} from '../../output/column-kind.ts';
import {columnsWith, recordColumn, recordColumns} from '../../state/model/column.ts';
import {type Fill, type ListDefinition, list, type Resource} from '../../state/model/resource.ts';
import {valueInRow} from '../../state/model/row.ts';
import {markup} from '../../state/show/storage/document.ts';
import {commentCard, contentCard, labelCard, versionCard} from './content-cards.ts';

/** Reads the space of a row by its id; rows of one space share the response. */
export const spaceFill: Fill = {
  pointer: '/space',
  read: '/results/0',
  call: contentRef('spaces get', {ids: '{filled}'}),
  params: {filled: ['/spaceId']},
  shared: true,
};

/** The name of a space; its id until the name is read. */
export const spaceColumn: Partial<Column> = {
  from: ['/space/name', '/spaceId'],
  kind: columnKinds.text,
  fixed: 20,
  min: 14,
  max: 24,
};

const changed = recordColumn('blogposts get-blog-posts', 'changed');

/** Read the user at a pointer of a row into `into`. */
export const personFill = (into: string, id: string, only?: Fill['only']): Fill => ({
  pointer: into,
  read: '',
  call: trackerRef('user get', {accountId: '{filled}'}),
  params: {filled: [id]},
  shared: true,
  ...(only && {only}),
});

/** The name of a user; the account id if it cannot be read. */
const personColumn = (into: string, id: string): Partial<Column> => ({
  from: [`${into}/displayName`, id],
  fixed: 18,
  max: 28,
});

/** Columns and nouns of a list, independent of its parent. */
export type ContentShape = Pick<
  ListDefinition,
  'columns' | 'identity' | 'name' | 'noun' | 'card' | 'fills'
>;

/**
 * Make a list of the content service that belongs to one object, such as the comments of a post.
 */
export const contentPart = (
  shape: ContentShape,
  operation: string,
  inputs: OperationRef['inputs'],
  more: Pick<ListDefinition, 'id' | 'empty' | 'about'> & Partial<ListDefinition>,
): Resource => list({...shape, sources: [contentRef(operation, inputs)], ...more});

/**
 * Saved versions.
 *
 * @param read reads the content at a `version`, for the text in the preview
 */
export const versionShape = (read: OperationRef): ContentShape => ({
  noun: 'version',
  identity: ['/number'],
  name: ['/number'],
  columns: columnsWith(recordColumns('custom-content get-custom-content-versions'), {
    author: personColumn('/author', '/authorId'),
  }),
  fills: [personFill('/author', '/authorId')],
  card: versionCard(read),
});

const body = '/body/storage/value';

/** The text of a row with the names of the users it mentions. */
export const mentionFill: Fill = {
  pointer: '/named',
  read: '',
  derive: (answer, {text = ''}) => [{text: nameMentions(text, answer)}],
  call: trackerRef('user bulk-get', {accountId: '{values/mentioned}', maxResults: '50'}),
  params: {
    mentioned: row => mentionedIn(String(valueInRow(row, [body]) ?? '')).join(','),
    text: [body],
  },
};

/** The column of a text that may mention users. */
export const bodyWithNames = ['/named/text', body] as const;

/** Comments with their text on one line. */
export const commentShape: ContentShape = {
  noun: 'comment',
  name: ['/id'],
  columns: [
    markup('COMMENT', bodyWithNames, {
      id: 'body',
      min: 24,
      max: 160,
      grows: true,
      dropPriority: 0,
    }),
    ...columnsWith(recordColumns('custom-content get-custom-content-comments'), {
      author: personColumn('/author', '/version/authorId'),
    }),
  ],
  fills: [personFill('/author', '/version/authorId'), mentionFill],
  card: commentCard,
};

/** A column kind for the content that a file is attached to, by kind and id. */
const attachedTo = columnOf({
  ...columnKinds.text,
  read: item => {
    const [kind, word] = parents.find(([member]) => textAt(item, member) !== '') ?? ['', ''];
    return kind === '' ? undefined : `${word} ${textAt(item, kind)}`;
  },
});

const parents = [
  ['/pageId', 'page'],
  ['/blogPostId', 'blog post'],
  ['/customContentId', 'custom content'],
] as const;

/** Attached files. */
export const attachmentShape: ContentShape = {
  noun: 'attachment',
  name: ['/title'],
  columns: recordColumns('labels get-attachments', {
    size: [attachedTo('ATTACHED TO', '', {id: 'parent', max: 30, dropPriority: 5, tone: 'dim'})],
    created: changed,
  }),
};

/** Content properties: JSON values by key. */
export const propertyShape: ContentShape = {
  noun: 'property',
  name: ['/key'],
};

/** Read and update permissions of one piece of content. */
export const permissionShape: ContentShape = {
  noun: 'permission',
  identity: ['/principalType', '/principalId', '/operation', '/id'],
  name: ['/person/displayName', '/principalId'],
  columns: columnsWith(recordColumns('whiteboards get-permissions'), {
    id: {from: ['/person/displayName', '/principalId', '/principal/id']},
  }),
  fills: [personFill('/person', '/principalId', {pointer: '/principalType', equals: 'user'})],
};

export const labelShape: ContentShape = {
  noun: 'label',
  card: labelCard,
};

/** Nodes of the content tree: kind, title, position. */
export const nodeShape: ContentShape = {
  noun: 'item',
  name: ['/title'],
};

/** Pages, posts and custom content as listed. */
export const contentShape: ContentShape = {
  noun: 'item',
  name: ['/title'],
  columns: columnsWith(
    recordColumns('custom-content get-custom-content-by-type', {version: changed}),
    {space: spaceColumn},
  ),
  fills: [spaceFill],
  card: contentCard,
};
