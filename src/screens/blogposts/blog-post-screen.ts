import {type Call, contentCall, type Params} from '../../state/model/call.ts';
import {describeTab, listTabs, type ObjectScreen} from '../../state/model/object-screen.ts';
import {asDocument, spaceAndAuthor} from '../content/content-cards.ts';

const post = {id: '{post}'};

/** The tab that reads a post: what it is, with the names of its space and author, then its text. */
const readTab = (title: string, inputs: Call['inputs'], params: Params, also?: Call['also']) =>
  describeTab(
    title,
    contentCall(
      'blogposts get-blog-post-by-id',
      {...inputs, 'body-format': 'storage'},
      {after: spaceAndAuthor, ...(also && {also})},
    ),
    params,
    asDocument,
  );

/** What is open to whom, which level it has, and what this user may do: one request each. */
const access: Call = contentCall('blogposts get-blog-post-operations', post, {
  also: {
    restrictionState: contentCall('blogposts get-blog-post-restriction-state', post),
    classificationLevel: contentCall('blogposts get-blog-post-classification-level', post),
    likes: contentCall('blogposts get-blog-post-like-count', post),
  },
});

/** One blog post with all that belongs to it; one of its versions, a draft and one in the trash as they are read. */
export const blogPostScreens: readonly ObjectScreen[] = [
  {
    id: 'blog-post',
    title: 'Blog post',
    aliases: ['post'],
    needs: ['post'],
    about: 'One blog post: content, versions, comments, likes, labels, attachments, permissions.',
    tabs: params => [
      readTab('Post', post, params, {labels: contentCall('blogposts get-blog-post-labels', post)}),
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
    about: 'A blog post as it was in one of its versions.',
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
