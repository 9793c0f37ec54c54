import {type Call, contentCall} from '../../state/model/call.ts';
import type {ObjectScreen} from '../../state/model/object-screen.ts';
import {describeTab, listTabs} from '../../state/model/tabs.ts';
import {readingCard, spaceAndAuthor} from '../content/content-cards.ts';

const post = {id: '{post}'};

/** What is read of a post, with the names of its space and author. */
const readPost = (inputs: Call['inputs']): Call =>
  contentCall(
    'blogposts get-blog-post-by-id',
    {...inputs, 'body-format': 'storage'},
    {after: spaceAndAuthor},
  );

/** How a post is read: what it is, then its text. */
const asDocument = {document: '/body/storage/value', card: readingCard} as const;

/** What is open to whom, which level it has, and what this user may do: one request each. */
const access: Call = contentCall('blogposts get-blog-post-operations', post, {
  also: {
    restrictionState: contentCall('blogposts get-blog-post-restriction-state', post),
    classificationLevel: contentCall('blogposts get-blog-post-classification-level', post),
    likes: contentCall('blogposts get-blog-post-like-count', post),
  },
});

/** One blog post with all that belongs to it. */
export const blogPostScreen: ObjectScreen = {
  id: 'blog-post',
  title: 'Blog post',
  aliases: ['post'],
  needs: ['post'],
  about: 'One blog post: content, versions, comments, likes, labels, attachments, permissions.',
  tabs: params => [
    {
      title: 'Post',
      spec: {
        kind: 'describe',
        call: {
          ...readPost(post),
          also: {labels: contentCall('blogposts get-blog-post-labels', post)},
        },
        params,
        ...asDocument,
      },
    },
    ...listTabs(
      [
        'post-versions',
        'post-comments',
        'post-inline-comments',
        'post-likes',
        'post-labels',
        'post-attachments',
        'post-permissions',
      ],
      params,
    ),
    describeTab('Access', access, params),
    ...listTabs(['post-properties'], params),
  ],
};

/** One version of a blog post as it was. */
export const postVersionScreen: ObjectScreen = {
  id: 'post-version',
  title: 'Version of a blog post',
  aliases: [],
  needs: ['post', 'number'],
  crumb: params => `version ${params.number ?? ''}`,
  about: 'A blog post as it was in one of its versions.',
  tabs: params => [
    {
      title: 'Version',
      spec: {
        kind: 'describe',
        call: readPost({...post, version: '{number}'}),
        params,
        ...asDocument,
      },
    },
  ],
};

/** A draft as its author left it. */
export const draftScreen: ObjectScreen = {
  id: 'blog-draft',
  title: 'Draft of a blog post',
  aliases: [],
  needs: ['draft'],
  about: 'A blog post that is not published.',
  tabs: params => [
    {
      title: 'Draft',
      spec: {
        kind: 'describe',
        call: readPost({id: '{draft}', 'get-draft': 'true'}),
        params,
        ...asDocument,
      },
    },
  ],
};

/** A blog post in the trash. */
export const trashedScreen: ObjectScreen = {
  id: 'blog-trashed',
  title: 'Blog post in the trash',
  aliases: [],
  needs: ['trashed'],
  about: 'A blog post that was deleted.',
  tabs: params => [
    {
      title: 'Post',
      spec: {
        kind: 'describe',
        call: readPost({id: '{trashed}', status: 'trashed'}),
        params,
        ...asDocument,
      },
    },
  ],
};
