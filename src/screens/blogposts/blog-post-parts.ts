import {contentCall, trackerCall} from '../../state/model/call.ts';
import {text} from '../../state/model/column.ts';
import type {Fill, Resource} from '../../state/model/resource.ts';
import {contentPart, partsOf} from '../content/content-part.ts';
import {
  attachmentShape,
  commentShape,
  contentShape,
  labelShape,
  permissionShape,
  propertyShape,
  type Shape,
  versionShape,
} from '../content/content-shapes.ts';
import {postLabelVerbs, postPermissionVerbs, postPropertyVerbs} from './blog-post-verbs.ts';

/** Rows of which the service gives the account id alone. */
const accountShape: Shape = {
  noun: 'account',
  identity: ['/accountId'],
  name: ['/account/displayName', '/accountId'],
  columns: [
    text('NAME', '/account/displayName', {fixed: 28, max: 40, worth: 0, tone: 'title'}),
    text('ACCOUNT ID', '/accountId', {
      id: 'id',
      min: 20,
      max: 60,
      grows: true,
      worth: 0,
      tone: 'dim',
    }),
  ],
};

/** Reads the name of such a row from the tracker. */
const accountFill: Fill = {
  pointer: '/account',
  read: '',
  call: trackerCall('user get', {accountId: '{filled}'}),
  params: {filled: ['/accountId']},
};

/** Lists that belong to one blog post. */
const part = partsOf('post');

/** Versions of a blog post, newest first; enter reads one. */
export const postVersions: Resource = {
  ...part(versionShape, {
    id: 'post-versions',
    title: 'Versions',
    operation: 'blogposts get-blog-post-versions',
    empty: 'This post has no versions.',
    about: 'Every saved version with its message. Enter reads it as it was; = tells two apart.',
  }),
  compares: {
    call: contentCall('blogposts get-blog-post-by-id', {id: '{post}', 'body-format': 'storage'}),
    input: 'version',
    pointer: '/number',
    document: '/body/storage/value',
  },
  opens: {screen: 'post-version', params: {number: ['/number']}},
  describe: {
    call: contentCall('blogposts get-blog-post-version-details', {
      'blogpost-id': '{post}',
      'version-number': '{number}',
    }),
    params: {number: ['/number']},
  },
};

/** Footer comments of a blog post. */
export const postComments = part(commentShape, {
  id: 'post-comments',
  title: 'Comments',
  operation: 'blogposts get-blog-post-footer-comments',
  inputs: {'body-format': 'storage'},
  empty: 'Nobody has commented below this post.',
  about: 'Root comments below the post; replies are not listed by the service here.',
});

/** Inline comments of a blog post with their resolution. */
export const postInlineComments = part(commentShape, {
  id: 'post-inline-comments',
  title: 'Inline',
  operation: 'blogposts get-blog-post-inline-comments',
  inputs: {'body-format': 'storage'},
  empty: 'Nobody has commented in the text of this post.',
  about:
    'Root comments in the text with their resolution: /status:open leaves what is not resolved.',
});

/** Labels of a blog post; enter lists what else carries one. */
export const postLabels = part(labelShape, {
  id: 'post-labels',
  title: 'Labels',
  operation: 'blogposts get-blog-post-labels',
  empty: 'This post has no labels. a adds one.',
  about: 'Labels this user can see. Enter lists what else carries one.',
  verbs: postLabelVerbs,
  opens: {screen: 'label-posts', params: {label: ['/id'], crumb: ['/name']}},
});

/** Attachments of a blog post. */
export const postAttachments = part(attachmentShape, {
  id: 'post-attachments',
  title: 'Attachments',
  operation: 'blogposts get-attachments',
  empty: 'This post has no attachments.',
  about: 'Current and archived ones.',
});

/** Content properties of a blog post. */
export const postProperties = part(propertyShape, {
  id: 'post-properties',
  title: 'Properties',
  operation: 'blogposts get-content-properties',
  by: 'blogpost-id',
  empty: 'This post has no properties. a adds one.',
  about: 'JSON values apps keep with the post.',
  verbs: postPropertyVerbs,
});

/** Direct permissions of a blog post. */
export const postPermissions = part(permissionShape, {
  id: 'post-permissions',
  title: 'Permissions',
  operation: 'blogposts get-blog-post-permissions',
  empty: 'Nobody holds a direct permission: the rules of the space hold. a gives one.',
  about: 'A principal holds read or update, never both.',
  verbs: postPermissionVerbs,
});

/** Who likes a blog post. */
export const postLikes = part(accountShape, {
  id: 'post-likes',
  title: 'Likes',
  operation: 'blogposts get-blog-post-like-users',
  empty: 'Nobody has liked this post yet.',
  about: 'Who likes the post; names come from the tracker, a request for each row on the screen.',
  noun: 'like',
  fills: [accountFill],
  opens: {
    screen: 'user',
    params: {accountId: ['/accountId'], crumb: ['/account/displayName', '/accountId']},
  },
});

/** Custom content of one type in a blog post: the service asks for the type. */
export const postCustomContent = contentPart({
  id: 'post-custom-content',
  title: 'Custom content',
  shape: contentShape,
  needs: ['post', 'type'],
  operation: 'blogposts get-custom-content-by-type-in-blog-post',
  inputs: {id: '{post}', type: '{type}'},
  opens: {screen: 'custom-content', params: {content: ['/id'], crumb: ['/title']}},
  empty: 'No app keeps content of this type in this post.',
  about: 'What an app keeps in a post: one type of it.',
});
