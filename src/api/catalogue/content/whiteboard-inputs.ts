import {idInPath} from './content-inputs.ts';

/** The members of all whiteboard operations. */
export const whiteboards = {
  service: 'content',
  group: 'whiteboards',
  root: 'content',
  section: 'services C4.2',
} as const;

export const whiteboardId = idInPath('id', 'whiteboard id', 'whiteboard');
