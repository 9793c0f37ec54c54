import {contentRef, type OperationRef, trackerRef} from '../../api/operation-ref.ts';
import type {Feature} from '../../state/app/feature.ts';
import {type HomeEntry, homeLine} from '../../state/model/count.ts';
import {describeTab, listTabs, type ObjectScreen} from '../../state/model/object-screen.ts';
import {
  documentOptions,
  namesInDocument,
  spaceAndAuthor,
  spaceCard,
  whiteboardCard,
} from './content-cards.ts';
import {boardVerbs} from './content-verbs.ts';
import {customContentLists} from './custom-content.ts';
import {labelParts, labels, spaceLabels, spaces} from './spaces-labels.ts';
import {whiteboardParts} from './whiteboards.ts';

const board = {id: '{whiteboard}'};

const readBoard: OperationRef = contentRef('whiteboards get-by-id', board, {
  also: {
    restrictionState: contentRef('whiteboards get-restriction-state', board),
    classificationLevel: contentRef('whiteboards get-classification-level', board),
    allowed: contentRef('whiteboards get-operations', board),
  },
  after: {...spaceAndAuthor, owner: trackerRef('user get', {accountId: '{answer/ownerId}'})},
});

const readContent: OperationRef = contentRef(
  'custom-content get-custom-content-by-id',
  {id: '{content}', 'body-format': 'storage'},
  {after: namesInDocument},
);

const readVersion = {...readContent, inputs: {...readContent.inputs, version: '{number}'}};

const oneSpace = spaceCard('/results/0');
const readSpace = contentRef('spaces get', {ids: '{space}'}, {after: oneSpace.after});

/** Screens of a space, label, whiteboard and piece of custom content with its versions. */
const contentScreens: readonly ObjectScreen[] = [
  {
    id: 'space-contents',
    title: 'Space',
    needs: ['space'],
    about: 'One space by its id: its blog posts and its labels.',
    tabs: params => [
      ...listTabs('space-posts', 'space-labels'),
      describeTab('Space', readSpace, params, {card: oneSpace}),
    ],
  },
  {
    id: 'label-contents',
    title: 'Label',
    needs: ['label'],
    about: 'One label by its id: posts, pages and attachments with the label.',
    tabs: () => listTabs('label-posts', 'label-pages', 'label-attachments'),
  },
  {
    id: 'whiteboard',
    title: 'Whiteboard',
    aliases: ['wb', 'whiteboards'],
    needs: ['whiteboard'],
    about: 'One whiteboard by its id: ancestors, children, permissions, properties.',
    tabs: params => [
      describeTab('Overview', readBoard, params, {
        card: whiteboardCard,
        verbs: {noun: 'whiteboard', identity: ['/id'], name: ['/title'], verbs: boardVerbs},
      }),
      ...listTabs(
        'whiteboard-ancestors',
        'whiteboard-children',
        'whiteboard-tree',
        'whiteboard-permissions',
        'whiteboard-properties',
      ),
    ],
  },
  {
    id: 'custom-content',
    title: 'Custom content',
    aliases: ['cc'],
    needs: ['content'],
    about: 'One piece of app content by its id: body, versions, comments, labels, attachments.',
    tabs: params => [
      describeTab('Content', readContent, params, documentOptions),
      ...listTabs(
        'content-versions',
        'content-children',
        'content-comments',
        'content-labels',
        'content-attachments',
        'content-properties',
      ),
      describeTab(
        'Access',
        contentRef('custom-content get-custom-content-operations', {id: '{content}'}),
        params,
      ),
    ],
  },
  {
    id: 'content-version',
    title: 'Version of custom content',
    needs: ['content', 'number'],
    crumb: params => `version ${params.number ?? ''}`,
    about: 'One version of custom content.',
    tabs: params => [describeTab('Version', readVersion, params, documentOptions)],
  },
];

/** Spaces, labels, whiteboards and custom content. */
export const contentFeature: Feature = {
  id: 'content',
  lists: [spaces, spaceLabels, labels, ...labelParts, ...whiteboardParts, ...customContentLists],
  objects: contentScreens,
  home: [
    homeLine('Content', spaces, 'posts and labels', {
      call: contentRef('spaces get', {limit: '250'}),
      count: 'items',
    }),
    ...['Whiteboards', 'Custom content'].map(
      (title): HomeEntry => ({
        id: title.toLowerCase().replace(' ', '-'),
        feature: 'Content',
        title,
        screen: 'spaces',
        about: 'per space',
      }),
    ),
    homeLine('Content', labels, 'labelled content', {
      call: contentRef('labels get', {limit: '250'}),
      count: 'items',
    }),
  ],
};
