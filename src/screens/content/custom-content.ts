import {contentCall} from '../../state/model/call.ts';
import type {Resource} from '../../state/model/resource.ts';
import {
  attachmentShape,
  commentShape,
  contentPart,
  contentShape,
  labelShape,
  propertyShape,
  versionShape,
} from './content-shapes.ts';
import {contentPropertyVerbs, createContent, customContentVerbs} from './content-verbs.ts';

const opensContent: Resource['opens'] = {
  screen: 'custom-content',
  params: {content: ['/id'], crumb: ['/title']},
};

const content = {id: '{content}'};
const byContent = {'custom-content-id': '{content}'};
const readContent = contentCall('custom-content get-custom-content-by-id', {
  ...content,
  'body-format': 'storage',
});

/** Custom content of one type, and the lists that belong to one piece of it. */
export const customContentLists: readonly Resource[] = [
  contentPart(
    contentShape,
    'custom-content get-custom-content-by-type',
    {type: '{type}'},
    {
      id: 'custom-content-of-type',
      title: 'Custom content',
      aliases: ['cc-type', 'content-type'],
      verbs: [createContent, ...customContentVerbs],
      describe: {call: readContent},
      opens: opensContent,
      empty:
        'No content of this type, which reads like ac:app-key:name, as its app declares it. a creates one.',
      about: 'What an app keeps in the content service: one type of it, in every space.',
    },
  ),
  contentPart(
    contentShape,
    'spaces get-custom-content-by-type-in',
    {id: '{space}', type: '{type}'},
    {
      id: 'space-custom-content',
      title: 'Custom content',
      aliases: ['cc-space'],
      verbs: customContentVerbs,
      opens: opensContent,
      empty: 'No content of this type in this space.',
      about: 'One type of app content in one space.',
    },
  ),
  contentPart(versionShape, 'custom-content get-custom-content-versions', byContent, {
    id: 'content-versions',
    opens: {screen: 'content-version', params: {number: ['/number']}},
    empty: 'This content has no versions.',
    about: 'Every saved version. Enter reads it as it was; = tells two apart.',
    compares: {
      call: readContent,
      input: 'version',
      pointer: '/number',
      document: '/body/storage/value',
    },
    describe: {
      call: contentCall('custom-content get-custom-content-version-details', {
        ...byContent,
        'version-number': '{number}',
      }),
    },
  }),
  contentPart(contentShape, 'custom-content get-child-custom-content', content, {
    id: 'content-children',
    title: 'Children',
    opens: opensContent,
    empty: 'Nothing stands below this content.',
    about: 'Custom content directly below it.',
  }),
  contentPart(
    commentShape,
    'custom-content get-custom-content-comments',
    {...content, 'body-format': 'storage'},
    {
      id: 'content-comments',
      empty: 'Nobody has commented on this content.',
      about: 'Root comments.',
    },
  ),
  contentPart(labelShape, 'custom-content get-custom-content-labels', content, {
    id: 'content-labels',
    opens: {screen: 'label-posts', params: {label: ['/id'], crumb: ['/name']}},
    empty: 'This content has no labels.',
    about: 'Labels this user can see. Enter lists what else carries one.',
  }),
  contentPart(attachmentShape, 'custom-content get-custom-content-attachments', content, {
    id: 'content-attachments',
    empty: 'This content has no attachments.',
    about: 'Current and archived ones.',
  }),
  contentPart(propertyShape, 'custom-content get-custom-content-content-properties', byContent, {
    id: 'content-properties',
    verbs: contentPropertyVerbs,
    empty: 'This content has no properties. a adds one.',
    about: 'JSON values apps keep with it.',
  }),
];
