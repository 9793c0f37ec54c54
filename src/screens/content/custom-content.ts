import {contentRef} from '../../api/operation-ref.ts';
import type {Resource} from '../../state/model/resource.ts';
import {mentioned} from './content-cards.ts';
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
const readContent = contentRef('custom-content get-custom-content-by-id', {
  ...content,
  'body-format': 'storage',
});

/** Custom content of one type, and the lists of its parts. */
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
        'No content of this type. Types look like ac:app-key:name; the app declares them. a creates one.',
      about: 'Content of one type that an app stores, in every space.',
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
  contentPart(versionShape(readContent), 'custom-content get-custom-content-versions', byContent, {
    id: 'content-versions',
    opens: {screen: 'content-version', params: {number: ['/number']}},
    empty: 'This content has no versions.',
    about: 'Every saved version. Enter opens a version; = compares two.',
    compares: {
      call: {...readContent, after: {mentioned}},
      input: 'version',
      pointer: '/number',
      document: '/body/storage/value',
    },
    describe: {
      call: contentRef('custom-content get-custom-content-version-details', {
        ...byContent,
        'version-number': '{number}',
      }),
    },
  }),
  contentPart(contentShape, 'custom-content get-child-custom-content', content, {
    id: 'content-children',
    title: 'Children',
    opens: opensContent,
    empty: 'This content has no children.',
    about: 'Custom content directly below this content.',
  }),
  contentPart(
    commentShape,
    'custom-content get-custom-content-comments',
    {...content, 'body-format': 'storage'},
    {
      id: 'content-comments',
      empty: 'This content has no comments.',
      about: 'Top-level comments.',
    },
  ),
  contentPart(labelShape, 'custom-content get-custom-content-labels', content, {
    id: 'content-labels',
    opens: {screen: 'label-posts', params: {label: ['/id'], crumb: ['/name']}},
    empty: 'This content has no labels.',
    about: 'Labels this user can see. Enter lists other content with the label.',
  }),
  contentPart(attachmentShape, 'custom-content get-custom-content-attachments', content, {
    id: 'content-attachments',
    empty: 'This content has no attachments.',
    about: 'Current and archived attachments.',
  }),
  contentPart(propertyShape, 'custom-content get-custom-content-content-properties', byContent, {
    id: 'content-properties',
    verbs: contentPropertyVerbs,
    empty: 'This content has no properties. a adds one.',
    about: 'JSON values that apps store with the content.',
  }),
];
