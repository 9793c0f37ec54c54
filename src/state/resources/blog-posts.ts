import type {Resource} from '../resource.ts';

/** Blog posts of all spaces, newest first. */
export const blogPosts: Resource = {
  id: 'blog-posts',
  title: 'Blog posts',
  noun: 'blog post',
  service: 'content',
  aliases: ['blogposts', 'blog', 'posts'],
  needs: [],
  sources: [
    {service: 'content', operation: 'blogposts get-blog-posts', inputs: {sort: '-created-date'}},
  ],
  identity: ['/id'],
  name: ['/title'],
  columns: [
    {
      id: 'title',
      title: 'TITLE',
      from: ['/title'],
      kind: 'text',
      min: 20,
      max: 70,
      grows: true,
      worth: 0,
      tone: 'title',
    },
    {
      id: 'status',
      title: 'STATUS',
      from: ['/status'],
      kind: 'text',
      max: 9,
      worth: 3,
      tones: {current: 'good', draft: 'warn', trashed: 'bad', archived: 'dim', deleted: 'bad'},
    },
    {id: 'created', title: 'CREATED', from: ['/createdAt'], kind: 'time', worth: 1},
    {id: 'version', title: 'VER', from: ['/version/number'], kind: 'number', worth: 4},
    {
      id: 'changed',
      title: 'CHANGED',
      from: ['/version/createdAt'],
      kind: 'age',
      worth: 5,
      tone: 'dim',
    },
    {id: 'space', title: 'SPACE', from: ['/spaceId'], kind: 'number', worth: 2, tone: 'dim'},
    {id: 'id', title: 'ID', from: ['/id'], kind: 'number', worth: 6, tone: 'dim'},
  ],
  describe: {
    call: {
      service: 'content',
      operation: 'blogposts get-blog-post-by-id',
      inputs: {id: '{id}', 'body-format': 'storage'},
    },
    params: {id: ['/id']},
  },
  empty:
    'No blog posts. Write one: cf blogposts create-blog-post --space-id … --title … --body @post.xml',
  about: 'Posts of every space this user can see.',
};
