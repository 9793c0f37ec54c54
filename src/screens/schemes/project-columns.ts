import {type Column, text} from '../../state/model/column.ts';
import type {Fill} from '../../state/model/resource.ts';

/** Key and name of a project whose id alone was listed; `projectFill` reads them. */
export const projectColumns: readonly Column[] = [
  text('KEY', '/project/key', {fixed: 10, max: 12, worth: 0, tone: 'title'}),
  text('NAME', '/project/name', {fixed: 30, max: 44, grows: true, worth: 0}),
];

/** Reads the project of a row that has only its id, which is at that pointer. */
export function projectFill(id: string): Fill {
  return {
    pointer: '/project',
    read: '',
    call: {service: 'tracker', operation: 'project get', inputs: {projectIdOrKey: '{filled}'}},
    params: {filled: [id]},
  };
}
