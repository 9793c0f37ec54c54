import {idInPath} from './content-inputs.ts';

/** What all whiteboard operations share. */
export const whiteboards = {
  service: 'content',
  group: 'whiteboards',
  root: 'content',
  section: 'services C4.2',
} as const;

/** A whiteboard. */
export const whiteboardId = idInPath('id', 'whiteboard id', 'whiteboard');
