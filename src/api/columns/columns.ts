import type {OperationColumns} from './column.ts';
import {contentColumns} from './content.ts';
import {trackerColumns} from './tracker.ts';

/** Columns of each operation's list, by its `group name`. */
export const itemColumns: OperationColumns = {...trackerColumns, ...contentColumns};
