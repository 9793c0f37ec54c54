import {contentRef} from '../../api/operation-ref.ts';
import {namesCall} from '../../state/model/names.ts';
import {list, type Resource} from '../../state/model/resource.ts';
import {labelCard, spaceCard} from './content-cards.ts';
import {attachmentShape, contentPart, contentShape, labelShape} from './content-shapes.ts';
import {createBoard, writePost} from './content-verbs.ts';

/** Spaces of the content service; enter lists the blog posts of one. */
export const spaces = list({
  id: 'spaces',
  indexed: namesCall('content', 'space', {limit: '250'}),
  verbs: [writePost, createBoard],
  noun: 'space',
  aliases: ['space', 'sp'],
  sources: [contentRef('spaces get')],
  name: ['/key', '/name'],
  opens: {screen: 'space-posts', params: {space: ['/id'], crumb: ['/name']}},
  card: spaceCard(''),
  sort: {column: 'key', reverse: false},
  empty: 'No space is visible to this user.',
  about: 'Enter lists the blog posts of a space.',
});

/** Labels the user can see; enter lists the blog posts with one. */
export const labels = list({
  id: 'labels',
  indexed: namesCall('content', 'label', {limit: '250'}),
  noun: 'label',
  aliases: ['label'],
  sources: [contentRef('labels get', {sort: 'name'})],
  opens: {screen: 'label-posts', params: {label: ['/id'], crumb: ['/name']}},
  card: labelCard,
  empty: 'No label is visible to this user.',
  about: 'Enter lists the blog posts with a label.',
});

/** Labels used in one space. */
export const spaceLabels = contentPart(
  labelShape,
  'spaces get-labels',
  {id: '{space}'},
  {
    id: 'space-labels',
    opens: {screen: 'label-posts', params: {label: ['/id'], crumb: ['/name']}},
    empty: 'This space has no labels.',
    about: 'Labels of the space. Enter lists content with the label.',
  },
);

const ofLabel = {id: '{label}'};

/** Other content with one label. */
export const labelParts: readonly Resource[] = [
  contentPart(contentShape, 'labels get-pages', ofLabel, {
    id: 'label-pages',
    noun: 'page',
    empty: 'No visible page has this label.',
    about: 'Pages with one label.',
  }),
  contentPart(attachmentShape, 'labels get-attachments', ofLabel, {
    id: 'label-attachments',
    empty: 'No visible attachment has this label.',
    about: 'Attachments with one label.',
  }),
];
