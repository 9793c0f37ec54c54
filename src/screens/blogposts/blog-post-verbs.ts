import type {Verb} from '../../state/model/verb.ts';
import {
  allowVerb,
  classificationVerbs,
  permissionVerbs,
  propertyVerbs,
} from '../content/part-verbs.ts';

const content = {service: 'content'} as const;

/** Write a post; its text is storage XML unless another representation is chosen. */
const write: Verb = {
  ...content,
  id: 'write',
  words: 'Write a new post…',
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
  words: 'Edit…',
  key: 'e',
  rows: 'one',
  operation: 'blogposts update-blog-post',
  inputs: {id: '{/id}'},
  asks: {title: '', body: '', representation: ''},
};

const label: Verb = {
  ...content,
  id: 'label',
  words: 'Add labels…',
  title: 'Label {object}',
  key: '#',
  rows: 'many',
  operation: 'labels add',
  inputs: {'page-id': '{/id}'},
  asks: {label: ''},
};

const allow = allowVerb('blogposts add-blog-post-permissions');

const [classify, declassify] = classificationVerbs(
  'blogposts put-blog-post-classification-level',
  'blogposts post-blog-post-classification-level',
);

const redact: Verb = {
  ...content,
  id: 'redact',
  words: 'Redact…',
  title: 'Black out parts of {object}',
  rows: 'one',
  operation: 'blogposts post-redact-blog',
  inputs: {id: '{/id}', createdAt: '{/version/createdAt}'},
  asks: {title: '', 'body.body': '', cleanHistory: ''},
};

const property: Verb = {
  ...content,
  id: 'property',
  words: 'Add a property…',
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
  ...edit,
  inputs: {
    ...edit.inputs,
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
    words: 'Add labels…',
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

const [addProperty, removeProperty] = propertyVerbs({
  create: 'blogposts create-property',
  remove: 'blogposts delete-property-by-id',
  within: {'blogpost-id': '{post}'},
  one: {'blogpost-id': '{post}', 'property-id': '{/id}'},
});

/** What can be done to the properties of a post. */
export const postPropertyVerbs: readonly Verb[] = [
  addProperty,
  {
    ...content,
    id: 'edit',
    words: 'Edit…',
    key: 'e',
    rows: 'one',
    operation: 'blogposts update-property-by-id',
    inputs: {'blogpost-id': '{post}', 'property-id': '{/id}'},
    asks: {value: '{/value}'},
  },
  removeProperty,
];

/** What can be done to the permissions of a post. */
export const postPermissionVerbs = permissionVerbs(
  'blogposts add-blog-post-permissions',
  'blogposts delete-blog-post-permissions',
  '{post}',
);
