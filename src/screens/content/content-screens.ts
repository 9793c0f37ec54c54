import {type Call, contentCall, trackerCall} from '../../state/model/call.ts';
import type {ObjectScreen} from '../../state/model/object-screen.ts';
import {describeTab, listTabs} from '../../state/model/tabs.ts';
import {asDocument, spaceAndAuthor, spaceCard, whiteboardCard} from './content-cards.ts';
import {boardVerbs} from './content-verbs.ts';

const board = {id: '{whiteboard}'};

const readBoard: Call = contentCall('whiteboards get-by-id', board, {
  also: {
    restrictionState: contentCall('whiteboards get-restriction-state', board),
    classificationLevel: contentCall('whiteboards get-classification-level', board),
    allowed: contentCall('whiteboards get-operations', board),
  },
  after: {...spaceAndAuthor, owner: trackerCall('user get', {accountId: '{/ownerId}'})},
});

/** One whiteboard: the service gives no list of them, so it is opened by its id. */
export const whiteboardScreen: ObjectScreen = {
  id: 'whiteboard',
  title: 'Whiteboard',
  aliases: ['wb', 'whiteboards'],
  needs: ['whiteboard'],
  about: 'One whiteboard by its id: what is above and below it, permissions, properties.',
  tabs: params => [
    describeTab('Overview', readBoard, params, {
      card: whiteboardCard,
      verbs: {noun: 'whiteboard', identity: ['/id'], name: ['/title'], verbs: boardVerbs},
    }),
    ...listTabs(
      [
        'whiteboard-ancestors',
        'whiteboard-children',
        'whiteboard-tree',
        'whiteboard-permissions',
        'whiteboard-properties',
      ],
      params,
    ),
  ],
};

const readContent: Call = contentCall(
  'custom-content get-custom-content-by-id',
  {id: '{content}', 'body-format': 'storage'},
  {after: spaceAndAuthor},
);

const readVersion = {...readContent, inputs: {...readContent.inputs, version: '{number}'}};

/** One piece of custom content with all that belongs to it. */
export const customContentScreen: ObjectScreen = {
  id: 'custom-content',
  title: 'Custom content',
  aliases: ['cc'],
  needs: ['content'],
  about: 'One piece of app content by its id: body, versions, comments, labels, attachments.',
  tabs: params => [
    describeTab('Content', readContent, params, asDocument),
    ...listTabs(
      [
        'content-versions',
        'content-children',
        'content-comments',
        'content-labels',
        'content-attachments',
        'content-properties',
      ],
      params,
    ),
    describeTab(
      'Access',
      contentCall('custom-content get-custom-content-operations', {id: '{content}'}),
      params,
    ),
  ],
};

/** One version of custom content as it was. */
export const contentVersionScreen: ObjectScreen = {
  id: 'content-version',
  title: 'Version of custom content',
  needs: ['content', 'number'],
  crumb: params => `version ${params.number ?? ''}`,
  about: 'Custom content as it was in one of its versions.',
  tabs: params => [describeTab('Version', readVersion, params, asDocument)],
};

const oneSpace = spaceCard('/results/0');
const readSpace = contentCall('spaces get', {ids: '{space}'}, {after: oneSpace.after});

/** One space: what is in it. */
export const spaceScreen: ObjectScreen = {
  id: 'space-contents',
  title: 'Space',
  needs: ['space'],
  about: 'One space by its id: its blog posts and its labels.',
  tabs: params => [
    ...listTabs(['space-posts', 'space-labels'], params),
    describeTab('Space', readSpace, params, {card: oneSpace}),
  ],
};

/** One label: all that carries it. */
export const labelScreen: ObjectScreen = {
  id: 'label-contents',
  title: 'Label',
  needs: ['label'],
  about: 'One label by its id: the posts, pages and attachments that carry it.',
  tabs: params => listTabs(['label-posts', 'label-pages', 'label-attachments'], params),
};
