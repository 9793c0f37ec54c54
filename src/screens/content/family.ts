import type {Family} from '../../state/app/family.ts';
import {contentCall} from '../../state/model/call.ts';
import {type HomeEntry, homeLine} from '../../state/model/count.ts';
import {
  contentVersionScreen,
  customContentScreen,
  labelScreen,
  spaceScreen,
  whiteboardScreen,
} from './content-screens.ts';
import {
  contentAttachments,
  contentChildren,
  contentComments,
  contentInSpace,
  contentLabels,
  contentOfType,
  contentProperties,
  contentVersions,
} from './custom-content.ts';
import {labelAttachments, labelPages, labels, spaceLabels, spaces} from './spaces-labels.ts';
import {
  boardAncestors,
  boardChildren,
  boardPermissions,
  boardProperties,
  boardTree,
} from './whiteboards.ts';

/** Spaces, labels, whiteboards and custom content. */
export const contentFamily: Family = {
  id: 'content',
  lists: [
    spaces,
    spaceLabels,
    labels,
    labelPages,
    labelAttachments,
    boardAncestors,
    boardChildren,
    boardTree,
    boardPermissions,
    boardProperties,
    contentOfType,
    contentInSpace,
    contentVersions,
    contentChildren,
    contentComments,
    contentLabels,
    contentAttachments,
    contentProperties,
  ],
  objects: [spaceScreen, labelScreen, whiteboardScreen, customContentScreen, contentVersionScreen],
  home: [
    homeLine('Content', spaces, 'what they hold', {
      call: contentCall('spaces get', {limit: '250'}),
      count: 'items',
    }),
    ...['Whiteboards', 'Custom content'].map(
      (title): HomeEntry => ({
        id: title.toLowerCase().replace(' ', '-'),
        family: 'Content',
        title,
        screen: 'spaces',
        about: 'of each space',
      }),
    ),
    homeLine('Content', labels, 'what carries them', {
      call: contentCall('labels get', {limit: '250'}),
      count: 'items',
    }),
  ],
};
