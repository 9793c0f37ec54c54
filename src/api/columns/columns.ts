import type {ColumnsOfLists} from './columns-of-lists.ts';
import {contentColumns} from './content.ts';
import {trackerColumns} from './tracker.ts';

/** What is worth showing of what each operation lists, by its `group name`. */
export const itemColumns: ColumnsOfLists = {...trackerColumns, ...contentColumns};
