import type {Operation} from '../../operation.ts';
import {jsonBody} from '../inputs.ts';
import {reads, updatesWithoutBody} from '../outcomes.ts';
import {idInPath} from './content-inputs.ts';
import {propertyOperations} from './part-operations.ts';
import {whiteboardId as id, whiteboards} from './whiteboard-inputs.ts';

const classifies = 'Can use global permission, and view the whiteboard';

/**
 * Operations on classification and properties of whiteboards: 8 of the 21 operations (services
 * C4.2).
 */
export const whiteboardDetailOperations = (): readonly Operation[] => [
  {
    ...whiteboards,
    ...reads,
    name: 'get-classification-level',
    summary: 'Get the classification level of a whiteboard',
    path: '/whiteboards/{id}/classification-level',
    permission: classifies,
    inputs: [id],
  },
  {
    ...whiteboards,
    ...updatesWithoutBody,
    name: 'put-classification-level',
    summary: 'Set the classification level of a whiteboard',
    path: '/whiteboards/{id}/classification-level',
    permission: 'Can use global permission, and edit the whiteboard',
    inputs: [id, jsonBody()],
  },
  {
    ...whiteboards,
    ...updatesWithoutBody,
    name: 'post-classification-level',
    summary: 'Reset the classification level of a whiteboard to the default of its space',
    method: 'POST',
    path: '/whiteboards/{id}/classification-level/reset',
    permission: classifies,
    inputs: [id, jsonBody()],
  },
  ...Object.values(
    propertyOperations({
      ...{base: whiteboards, noun: 'a whiteboard', infix: '', id, example: '1049128'},
      partId: idInPath('whiteboard-id', 'whiteboard id', 'whiteboard'),
      permissions: {
        ...{create: 'Update the whiteboard', list: 'View the whiteboard'},
        ...{get: 'View the whiteboard', edit: 'Edit the whiteboard'},
      },
    }),
  ),
];
