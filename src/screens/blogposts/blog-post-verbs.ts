import {contentVerb, type Verb} from '../../state/model/verb.ts';
import {
  allowVerb,
  classificationVerbs,
  permissionVerbs,
  propertyVerbs,
} from '../content/part-verbs.ts';

const ofId = {id: '{row/id}'};

/** Create a post; its text is storage XML unless another representation is chosen. */
const write = contentVerb.create(
  'Write a new post…',
  'blogposts create-blog-post',
  {},
  {'space-id': '', title: '', body: '', representation: '', status: 'current'},
  {id: 'write', title: 'Write a blog post'},
);

/** Create a post in the current space. */
export const createPostVerb: Verb = {
  ...write,
  inputs: {'space-id': '{space}'},
  asks: {title: '', body: '', representation: '', status: 'current'},
};

const edit = contentVerb.edit('blogposts update-blog-post', ofId, {
  title: '',
  body: '',
  representation: '',
});

const trash = contentVerb.delete('blogposts delete-blog-post', ofId);

/** Verbs of published posts. */
export const postVerbs: readonly Verb[] = [
  write,
  edit,
  contentVerb.many(
    'label',
    'Add labels…',
    'labels add',
    {'page-id': '{row/id}'},
    {title: 'Label {object}', key: '#', asks: {label: ''}},
  ),
  allowVerb('blogposts add-blog-post-permissions'),
  ...classificationVerbs(
    'blogposts put-blog-post-classification-level',
    'blogposts post-blog-post-classification-level',
  ),
  contentVerb.one(
    'redact',
    'Redact…',
    'blogposts post-redact-blog',
    {...ofId, createdAt: '{row/version/createdAt}'},
    {
      title: 'Redact parts of {object}',
      asks: {title: '', 'body.body': '', cleanHistory: ''},
    },
  ),
  contentVerb.one(
    'property',
    'Add a property…',
    'blogposts create-property',
    {'blogpost-id': '{row/id}'},
    {title: 'Add a property to {object}', asks: {key: '', value: ''}},
  ),
  trash,
];

export const draftVerbs: readonly Verb[] = [
  write,
  contentVerb.many(
    'publish',
    'Publish',
    'blogposts update-blog-post',
    {...ofId, status: 'current'},
    {key: 'f', when: [{pointer: '/title', isNot: [''], reason: 'the draft has no title yet'}]},
  ),
  edit,
  {...trash, words: 'Delete permanently', inputs: {...ofId, draft: 'true'}},
];

/** Verbs of posts in the trash. */
export const trashVerbs: readonly Verb[] = [
  {...trash, id: 'purge', words: 'Delete permanently', inputs: {...ofId, purge: 'true'}},
];

export const postLabelVerbs: readonly Verb[] = [
  contentVerb.create(
    'Add labels…',
    'labels add',
    {'page-id': '{post}'},
    {label: ''},
    {id: 'add', title: 'Add labels'},
  ),
  contentVerb.delete(
    'labels remove',
    {'page-id': '{post}', label: '{row/name}'},
    {id: 'remove', words: 'Remove'},
  ),
];

export const postPropertyVerbs = propertyVerbs({
  create: 'blogposts create-property',
  update: 'blogposts update-property-by-id',
  remove: 'blogposts delete-property-by-id',
  within: {'blogpost-id': '{post}'},
  one: {'blogpost-id': '{post}', 'property-id': '{row/id}'},
});

export const postPermissionVerbs = permissionVerbs(
  'blogposts add-blog-post-permissions',
  'blogposts delete-blog-post-permissions',
  '{post}',
);
