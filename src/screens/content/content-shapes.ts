import {recordColumns} from '../../state/model/column.ts';
import type {Resource} from '../../state/model/resource.ts';
import {markup} from '../../state/show/storage/markup-column.ts';

/** What the rows of a list look like, whoever they belong to. */
export type Shape = Pick<Resource, 'columns' | 'identity' | 'name' | 'noun'>;

/** Saved versions. */
export const versionShape: Shape = {
  noun: 'version',
  identity: ['/number'],
  name: ['/number'],
  columns: recordColumns('custom-content get-custom-content-versions'),
};

/** Comments with their text on one line. */
export const commentShape: Shape = {
  noun: 'comment',
  identity: ['/id'],
  name: ['/id'],
  columns: [
    markup('COMMENT', '/body/storage/value', {
      id: 'body',
      min: 24,
      max: 160,
      grows: true,
      worth: 0,
    }),
    ...recordColumns('custom-content get-custom-content-comments'),
  ],
};

/** Attached files. */
export const attachmentShape: Shape = {
  noun: 'attachment',
  identity: ['/id'],
  name: ['/title'],
  columns: recordColumns('custom-content get-custom-content-attachments'),
};

/** Content properties: JSON values by key. */
export const propertyShape: Shape = {
  noun: 'property',
  identity: ['/id'],
  name: ['/key'],
  columns: recordColumns('custom-content get-custom-content-content-properties'),
};

/** Who may read or update one piece of content. */
export const permissionShape: Shape = {
  noun: 'permission',
  identity: ['/principalType', '/principalId', '/operation', '/id'],
  name: ['/principalId'],
  columns: recordColumns('whiteboards get-permissions'),
};

/** Labels. */
export const labelShape: Shape = {
  noun: 'label',
  identity: ['/id'],
  name: ['/name'],
  columns: recordColumns('labels get'),
};

/** Nodes of the content tree: what kind, which title, where in it. */
export const nodeShape: Shape = {
  noun: 'item',
  identity: ['/id'],
  name: ['/title'],
  columns: recordColumns('whiteboards get-descendants'),
};

/** Pages, posts and custom content as lists give them. */
export const contentShape: Shape = {
  noun: 'item',
  identity: ['/id'],
  name: ['/title'],
  columns: recordColumns('custom-content get-custom-content-by-type'),
};
