import type {ItemColumn} from '../../base/item-column.ts';

/** Columns by the `group name` of the operation that answers such items. */
export type ColumnsOfLists = Readonly<Record<string, readonly ItemColumn[]>>;
