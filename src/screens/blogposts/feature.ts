import {contentRef} from '../../api/operation-ref.ts';
import type {Feature} from '../../state/app/feature.ts';
import {homeLine} from '../../state/model/count.ts';
import {blogPostParts} from './blog-post-parts.ts';
import {blogPostScreens, blogPosts, labelPosts, spacePosts, trashedPosts} from './blog-posts.ts';
import {blogDrafts, localDrafts, updateDraftRows} from './drafts.ts';

/** Blog posts and their parts. */
export const blogpostsFeature: Feature = {
  id: 'blogposts',
  lists: [blogPosts, spacePosts, labelPosts, blogDrafts, trashedPosts, ...blogPostParts],
  local: {'blog-drafts': localDrafts},
  reactions: [updateDraftRows],
  objects: blogPostScreens,
  home: [
    homeLine('Content', blogPosts, 'newest first', {
      call: contentRef('blogposts get-blog-posts', {limit: '250'}),
      count: 'items',
    }),
  ],
};
