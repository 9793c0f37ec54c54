import {type Column, text} from '../../state/model/column.ts';
import {idColumn} from '../../state/views/list/columns.ts';

/** What a label shows wherever it is listed. */
export const labelColumns: readonly Column[] = [
  text('NAME', '/name', {min: 18, max: 80, grows: true, worth: 0, tone: 'title'}),
  text('PREFIX', '/prefix', {max: 8, worth: 0}),
  idColumn(1),
];
