import type {ColumnPlace, ItemColumn} from '../base/item-column.ts';
import {type ColumnKind, columnKinds, stateKind} from './column-kind.ts';

/** A column of a table: where it reads, and how its values are shown. */
export interface TableColumn extends ColumnPlace {
  readonly kind: ColumnKind;
}

/** A column of the records as one that can be shown. */
export function tableColumn({kind, ...place}: ItemColumn): TableColumn {
  return {...place, kind: typeof kind === 'string' ? columnKinds[kind] : stateKind(kind)};
}
