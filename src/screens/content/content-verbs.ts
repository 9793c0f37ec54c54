import type {Verb} from '../../state/model/verb.ts';
import {allowVerb, classificationVerbs, permissionVerbs, propertyVerbs} from './part-verbs.ts';

const content = {service: 'content'} as const;

/** Among other content, whiteboards alone. */
const onlyBoards = [
  {pointer: '/type', is: ['whiteboard', ''], reason: 'it is no whiteboard'},
] as const;

const ofBoard: readonly Verb[] = [
  ...classificationVerbs(
    'whiteboards put-classification-level',
    'whiteboards post-classification-level',
  ),
  allowVerb('whiteboards add-permissions'),
  {
    ...content,
    id: 'restrict',
    words: 'Restrict…',
    rows: 'one',
    operation: 'whiteboards set-restriction-state',
    inputs: {id: '{/id}'},
    asks: {'body.read': 'restricted', 'body.update': 'restricted'},
    key: 'R',
  },
  {
    ...content,
    id: 'delete',
    words: 'Delete',
    key: 'D',
    rows: 'many',
    operation: 'whiteboards delete',
    inputs: {id: '{/id}'},
  },
];

/** What can be done to whiteboards. */
export const boardVerbs = ofBoard.map((verb): Verb => ({...verb, when: onlyBoards}));

/** Makes a whiteboard in the space that is looked at. */
export const createBoard: Verb = {
  ...content,
  id: 'create-board',
  words: 'Create a whiteboard in it…',
  title: 'Create a whiteboard',
  key: 'W',
  rows: 'one',
  operation: 'whiteboards create',
  inputs: {spaceId: '{/id}'},
  asks: {title: '', templateKey: '', locale: ''},
};

/** Writes a blog post in a space. */
export const writePost: Verb = {
  ...content,
  id: 'write-post',
  words: 'Write a blog post in it…',
  title: 'Write a blog post',
  key: 'B',
  rows: 'one',
  operation: 'blogposts create-blog-post',
  inputs: {'space-id': '{/id}'},
  asks: {title: '', body: '', status: 'current'},
};

/** What can be done to the properties of a whiteboard. */
export const boardPropertyVerbs = propertyVerbs({
  create: 'whiteboards create-property',
  remove: 'whiteboards delete-property-by-id',
  within: {id: '{whiteboard}'},
  one: {'whiteboard-id': '{whiteboard}', 'property-id': '{/id}'},
});

/** What can be done to the permissions of a whiteboard. */
export const boardPermissionVerbs = permissionVerbs(
  'whiteboards add-permissions',
  'whiteboards delete-permissions',
  '{whiteboard}',
);

/** What can be done to custom content. */
export const customContentVerbs: readonly Verb[] = [
  {
    ...content,
    id: 'edit',
    words: 'Edit…',
    key: 'e',
    rows: 'one',
    operation: 'custom-content update-custom-content',
    inputs: {id: '{/id}'},
    asks: {title: '', body: ''},
  },
  {
    ...content,
    id: 'delete',
    words: 'Delete',
    key: 'D',
    rows: 'many',
    operation: 'custom-content delete-custom-content',
    inputs: {id: '{/id}'},
  },
];

/** Makes custom content of the type that is looked at. */
export const createContent: Verb = {
  ...content,
  id: 'create',
  words: 'Create…',
  title: 'Create custom content',
  key: 'a',
  rows: 'none',
  operation: 'custom-content create-custom-content',
  inputs: {type: '{type}'},
  asks: {title: '', 'space-id': '', body: ''},
};

/** What can be done to the properties of custom content. */
export const contentPropertyVerbs = propertyVerbs({
  create: 'custom-content create-custom-content-property',
  remove: 'custom-content delete-custom-content-property-by-id',
  within: {'custom-content-id': '{content}'},
  one: {'custom-content-id': '{content}', 'property-id': '{/id}'},
});
