import type {Verb} from '../../state/model/verb.ts';

const content = {service: 'content'} as const;

/** Write a post; its text is Markdown unless it is said to be storage XML. */
const write: Verb = {
  ...content,
  id: 'write',
  words: 'Write\u2026',
  title: 'Write a blog post',
  key: 'a',
  rows: 'none',
  operation: 'blogposts create-blog-post',
  asks: {'space-id': '', title: '', body: '', representation: '', status: 'current'},
};

/** Write a post in the space that is looked at. */
export const writeIn: Verb = {
  ...write,
  inputs: {'space-id': '{space}'},
  asks: {title: '', body: '', representation: '', status: 'current'},
};

const edit: Verb = {
  ...content,
  id: 'edit',
  words: 'Edit\u2026',
  key: 'e',
  rows: 'one',
  operation: 'blogposts update-blog-post',
  inputs: {id: '{/id}'},
  asks: {title: '', body: '', representation: ''},
};

const label: Verb = {
  ...content,
  id: 'label',
  words: 'Add labels\u2026',
  title: 'Label {object}',
  key: 'l',
  rows: 'many',
  operation: 'labels add',
  inputs: {'page-id': '{/id}'},
  asks: {label: ''},
};

const allow: Verb = {
  ...content,
  id: 'allow',
  words: 'Give permissions\u2026',
  title: 'Give permissions on {object}',
  key: 'w',
  rows: 'one',
  operation: 'blogposts add-blog-post-permissions',
  inputs: {id: '{/id}'},
  asks: {body: ''},
};

const classify: Verb = {
  ...content,
  id: 'classify',
  words: 'Classify\u2026',
  title: 'Classify {object}',
  key: 'c',
  rows: 'many',
  operation: 'blogposts put-blog-post-classification-level',
  inputs: {id: '{/id}', status: 'current'},
  asks: {'body.id': ''},
};

const declassify: Verb = {
  ...content,
  id: 'declassify',
  words: 'Take the classification away',
  rows: 'many',
  operation: 'blogposts post-blog-post-classification-level',
  inputs: {id: '{/id}', status: 'current'},
};

const redact: Verb = {
  ...content,
  id: 'redact',
  words: 'Redact\u2026',
  title: 'Black out parts of {object}',
  rows: 'one',
  operation: 'blogposts post-redact-blog',
  inputs: {id: '{/id}', createdAt: '{/version/createdAt}'},
  asks: {title: '', 'body.body': '', cleanHistory: ''},
};

const property: Verb = {
  ...content,
  id: 'property',
  words: 'Add a property\u2026',
  title: 'Add a property to {object}',
  rows: 'one',
  operation: 'blogposts create-property',
  inputs: {'blogpost-id': '{/id}'},
  asks: {key: '', value: ''},
};

const trash: Verb = {
  ...content,
  id: 'delete',
  words: 'Delete',
  key: 'D',
  rows: 'many',
  operation: 'blogposts delete-blog-post',
  inputs: {id: '{/id}'},
};

/** What can be done to published posts. */
export const postVerbs: readonly Verb[] = [
  write,
  edit,
  label,
  allow,
  classify,
  declassify,
  redact,
  property,
  trash,
];

const publish: Verb = {
  ...content,
  id: 'publish',
  words: 'Publish',
  key: 'p',
  rows: 'many',
  operation: 'blogposts update-blog-post',
  // A draft keeps version 1 until it is published; all of it is sent, so that nothing is read first.
  inputs: {
    id: '{/id}',
    'body.id': '{/id}',
    title: '{/title}',
    'space-id': '{/spaceId}',
    body: '{/body/storage/value}',
    status: 'current',
    version: '{"number": 1}',
  },
  when: [{pointer: '/title', isNot: [''], reason: 'it has no title yet'}],
};

const editDraft: Verb = {
  ...content,
  id: 'edit',
  words: 'Edit\u2026',
  key: 'e',
  rows: 'one',
  operation: 'blogposts update-blog-post',
  inputs: {
    id: '{/id}',
    'body.id': '{/id}',
    'space-id': '{/spaceId}',
    status: 'draft',
    version: '{"number": 1}',
  },
  asks: {title: '{/title}', body: '{/body/storage/value}', representation: ''},
};

const discard: Verb = {
  ...trash,
  words: 'Delete for good',
  inputs: {id: '{/id}', draft: 'true'},
  atLeast: 3,
};

/** What can be done to drafts. */
export const draftVerbs: readonly Verb[] = [write, publish, editDraft, discard];

/** What can be done to posts in the trash. */
export const trashVerbs: readonly Verb[] = [
  {...trash, id: 'purge', words: 'Delete for good', inputs: {id: '{/id}', purge: 'true'}},
];

/** What can be done to the labels of a post. */
export const postLabelVerbs: readonly Verb[] = [
  {
    ...content,
    id: 'add',
    words: 'Add labels\u2026',
    title: 'Add labels',
    key: 'a',
    rows: 'none',
    operation: 'labels add',
    inputs: {'page-id': '{post}'},
    asks: {label: ''},
  },
  {
    ...content,
    id: 'remove',
    words: 'Take away',
    key: 'D',
    rows: 'many',
    operation: 'labels remove',
    inputs: {'page-id': '{post}', label: '{/name}'},
  },
];

/** What can be done to the properties of a post. */
export const postPropertyVerbs: readonly Verb[] = [
  {
    ...content,
    id: 'add',
    words: 'Add\u2026',
    title: 'Add a property',
    key: 'a',
    rows: 'none',
    operation: 'blogposts create-property',
    inputs: {'blogpost-id': '{post}'},
    asks: {key: '', value: ''},
  },
  {
    ...content,
    id: 'edit',
    words: 'Edit\u2026',
    key: 'e',
    rows: 'one',
    operation: 'blogposts update-property-by-id',
    inputs: {'blogpost-id': '{post}', 'property-id': '{/id}'},
    asks: {value: '{/value}'},
  },
  {
    ...content,
    id: 'delete',
    words: 'Delete',
    key: 'D',
    rows: 'many',
    operation: 'blogposts delete-property-by-id',
    inputs: {'blogpost-id': '{post}', 'property-id': '{/id}'},
  },
];

/** What can be done to the permissions of a post. */
export const postPermissionVerbs: readonly Verb[] = [
  {
    ...content,
    id: 'add',
    words: 'Give permissions\u2026',
    title: 'Give permissions',
    key: 'a',
    rows: 'none',
    operation: 'blogposts add-blog-post-permissions',
    inputs: {id: '{post}'},
    asks: {body: ''},
  },
  {
    ...content,
    id: 'delete',
    words: 'Take away',
    key: 'D',
    rows: 'many',
    operation: 'blogposts delete-blog-post-permissions',
    inputs: {
      id: '{post}',
      'principal-type': '{/principalType}',
      'principal-id': '{/principalId}',
      operation: '{/operation}',
    },
  },
];
