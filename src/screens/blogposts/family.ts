import type {Family} from '../../state/app/family.ts';
import {contentCall} from '../../state/model/call.ts';
import {
  postAttachments,
  postComments,
  postCustomContent,
  postInlineComments,
  postLabels,
  postLikes,
  postPermissions,
  postProperties,
  postVersions,
} from './blog-post-parts.ts';
import {blogPostScreen, postVersionScreen} from './blog-post-screen.ts';
import {blogPosts, labelPosts, spacePosts, trashedPosts} from './blog-posts.ts';

/** Blog posts with all that belongs to one. */
export const blogpostsFamily: Family = {
  id: 'blogposts',
  lists: [
    blogPosts,
    spacePosts,
    labelPosts,
    trashedPosts,
    postVersions,
    postComments,
    postInlineComments,
    postLabels,
    postAttachments,
    postProperties,
    postPermissions,
    postLikes,
    postCustomContent,
  ],
  objects: [blogPostScreen, postVersionScreen],
  home: [
    {
      id: 'blog-posts',
      family: 'Content',
      title: 'Blog posts',
      screen: 'blog-posts',
      about: 'newest first',
      call: contentCall('blogposts get-blog-posts', {limit: '250'}),
      count: 'items',
    },
  ],
};
