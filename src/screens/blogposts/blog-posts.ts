import {contentRef, type OperationRef} from '../../api/operation-ref.ts';
import {columnsWith, recordColumns} from '../../state/model/column.ts';
import {namesCall} from '../../state/model/names.ts';
import {describeTab, listTabs, type ObjectScreen} from '../../state/model/object-screen.ts';
import type {Params} from '../../state/model/params.ts';
import {list, type Resource} from '../../state/model/resource.ts';
import {
  blogPostCard,
  documentOptions,
  namesInDocument,
  trashedPostCard,
} from '../content/content-cards.ts';
import {spaceColumn, spaceFill} from '../content/content-shapes.ts';
import {createPostVerb, postVerbs, trashVerbs} from './blog-post-verbs.ts';

/** Blog posts of all spaces, newest first. */
export const blogPosts = list({
  id: 'blog-posts',
  indexed: namesCall('content', 'blog post', {limit: '250', sort: '-created-date'}),
  noun: 'blog post',
  aliases: ['blogposts', 'blog', 'posts'],
  sources: [contentRef('blogposts get-blog-posts', {sort: '-created-date'})],
  name: ['/title'],
  columns: columnsWith(recordColumns('blogposts get-blog-posts'), {space: spaceColumn}),
  fills: [spaceFill],
  opens: {screen: 'blog-post', params: {post: ['/id'], crumb: ['/title']}},
  describe: {
    call: contentRef('blogposts get-blog-post-by-id', {id: '{id}', 'body-format': 'storage'}),
  },
  card: blogPostCard,
  verbs: postVerbs,
  empty: 'No blog posts. a writes one.',
  about: 'Posts of every space this user can see.',
});

/** Blog posts of one space, newest first. */
export const spacePosts: Resource = {
  ...blogPosts,
  id: 'space-posts',
  aliases: [],
  needs: ['space'],
  columns: blogPosts.columns.filter(({id}) => id !== 'space'),
  fills: [],
  sources: [contentRef('blogposts get-blog-posts', {'space-id': '{space}', sort: '-created-date'})],
  verbs: [createPostVerb, ...postVerbs.slice(1)],
  empty: 'This space has no blog posts. a writes one.',
  about: 'Posts of one space.',
};

/** Blog posts that carry one label. */
export const labelPosts: Resource = {
  ...blogPosts,
  id: 'label-posts',
  aliases: [],
  needs: ['label'],
  sources: [contentRef('labels get-blog-posts', {id: '{label}', sort: '-created-date'})],
  empty: 'No visible blog post has this label.',
  about: 'Posts with one label.',
};

/** Blog posts in the trash of their spaces; no operation restores them. */
export const trashedPosts: Resource = {
  ...blogPosts,
  id: 'trashed-posts',
  title: 'Blog posts in the trash',
  noun: 'trashed post',
  aliases: ['trash', 'trashed'],
  sources: [contentRef('blogposts get-blog-posts', {status: ['trashed'], sort: '-modified-date'})],
  describe: {
    call: contentRef('blogposts get-blog-post-by-id', {
      id: '{id}',
      status: 'trashed',
      'body-format': 'storage',
    }),
    params: {id: ['/id']},
  },
  opens: {screen: 'blog-trashed', params: {trashed: ['/id'], crumb: ['/title']}},
  verbs: trashVerbs,
  card: trashedPostCard,
  empty: 'No blog posts in the trash.',
  about: 'Posts that were deleted and not purged yet. The API cannot restore them.',
};

const post = {id: '{post}'};

/** A tab that reads a post: its card with the names of space and author, then its text. */
const readTab = (
  title: string,
  inputs: OperationRef['inputs'],
  params: Params,
  also?: OperationRef['also'],
) =>
  describeTab(
    title,
    contentRef(
      'blogposts get-blog-post-by-id',
      {...inputs, 'body-format': 'storage'},
      {after: namesInDocument, ...(also && {also})},
    ),
    params,
    documentOptions,
  );

/**
 * Permissions, classification level, and the operations this user may perform: one request each.
 */
const access: OperationRef = contentRef('blogposts get-blog-post-operations', post, {
  also: {
    restrictionState: contentRef('blogposts get-blog-post-restriction-state', post),
    classificationLevel: contentRef('blogposts get-blog-post-classification-level', post),
    likes: contentRef('blogposts get-blog-post-like-count', post),
  },
});

/**
 * One blog post with everything that belongs to it; and its versions, drafts and trashed posts as
 * documents.
 */
export const blogPostScreens: readonly ObjectScreen[] = [
  {
    id: 'blog-post',
    title: 'Blog post',
    aliases: ['post'],
    needs: ['post'],
    about: 'One blog post: content, versions, comments, likes, labels, attachments, permissions.',
    tabs: params => [
      readTab('Post', post, params, {labels: contentRef('blogposts get-blog-post-labels', post)}),
      ...listTabs(
        'post-versions',
        'post-comments',
        'post-inline-comments',
        'post-likes',
        'post-labels',
        'post-attachments',
        'post-permissions',
      ),
      describeTab('Access', access, params),
      ...listTabs('post-properties'),
    ],
  },
  {
    id: 'post-version',
    title: 'Version of a blog post',
    needs: ['post', 'number'],
    crumb: params => `version ${params.number ?? ''}`,
    about: 'One version of a blog post.',
    tabs: params => [readTab('Version', {...post, version: '{number}'}, params)],
  },
  {
    id: 'blog-draft',
    title: 'Draft of a blog post',
    needs: ['draft'],
    about: 'A blog post that is not published.',
    tabs: params => [readTab('Draft', {id: '{draft}', 'get-draft': 'true'}, params)],
  },
  {
    id: 'blog-trashed',
    title: 'Blog post in the trash',
    needs: ['trashed'],
    about: 'A blog post that was deleted.',
    tabs: params => [readTab('Post', {id: '{trashed}', status: 'trashed'}, params)],
  },
];
