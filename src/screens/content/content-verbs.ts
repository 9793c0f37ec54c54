import type {Verb} from '../../state/model/verb.ts';

const content = {service: 'content'} as const;

/** Among other content, whiteboards alone. */
const onlyBoards = [
  {pointer: '/type', is: ['whiteboard', ''], reason: 'it is no whiteboard'},
] as const;

const ofBoard: readonly Verb[] = [
  {
    ...content,
    id: 'classify',
    words: 'Classify\u2026',
    title: 'Classify {object}',
    key: 'c',
    rows: 'many',
    operation: 'whiteboards put-classification-level',
    inputs: {id: '{/id}', status: 'current'},
    asks: {'body.id': ''},
  },
  {
    ...content,
    id: 'declassify',
    words: 'Take the classification away',
    rows: 'many',
    operation: 'whiteboards post-classification-level',
    inputs: {id: '{/id}', status: 'current'},
  },
  {
    ...content,
    id: 'allow',
    words: 'Give permissions\u2026',
    title: 'Give permissions on {object}',
    key: 'w',
    rows: 'one',
    operation: 'whiteboards add-permissions',
    inputs: {id: '{/id}'},
    asks: {body: ''},
  },
  {
    ...content,
    id: 'restrict',
    words: 'Restrict\u2026',
    rows: 'one',
    operation: 'whiteboards set-restriction-state',
    inputs: {id: '{/id}'},
    asks: {body: ''},
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
  words: 'Create a whiteboard in it\u2026',
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
  words: 'Write a blog post in it\u2026',
  title: 'Write a blog post',
  key: 'B',
  rows: 'one',
  operation: 'blogposts create-blog-post',
  inputs: {'space-id': '{/id}'},
  asks: {title: '', body: '', status: 'current'},
};

/** What can be done to the properties of a whiteboard. */
export const boardPropertyVerbs: readonly Verb[] = [
  {
    ...content,
    id: 'add',
    words: 'Add\u2026',
    title: 'Add a property',
    key: 'a',
    rows: 'none',
    operation: 'whiteboards create-property',
    inputs: {id: '{whiteboard}'},
    asks: {key: '', value: ''},
  },
  {
    ...content,
    id: 'delete',
    words: 'Delete',
    key: 'D',
    rows: 'many',
    operation: 'whiteboards delete-property-by-id',
    inputs: {'whiteboard-id': '{whiteboard}', 'property-id': '{/id}'},
  },
];

/** What can be done to the permissions of a whiteboard. */
export const boardPermissionVerbs: readonly Verb[] = [
  {
    ...content,
    id: 'add',
    words: 'Give permissions\u2026',
    title: 'Give permissions',
    key: 'a',
    rows: 'none',
    operation: 'whiteboards add-permissions',
    inputs: {id: '{whiteboard}'},
    asks: {body: ''},
  },
  {
    ...content,
    id: 'delete',
    words: 'Take away',
    key: 'D',
    rows: 'many',
    operation: 'whiteboards delete-permissions',
    inputs: {
      id: '{whiteboard}',
      'principal-type': '{/principalType}',
      'principal-id': '{/principalId}',
      operation: '{/operation}',
    },
  },
];

/** What can be done to custom content. */
export const customContentVerbs: readonly Verb[] = [
  {
    ...content,
    id: 'edit',
    words: 'Edit\u2026',
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
  words: 'Create\u2026',
  title: 'Create custom content',
  key: 'a',
  rows: 'none',
  operation: 'custom-content create-custom-content',
  inputs: {type: '{type}'},
  asks: {title: '', 'space-id': '', body: ''},
};

/** What can be done to the properties of custom content. */
export const contentPropertyVerbs: readonly Verb[] = [
  {
    ...content,
    id: 'add',
    words: 'Add\u2026',
    title: 'Add a property',
    key: 'a',
    rows: 'none',
    operation: 'custom-content create-custom-content-property',
    inputs: {'custom-content-id': '{content}'},
    asks: {key: '', value: ''},
  },
  {
    ...content,
    id: 'delete',
    words: 'Delete',
    key: 'D',
    rows: 'many',
    operation: 'custom-content delete-custom-content-property-by-id',
    inputs: {'custom-content-id': '{content}', 'property-id': '{/id}'},
  },
];
