import type {Call} from '../resource.ts';
import {listTabs} from '../tabs.ts';
import type {ObjectScreen} from './object-screen.ts';

const readPost: Call = {
  service: 'content',
  operation: 'blogposts get-blog-post-by-id',
  inputs: {id: '{post}', 'body-format': 'storage'},
};

const parts = [
  'versions',
  'comments',
  'inline-comments',
  'labels',
  'attachments',
  'properties',
  'permissions',
];

/** One blog post with all that belongs to it. */
export const blogPostScreen: ObjectScreen = {
  id: 'blog-post',
  title: 'Blog post',
  aliases: ['post'],
  needs: ['post'],
  about: 'One blog post: content, versions, comments, labels, attachments, permissions.',
  tabs: params => [
    {
      title: 'Post',
      spec: {kind: 'describe', call: readPost, params, document: '/body/storage/value'},
    },
    ...listTabs(
      parts.map(name => `post-${name}`),
      params,
    ),
  ],
};
