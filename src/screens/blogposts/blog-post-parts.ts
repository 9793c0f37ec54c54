import {nameText, text} from '../../base/column.ts';
import {contentCall} from '../../state/model/call.ts';
import type {Resource} from '../../state/model/resource.ts';
import {
  attachmentShape,
  commentShape,
  contentPart,
  contentShape,
  labelShape,
  permissionShape,
  personFill,
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
    nameText('NAME', '/account/displayName', {fixed: 28, max: 40}),
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

const post = {id: '{post}'};
const byPost = {'blogpost-id': '{post}'};
const withText = {...post, 'body-format': 'storage'};

/** Lists that belong to one blog post. */
export const blogPostParts: readonly Resource[] = [
  contentPart(versionShape, 'blogposts get-blog-post-versions', post, {
    id: 'post-versions',
    empty: 'This post has no versions.',
    about: 'Every saved version with its message. Enter reads it as it was; = tells two apart.',
    compares: {
      call: contentCall('blogposts get-blog-post-by-id', withText),
      input: 'version',
      pointer: '/number',
      document: '/body/storage/value',
    },
    opens: {screen: 'post-version', params: {number: ['/number']}},
    describe: {
      call: contentCall('blogposts get-blog-post-version-details', {
        ...byPost,
        'version-number': '{number}',
      }),
    },
  }),
  contentPart(commentShape, 'blogposts get-blog-post-footer-comments', withText, {
    id: 'post-comments',
    empty: 'Nobody has commented below this post.',
    about: 'Root comments below the post; replies are not listed by the service here.',
  }),
  contentPart(commentShape, 'blogposts get-blog-post-inline-comments', withText, {
    id: 'post-inline-comments',
    title: 'Inline',
    empty: 'Nobody has commented in the text of this post.',
    about:
      'Root comments in the text with their resolution: /status:open leaves what is not resolved.',
  }),
  contentPart(labelShape, 'blogposts get-blog-post-labels', post, {
    id: 'post-labels',
    empty: 'This post has no labels. a adds one.',
    about: 'Labels this user can see. Enter lists what else carries one.',
    verbs: postLabelVerbs,
    opens: {screen: 'label-posts', params: {label: ['/id'], crumb: ['/name']}},
  }),
  contentPart(attachmentShape, 'blogposts get-attachments', post, {
    id: 'post-attachments',
    empty: 'This post has no attachments.',
    about: 'Current and archived ones.',
  }),
  contentPart(propertyShape, 'blogposts get-content-properties', byPost, {
    id: 'post-properties',
    empty: 'This post has no properties. a adds one.',
    about: 'JSON values apps keep with the post.',
    verbs: postPropertyVerbs,
  }),
  contentPart(permissionShape, 'blogposts get-blog-post-permissions', post, {
    id: 'post-permissions',
    empty: 'Nobody holds a direct permission: the rules of the space hold. a gives one.',
    about: 'A principal holds read or update, never both.',
    verbs: postPermissionVerbs,
  }),
  contentPart(accountShape, 'blogposts get-blog-post-like-users', post, {
    id: 'post-likes',
    noun: 'like',
    empty: 'Nobody has liked this post yet.',
    about: 'Who likes the post; names come from the tracker, a request for each row on the screen.',
    fills: [personFill('/account', '/accountId')],
    opens: {
      screen: 'user',
      params: {accountId: ['/accountId'], crumb: ['/account/displayName', '/accountId']},
    },
  }),
  contentPart(
    contentShape,
    'blogposts get-custom-content-by-type-in-blog-post',
    {...post, type: '{type}'},
    {
      id: 'post-custom-content',
      title: 'Custom content',
      opens: {screen: 'custom-content', params: {content: ['/id'], crumb: ['/title']}},
      empty: 'No app keeps content of this type in this post.',
      about: 'What an app keeps in a post: one type of it.',
    },
  ),
];
