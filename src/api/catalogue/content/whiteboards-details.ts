import type {Operation} from '../../operation.ts';
import {cursorPages, jsonBody} from '../inputs.ts';
import {deletes, reads, updatesSilently} from '../outcomes.ts';
import {idInPath, paging25, propertyId, propertyKeyFilter, sort} from './content-inputs.ts';
import {whiteboardId as id, whiteboards} from './whiteboard-inputs.ts';

const idInProperties = idInPath('whiteboard-id', 'whiteboard id', 'whiteboard');
const ownPropertyId = {...propertyId, example: '1049128'};
const views = 'View the whiteboard';
const classifies = 'Can use global permission, and view the whiteboard';

/** Operations on classification and properties of whiteboards: 8 of the 21 operations (services C4.2). */
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
    ...updatesSilently,
    name: 'put-classification-level',
    summary: 'Set the classification level of a whiteboard',
    path: '/whiteboards/{id}/classification-level',
    permission: 'Can use global permission, and edit the whiteboard',
    inputs: [id, jsonBody()],
  },
  {
    ...whiteboards,
    name: 'post-classification-level',
    summary: 'Reset the classification level of a whiteboard to the default of its space',
    method: 'POST',
    path: '/whiteboards/{id}/classification-level/reset',
    permission: classifies,
    inputs: [id, jsonBody()],
    effect: 'update',
    answer: 'none',
    success: [204],
  },
  {
    ...whiteboards,
    name: 'create-property',
    summary: 'Create a property of a whiteboard',
    method: 'POST',
    path: '/whiteboards/{id}/properties',
    permission: 'Update the whiteboard',
    inputs: [id, jsonBody()],
    effect: 'create',
    answer: 'body',
    success: [200],
  },
  {
    ...whiteboards,
    ...reads,
    name: 'get-content-properties',
    summary: 'List the properties of a whiteboard',
    path: '/whiteboards/{id}/properties',
    permission: views,
    inputs: [id, ...paging25, sort('key'), propertyKeyFilter],
    paging: cursorPages(25),
    items: '/results',
  },
  {
    ...whiteboards,
    ...reads,
    name: 'get-content-properties-by-id',
    summary: 'Get one property of a whiteboard',
    path: '/whiteboards/{whiteboard-id}/properties/{property-id}',
    permission: views,
    inputs: [idInProperties, ownPropertyId],
  },
  {
    ...whiteboards,
    name: 'update-property-by-id',
    summary: 'Update a property of a whiteboard',
    method: 'PUT',
    path: '/whiteboards/{whiteboard-id}/properties/{property-id}',
    permission: 'Edit the whiteboard',
    inputs: [idInProperties, ownPropertyId, jsonBody()],
    effect: 'update',
    answer: 'body',
    success: [200],
  },
  {
    ...whiteboards,
    ...deletes,
    name: 'delete-property-by-id',
    summary: 'Delete a property of a whiteboard',
    path: '/whiteboards/{whiteboard-id}/properties/{property-id}',
    permission: 'Edit the whiteboard',
    inputs: [idInProperties, ownPropertyId],
  },
];
