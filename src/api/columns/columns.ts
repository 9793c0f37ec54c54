import type {ColumnsOfLists} from './column.ts';
import {contentColumns} from './content.ts';
import {trackerColumns} from './tracker.ts';

/** Columns for the list of each operation, by its `group name`. */
export const itemColumns: ColumnsOfLists = {...trackerColumns, ...contentColumns};
