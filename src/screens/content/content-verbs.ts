import {contentVerb, type Verb} from '../../state/model/verb.ts';
import {allowVerb, classificationVerbs, permissionVerbs, propertyVerbs} from './part-verbs.ts';

const ofId = {id: '{row/id}'};

/** Condition of verbs that apply only to whiteboards. */
const onlyBoards = [
  {pointer: '/type', is: ['whiteboard', ''], reason: 'only for whiteboards'},
] as const;

const ofBoard: readonly Verb[] = [
  ...classificationVerbs(
    'whiteboards put-classification-level',
    'whiteboards post-classification-level',
  ),
  allowVerb('whiteboards add-permissions'),
  contentVerb.one('restrict', 'Restrict…', 'whiteboards set-restriction-state', ofId, {
    asks: {'body.read': 'restricted', 'body.update': 'restricted'},
  }),
  contentVerb.delete('whiteboards delete', ofId),
];

/** Verbs of whiteboards. */
export const boardVerbs = ofBoard.map((verb): Verb => ({...verb, when: onlyBoards}));

/** Create a whiteboard in the current space. */
export const createBoard = contentVerb.one(
  'create-board',
  'Create whiteboard…',
  'whiteboards create',
  {spaceId: '{row/id}'},
  {title: 'Create a whiteboard', asks: {title: '', templateKey: '', locale: ''}},
);

/** Create a blog post in a space. */
export const writePost = contentVerb.one(
  'write-post',
  'Write blog post…',
  'blogposts create-blog-post',
  {'space-id': '{row/id}'},
  {title: 'Write a blog post', key: 'a', asks: {title: '', body: '', status: 'current'}},
);

/** Verbs of whiteboard properties. */
export const boardPropertyVerbs = propertyVerbs({
  create: 'whiteboards create-property',
  update: 'whiteboards update-property-by-id',
  remove: 'whiteboards delete-property-by-id',
  within: {id: '{whiteboard}'},
  one: {'whiteboard-id': '{whiteboard}', 'property-id': '{row/id}'},
});

export const boardPermissionVerbs = permissionVerbs(
  'whiteboards add-permissions',
  'whiteboards delete-permissions',
  '{whiteboard}',
);

export const customContentVerbs: readonly Verb[] = [
  contentVerb.edit('custom-content update-custom-content', ofId, {title: '', body: ''}),
  contentVerb.delete('custom-content delete-custom-content', ofId),
];

/** Create custom content of the current type. */
export const createContent = contentVerb.create(
  'Create…',
  'custom-content create-custom-content',
  {type: '{type}'},
  {title: '', 'space-id': '', body: ''},
  {title: 'Create custom content'},
);

/** Verbs of custom content properties. */
export const contentPropertyVerbs = propertyVerbs({
  create: 'custom-content create-custom-content-property',
  update: 'custom-content update-custom-content-property-by-id',
  remove: 'custom-content delete-custom-content-property-by-id',
  within: {'custom-content-id': '{content}'},
  one: {'custom-content-id': '{content}', 'property-id': '{row/id}'},
});
