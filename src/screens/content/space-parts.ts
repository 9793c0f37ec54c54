import {contentPart} from './content-part.ts';
import {attachmentShape, contentShape, labelShape} from './content-shapes.ts';

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
