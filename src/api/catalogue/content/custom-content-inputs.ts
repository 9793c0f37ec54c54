import {idInPath} from './content-inputs.ts';

/** The members of all custom content operations. */
export const customContent = {
  service: 'content',
  group: 'custom-content',
  root: 'content',
  section: 'services C4.3',
} as const;

export const customContentId = idInPath('id', 'custom content id', 'custom content');

/** The same id, as named in paths of versions and properties. */
export const customContentIdInParts = idInPath(
  'custom-content-id',
  'custom content id',
  'custom content',
);
