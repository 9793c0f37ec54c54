import {contentCall} from '../../state/model/call.ts';
import type {Resource} from '../../state/model/resource.ts';
import {contentPart, partsOf} from './content-part.ts';
import {
  attachmentShape,
  commentShape,
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

/** Custom content of one type, in every space. */
export const contentOfType: Resource = {
  ...contentPart({
    id: 'custom-content-of-type',
    verbs: [createContent, ...customContentVerbs],
    describe: {
      call: contentCall('custom-content get-custom-content-by-id', {
        id: '{content}',
        'body-format': 'storage',
      }),
      params: {content: ['/id']},
    },
    title: 'Custom content',
    shape: contentShape,
    needs: ['type'],
    operation: 'custom-content get-custom-content-by-type',
    inputs: {type: '{type}'},
    opens: opensContent,
    empty:
      'No content of this type, which reads like ac:app-key:name, as its app declares it. a creates one.',
    about: 'What an app keeps in the content service: one type of it, in every space.',
  }),
  aliases: ['cc-type', 'content-type'],
};

/** Custom content of one type in one space. */
export const contentInSpace: Resource = {
  ...contentPart({
    id: 'space-custom-content',
    verbs: customContentVerbs,
    title: 'Custom content',
    shape: contentShape,
    needs: ['space', 'type'],
    operation: 'spaces get-custom-content-by-type-in',
    inputs: {id: '{space}', type: '{type}'},
    opens: opensContent,
    empty: 'No content of this type in this space.',
    about: 'One type of app content in one space.',
  }),
  aliases: ['cc-space'],
};

/** Lists that belong to one piece of custom content. */
const part = partsOf('content');

/** Versions of custom content, newest first. */
export const contentVersions: Resource = {
  ...part(versionShape, {
    id: 'content-versions',
    title: 'Versions',
    operation: 'custom-content get-custom-content-versions',
    by: 'custom-content-id',
    opens: {screen: 'content-version', params: {number: ['/number']}},
    empty: 'This content has no versions.',
    about: 'Every saved version. Enter reads it as it was; = tells two apart.',
  }),
  compares: {
    call: contentCall('custom-content get-custom-content-by-id', {
      id: '{content}',
      'body-format': 'storage',
    }),
    input: 'version',
    pointer: '/number',
    document: '/body/storage/value',
  },
  describe: {
    call: contentCall('custom-content get-custom-content-version-details', {
      'custom-content-id': '{content}',
      'version-number': '{number}',
    }),
    params: {number: ['/number']},
  },
};

/** Custom content below custom content. */
export const contentChildren = part(contentShape, {
  id: 'content-children',
  title: 'Children',
  operation: 'custom-content get-child-custom-content',
  opens: opensContent,
  empty: 'Nothing stands below this content.',
  about: 'Custom content directly below it.',
});

/** Footer comments of custom content. */
export const contentComments = part(commentShape, {
  id: 'content-comments',
  title: 'Comments',
  operation: 'custom-content get-custom-content-comments',
  inputs: {'body-format': 'storage'},
  empty: 'Nobody has commented on this content.',
  about: 'Root comments.',
});

/** Labels of custom content. */
export const contentLabels = part(labelShape, {
  id: 'content-labels',
  title: 'Labels',
  operation: 'custom-content get-custom-content-labels',
  opens: {screen: 'label-posts', params: {label: ['/id'], crumb: ['/name']}},
  empty: 'This content has no labels.',
  about: 'Labels this user can see. Enter lists what else carries one.',
});

/** Attachments of custom content. */
export const contentAttachments = part(attachmentShape, {
  id: 'content-attachments',
  title: 'Attachments',
  operation: 'custom-content get-custom-content-attachments',
  empty: 'This content has no attachments.',
  about: 'Current and archived ones.',
});

/** Content properties of custom content. */
export const contentProperties = part(propertyShape, {
  id: 'content-properties',
  verbs: contentPropertyVerbs,
  title: 'Properties',
  operation: 'custom-content get-custom-content-content-properties',
  by: 'custom-content-id',
  empty: 'This content has no properties. a adds one.',
  about: 'JSON values apps keep with it.',
});
