import {type Column, firstLine, nameText, number, state} from '../../base/column.ts';

/** Columns by the `group name` of the operation that returns the items. */
export type OperationColumns = Readonly<Record<string, readonly Column[]>>;

/** Build the column with the name of an entity, which is never dropped. */
export function nameColumn(min: number, max: number, title = 'NAME'): Column {
  return nameText(title, '/name', {id: 'name', min, max});
}

/** Build the id column, for use in commands. */
export function idColumn(dropPriority: number): Column {
  return number('ID', '/id', {dropPriority: dropPriority, tone: 'dim'});
}

/** Build the column with the first line of the description; it takes the remaining width. */
export function descriptionColumn(dropPriority: number, max = 80): Column {
  return firstLine('DESCRIPTION', '/description', {
    min: 14,
    max,
    grows: true,
    dropPriority: dropPriority,
    tone: 'dim',
  });
}

/** Marks the default; some lists call it `isDefault`, others `default`. */
export const defaultColumn = state('DEFAULT', [
  ['/isDefault', 'default', 'good'],
  ['/default', 'default', 'good'],
]);
