import {type Column, firstLine, number, state, text} from '../../base/column.ts';

/** Columns by the `group name` of the operation that answers such items. */
export type ColumnsOfLists = Readonly<Record<string, readonly Column[]>>;

/** The name of a thing: first to be seen, last to go. */
export function nameColumn(min: number, max: number, title = 'NAME'): Column {
  return text(title, '/name', {id: 'name', min, max, worth: 0, tone: 'title'});
}

/** The id, for those who need it in a command. */
export function idColumn(worth: number): Column {
  return number('ID', '/id', {worth, tone: 'dim'});
}

/** The first line of the description; takes the remaining width. */
export function descriptionColumn(worth: number, max = 80): Column {
  return firstLine('DESCRIPTION', '/description', {min: 14, max, grows: true, worth, tone: 'dim'});
}

/** Which one is the default: some lists call it `isDefault`, others `default`. */
export const defaultColumn = state('DEFAULT', [
  ['/isDefault', 'default', 'good'],
  ['/default', 'default', 'good'],
]);
