import {contentRef} from '../../api/operation-ref.ts';
import {nameText, text} from '../../base/column.ts';
import type {Resource} from '../../state/model/resource.ts';
import {mentioned} from '../content/content-cards.ts';
import {
  attachmentShape,
  type ContentShape,
  commentShape,
  contentPart,
  contentShape,
  labelShape,
  permissionShape,
  personFill,
  propertyShape,
  versionShape,
} from '../content/content-shapes.ts';
import {postLabelVerbs, postPermissionVerbs, postPropertyVerbs} from './blog-post-verbs.ts';

/** Rows with an account id only. */
const accountShape: ContentShape = {
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
      dropPriority: 0,
      tone: 'dim',
    }),
  ],
};

const post = {id: '{post}'};
const byPost = {'blogpost-id': '{post}'};
const withText = {...post, 'body-format': 'storage'};

const readPost = contentRef('blogposts get-blog-post-by-id', withText);

/** Lists that belong to one blog post. */
export const blogPostParts: readonly Resource[] = [
  contentPart(versionShape(readPost), 'blogposts get-blog-post-versions', post, {
    id: 'post-versions',
    empty: 'This post has no versions.',
    about: 'Every saved version with its message. Enter opens a version; = compares two.',
    compares: {
      call: {...readPost, after: {mentioned}},
      input: 'version',
      pointer: '/number',
      document: '/body/storage/value',
    },
    opens: {screen: 'post-version', params: {number: ['/number']}},
    describe: {
      call: contentRef('blogposts get-blog-post-version-details', {
        ...byPost,
        'version-number': '{number}',
      }),
    },
  }),
  contentPart(commentShape, 'blogposts get-blog-post-footer-comments', withText, {
    id: 'post-comments',
    empty: 'This post has no footer comments.',
    about: 'Top-level footer comments; the service does not list replies here.',
  }),
  contentPart(commentShape, 'blogposts get-blog-post-inline-comments', withText, {
    id: 'post-inline-comments',
    title: 'Inline',
    empty: 'This post has no inline comments.',
    about:
      'Top-level inline comments with their resolution; /status:open shows unresolved comments.',
  }),
  contentPart(labelShape, 'blogposts get-blog-post-labels', post, {
    id: 'post-labels',
    empty: 'This post has no labels. a adds one.',
    about: 'Labels this user can see. Enter lists other content with the label.',
    verbs: postLabelVerbs,
    opens: {screen: 'label-posts', params: {label: ['/id'], crumb: ['/name']}},
  }),
  contentPart(attachmentShape, 'blogposts get-attachments', post, {
    id: 'post-attachments',
    empty: 'This post has no attachments.',
    about: 'Current and archived attachments.',
  }),
  contentPart(propertyShape, 'blogposts get-content-properties', byPost, {
    id: 'post-properties',
    empty: 'This post has no properties. a adds one.',
    about: 'JSON values that apps store with the post.',
    verbs: postPropertyVerbs,
  }),
  contentPart(permissionShape, 'blogposts get-blog-post-permissions', post, {
    id: 'post-permissions',
    empty: 'No direct permissions; the permissions of the space apply. a grants one.',
    about: 'A principal has read or update permission, never both.',
    verbs: postPermissionVerbs,
  }),
  contentPart(accountShape, 'blogposts get-blog-post-like-users', post, {
    id: 'post-likes',
    noun: 'like',
    empty: 'This post has no likes yet.',
    about:
      'Users who like the post. Names come from the tracker, one request for each row on the screen.',
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
      empty: 'This post has no content of this type.',
      about: 'Content of one type that an app stores in a post.',
    },
  ),
];
