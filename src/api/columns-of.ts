import type {ItemColumn} from '../base/item-column.ts';
import {itemColumns} from './columns/columns.ts';

/**
 * The columns of what an operation answers, an item of its list or one object, in their order;
 * undefined where none are written down. Loaded when first read, as the bodies are.
 *
 * @param title the operation's `group name`
 */
export function columnsOf(title: string): readonly ItemColumn[] | undefined {
  return itemColumns[title];
}
