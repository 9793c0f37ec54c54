import type {Family} from '../../state/app/family.ts';
import {contentCall} from '../../state/model/call.ts';
import {type HomeEntry, homeLine} from '../../state/model/count.ts';
import {contentScreens} from './content-screens.ts';
import {customContentLists} from './custom-content.ts';
import {labelParts, labels, spaceLabels, spaces} from './spaces-labels.ts';
import {whiteboardParts} from './whiteboards.ts';

/** Spaces, labels, whiteboards and custom content. */
export const contentFamily: Family = {
  id: 'content',
  lists: [spaces, spaceLabels, labels, ...labelParts, ...whiteboardParts, ...customContentLists],
  objects: contentScreens,
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
