import type {Column, Resource} from '../resource.ts';
import {idColumn, labelColumns} from './columns.ts';

const content = 'content' as const;

interface PartOptions {
  readonly id: string;
  readonly title: string;
  readonly noun: string;
  readonly operation: string;
  readonly columns: readonly Column[];
  readonly identity: readonly string[];
  readonly name: readonly string[];
  readonly empty: string;
  readonly about: string;
  readonly inputs?: Resource['sources'][number]['inputs'];
}

/** A list that belongs to one blog post. */
function part({operation, inputs, ...rest}: PartOptions): Resource {
  return {
    ...rest,
    service: content,
    aliases: [],
    needs: ['post'],
    sources: [{service: content, operation, inputs: inputs ?? {id: '{post}'}}],
  };
}

const commentColumns: readonly Column[] = [
  {
    id: 'body',
    title: 'COMMENT',
    from: ['/body/storage/value'],
    kind: 'markup',
    min: 24,
    max: 160,
    grows: true,
    worth: 0,
  },
  {
    id: 'status',
    title: 'STATUS',
    from: ['/resolutionStatus', '/status'],
    kind: 'text',
    max: 10,
    worth: 1,
    tones: {open: 'warn', resolved: 'good'},
  },
  {
    id: 'created',
    title: 'WRITTEN',
    from: ['/version/createdAt'],
    kind: 'time',
    worth: 2,
    tone: 'dim',
  },
  {
    id: 'author',
    title: 'AUTHOR',
    from: ['/version/authorId'],
    kind: 'text',
    min: 10,
    max: 44,
    worth: 3,
    tone: 'dim',
  },
  idColumn(4),
];

/** Versions of a blog post, newest first. */
export const postVersions = part({
  id: 'post-versions',
  title: 'Versions',
  noun: 'version',
  operation: 'blogposts get-blog-post-versions',
  identity: ['/number'],
  name: ['/number'],
  columns: [
    {id: 'number', title: 'VERSION', from: ['/number'], kind: 'number', worth: 0, tone: 'title'},
    {id: 'created', title: 'WRITTEN', from: ['/createdAt'], kind: 'time', worth: 0},
    {id: 'age', title: 'AGE', from: ['/createdAt'], kind: 'age', worth: 2, tone: 'dim'},
    {
      id: 'message',
      title: 'MESSAGE',
      from: ['/message'],
      kind: 'firstLine',
      min: 18,
      max: 80,
      grows: true,
      worth: 1,
    },
    {
      id: 'author',
      title: 'AUTHOR',
      from: ['/authorId'],
      kind: 'text',
      min: 10,
      max: 44,
      worth: 3,
      tone: 'dim',
    },
  ],
  empty: 'This post has no versions.',
  about: 'Every saved version with its message.',
});

/** Footer comments of a blog post. */
export const postComments = part({
  id: 'post-comments',
  title: 'Comments',
  noun: 'comment',
  operation: 'blogposts get-blog-post-footer-comments',
  inputs: {id: '{post}', 'body-format': 'storage'},
  identity: ['/id'],
  name: ['/id'],
  columns: commentColumns,
  empty: 'Nobody has commented below this post.',
  about: 'Root comments below the post; replies are not listed by the service here.',
});

/** Inline comments of a blog post with their resolution. */
export const postInlineComments = part({
  id: 'post-inline-comments',
  title: 'Inline',
  noun: 'comment',
  operation: 'blogposts get-blog-post-inline-comments',
  inputs: {id: '{post}', 'body-format': 'storage'},
  identity: ['/id'],
  name: ['/id'],
  columns: commentColumns,
  empty: 'Nobody has commented in the text of this post.',
  about: 'Root comments in the text, with whether they are resolved.',
});

/** Labels of a blog post. */
export const postLabels = part({
  id: 'post-labels',
  title: 'Labels',
  noun: 'label',
  operation: 'blogposts get-blog-post-labels',
  identity: ['/id'],
  name: ['/name'],
  columns: labelColumns,
  empty: 'This post has no labels. Add one: cf labels add --page-id … --label …',
  about: 'Labels this user can see.',
});

/** Attachments of a blog post. */
export const postAttachments = part({
  id: 'post-attachments',
  title: 'Attachments',
  noun: 'attachment',
  operation: 'blogposts get-attachments',
  identity: ['/id'],
  name: ['/title'],
  columns: [
    {
      id: 'title',
      title: 'FILE',
      from: ['/title'],
      kind: 'text',
      min: 18,
      max: 60,
      grows: true,
      worth: 0,
      tone: 'title',
    },
    {id: 'type', title: 'TYPE', from: ['/mediaType'], kind: 'text', max: 30, worth: 1},
    {id: 'size', title: 'BYTES', from: ['/fileSize'], kind: 'number', worth: 1},
    {id: 'status', title: 'STATUS', from: ['/status'], kind: 'text', max: 9, worth: 3, tone: 'dim'},
    {id: 'created', title: 'CREATED', from: ['/createdAt'], kind: 'time', worth: 2, tone: 'dim'},
    {id: 'id', title: 'ID', from: ['/id'], kind: 'text', max: 20, worth: 4, tone: 'dim'},
  ],
  empty: 'This post has no attachments.',
  about: 'Current and archived ones.',
});

/** Content properties of a blog post. */
export const postProperties = part({
  id: 'post-properties',
  title: 'Properties',
  noun: 'property',
  operation: 'blogposts get-content-properties',
  inputs: {'blogpost-id': '{post}'},
  identity: ['/id'],
  name: ['/key'],
  columns: [
    {
      id: 'key',
      title: 'KEY',
      from: ['/key'],
      kind: 'text',
      min: 14,
      max: 40,
      worth: 0,
      tone: 'title',
    },
    {
      id: 'value',
      title: 'VALUE',
      from: ['/value'],
      kind: 'text',
      min: 18,
      max: 120,
      grows: true,
      worth: 0,
    },
    {id: 'version', title: 'VER', from: ['/version/number'], kind: 'number', worth: 2, tone: 'dim'},
    idColumn(3),
  ],
  empty: 'This post has no properties.',
  about: 'JSON values apps keep with the post.',
});

/** Direct permissions of a blog post. */
export const postPermissions = part({
  id: 'post-permissions',
  title: 'Permissions',
  noun: 'permission',
  operation: 'blogposts get-blog-post-permissions',
  identity: ['/principalType', '/principalId', '/operation', '/id'],
  name: ['/principalId'],
  columns: [
    {
      id: 'type',
      title: 'PRINCIPAL',
      from: ['/principalType', '/principal/type'],
      kind: 'text',
      max: 10,
      worth: 0,
    },
    {
      id: 'id',
      title: 'ID',
      from: ['/principalId', '/principal/id'],
      kind: 'text',
      min: 14,
      max: 60,
      grows: true,
      worth: 0,
      tone: 'title',
    },
    {
      id: 'operation',
      title: 'MAY',
      from: ['/operation/key', '/operation'],
      kind: 'text',
      max: 10,
      worth: 0,
      tones: {update: 'warn'},
    },
  ],
  empty: 'Nobody holds a direct permission: the rules of the space hold.',
  about: 'A principal holds read or update, never both.',
});
