import type {ColumnsOfLists} from './column.ts';
import {contentColumns} from './content.ts';
import {trackerColumns} from './tracker.ts';

/** What is worth showing of what each operation lists, by its `group name`. */
export const itemColumns: ColumnsOfLists = {...trackerColumns, ...contentColumns};
