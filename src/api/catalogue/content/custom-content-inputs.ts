import {idInPath} from './content-inputs.ts';

/** What all custom content operations share. */
export const customContent = {
  service: 'content',
  group: 'custom-content',
  root: 'content',
  section: 'services C4.3',
} as const;

/** An item of custom content. */
export const customContentId = idInPath('id', 'custom content id', 'custom content');

/** The same under the name it has in paths of versions and properties. */
export const customContentIdInParts = idInPath(
  'custom-content-id',
  'custom content id',
  'custom content',
);
