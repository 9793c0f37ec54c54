import {type Column, firstLine, number, state, text} from '../../model/column.ts';
import type {Fill} from '../../model/resource.ts';

/** The name of a thing: first to be seen, last to go. */
export function nameColumn(min: number, max: number, title = 'NAME'): Column {
  return text(title, '/name', {id: 'name', min, max, worth: 0, tone: 'title'});
}

/** The id, for those who need it in a command. */
export function idColumn(worth: number): Column {
  return number('ID', '/id', {worth, tone: 'dim'});
}

/** The first line of the description; takes what is left over. */
export function descriptionColumn(worth: number, max = 80): Column {
  return firstLine('DESCRIPTION', '/description', {min: 14, max, grows: true, worth, tone: 'dim'});
}

/** What a label shows wherever it is listed. */
export const labelColumns: readonly Column[] = [
  text('NAME', '/name', {min: 18, max: 80, grows: true, worth: 0, tone: 'title'}),
  text('PREFIX', '/prefix', {max: 8, worth: 0}),
  idColumn(1),
];

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

/** Which one is the default: some lists call it `isDefault`, others `default`. */
export const defaultColumn = state('DEFAULT', [
  ['/isDefault', 'default', 'good'],
  ['/default', 'default', 'good'],
]);
