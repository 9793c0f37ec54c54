import {contentCall} from '../../state/model/call.ts';
import {recordColumns} from '../../state/model/column.ts';
import {list} from '../../state/model/resource.ts';
import {labelCard, spaceCard} from './content-cards.ts';
import {contentPart} from './content-part.ts';
import {attachmentShape, contentShape, labelShape} from './content-shapes.ts';
import {createBoard, writePost} from './content-verbs.ts';

const content = 'content' as const;

/** Spaces of the content service; enter lists the blog posts of one. */
export const spaces = list({
  id: 'spaces',
  verbs: [writePost, createBoard],
  title: 'Spaces',
  noun: 'space',
  service: content,
  aliases: ['space', 'sp'],
  sources: [contentCall('spaces get')],
  name: ['/key', '/name'],
  columns: recordColumns('spaces get'),
  opens: {screen: 'space-posts', params: {space: ['/id'], crumb: ['/name']}},
  card: spaceCard(''),
  sort: {column: 'key', reverse: false},
  empty: 'No space is visible to this user.',
  about: 'Enter lists the blog posts of a space.',
});

/** Labels the user can see; enter lists the blog posts that carry one. */
export const labels = list({
  id: 'labels',
  title: 'Labels',
  noun: 'label',
  service: content,
  aliases: ['label'],
  sources: [contentCall('labels get', {sort: 'name'})],
  columns: recordColumns('labels get'),
  opens: {screen: 'label-posts', params: {label: ['/id'], crumb: ['/name']}},
  card: labelCard,
  empty: 'No label is visible to this user.',
  about: 'Enter lists the blog posts that carry a label.',
});

/** Labels used in one space. */
export const spaceLabels = contentPart({
  id: 'space-labels',
  title: 'Labels',
  shape: labelShape,
  needs: ['space'],
  operation: 'spaces get-labels',
  inputs: {id: '{space}'},
  opens: {screen: 'label-posts', params: {label: ['/id'], crumb: ['/name']}},
  empty: 'This space has no labels.',
  about: 'Labels of the space. Enter lists what carries one.',
});

/** Pages that carry one label. */
export const labelPages = contentPart({
  id: 'label-pages',
  title: 'Pages',
  noun: 'page',
  shape: contentShape,
  needs: ['label'],
  operation: 'labels get-pages',
  inputs: {id: '{label}'},
  empty: 'No page that this user can see carries this label.',
  about: 'Pages that carry one label.',
});

/** Attachments that carry one label. */
export const labelAttachments = contentPart({
  id: 'label-attachments',
  title: 'Attachments',
  shape: attachmentShape,
  needs: ['label'],
  operation: 'labels get-attachments',
  inputs: {id: '{label}'},
  empty: 'No attachment that this user can see carries this label.',
  about: 'Attachments that carry one label.',
});
