import {contentCall} from '../../state/model/call.ts';
import {columnsWith, recordColumns} from '../../state/model/column.ts';
import {list, type Resource} from '../../state/model/resource.ts';
import {blogPostCard, trashedPostCard} from '../content/content-cards.ts';
import {spaceColumn, spaceFill} from '../content/content-shapes.ts';
import {postVerbs, trashVerbs, writeIn} from './blog-post-verbs.ts';

/** Blog posts of all spaces, newest first. */
export const blogPosts = list({
  id: 'blog-posts',
  noun: 'blog post',
  aliases: ['blogposts', 'blog', 'posts'],
  sources: [contentCall('blogposts get-blog-posts', {sort: '-created-date'})],
  name: ['/title'],
  columns: columnsWith(recordColumns('blogposts get-blog-posts'), {space: spaceColumn}),
  fills: [spaceFill],
  opens: {screen: 'blog-post', params: {post: ['/id'], crumb: ['/title']}},
  describe: {
    call: contentCall('blogposts get-blog-post-by-id', {id: '{id}', 'body-format': 'storage'}),
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
  sources: [
    contentCall('blogposts get-blog-posts', {'space-id': '{space}', sort: '-created-date'}),
  ],
  verbs: [writeIn, ...postVerbs.slice(1)],
  empty: 'This space has no blog posts. a writes one.',
  about: 'Posts of one space.',
};

/** Blog posts that carry one label. */
export const labelPosts: Resource = {
  ...blogPosts,
  id: 'label-posts',
  aliases: [],
  needs: ['label'],
  sources: [contentCall('labels get-blog-posts', {id: '{label}', sort: '-created-date'})],
  empty: 'No blog post that this user can see carries this label.',
  about: 'Posts that carry one label.',
};

/** Blog posts in the trash of their spaces; no operation brings one back. */
export const trashedPosts: Resource = {
  ...blogPosts,
  id: 'trashed-posts',
  title: 'Blog posts in the trash',
  noun: 'trashed post',
  aliases: ['trash', 'trashed'],
  sources: [contentCall('blogposts get-blog-posts', {status: ['trashed'], sort: '-modified-date'})],
  describe: {
    call: contentCall('blogposts get-blog-post-by-id', {
      id: '{id}',
      status: 'trashed',
      'body-format': 'storage',
    }),
    params: {id: ['/id']},
  },
  opens: {screen: 'blog-trashed', params: {trashed: ['/id'], crumb: ['/title']}},
  verbs: trashVerbs,
  card: trashedPostCard,
  empty: 'No blog post is in the trash.',
  about: 'Posts that were deleted and not purged yet. No operation of the API brings one back.',
};
