import type {JsonObject, JsonValue} from '../../../base/json-value.ts';
import {headedNodes} from '../../show/tree-node.ts';
import {cellAt} from './matrix.ts';
import type {Matrix, MatrixColumn, MatrixRow, StagedChange} from './state.ts';

/** An entry that one of two matrices has, or both. */
export interface Difference {
  readonly where: 'left' | 'right' | 'both';
  readonly row: MatrixRow;
  /** As the right matrix names it, where it does. */
  readonly column: MatrixColumn;
  /** What makes the right matrix like the left one; nothing where both have it. */
  readonly changes: readonly StagedChange[];
  /** The column is called the same in both, its id is another. */
  readonly otherId: boolean;
  /** It is of another site, and nothing on the right is called so: it cannot be added by its id. */
  readonly isUnknown?: boolean;
}

/**
 * What two matrices have and have not in common, cell by cell. Columns are the same that have the same
 * id, else those that are called the same and are of one type: on another site all ids are others.
 */
function compareMatrices(left: Matrix, right: Matrix): readonly Difference[] {
  const rightOf = new Map<string, MatrixColumn>();
  for (const one of left.columns) {
    const same =
      right.columns.find(({id}) => id === one.id) ??
      right.columns.find(other => other.label === one.label && typeOf(other) === typeOf(one));
    rightOf.set(one.id, same ?? one);
  }
  const leftOf = new Map([...rightOf].map(([id, {id: other}]) => [other, id]));
  const rows = [...left.rows, ...right.rows.filter(({id}) => !left.rows.some(x => x.id === id))];
  return rows.flatMap(row => [
    ...left.columns.flatMap((one): Difference[] => {
      const column = rightOf.get(one.id) ?? one;
      if (cellAt(left, row.id, one.id).length === 0) return [];
      const otherId = column.id !== one.id;
      if (cellAt(right, row.id, column.id).length > 0) {
        return [{where: 'both', row, column, changes: [], otherId}];
      }
      return [{where: 'left', row, column, changes: [{kind: 'add', row, column}], otherId}];
    }),
    ...right.columns.flatMap((column): Difference[] => {
      const entries = cellAt(right, row.id, column.id);
      const there = cellAt(left, row.id, leftOf.get(column.id) ?? column.id);
      if (entries.length === 0 || there.length > 0) return [];
      const changes = entries.map(({id}) => ({kind: 'remove', row, column, entry: id}) as const);
      return [{where: 'right', row, column, changes, otherId: false}];
    }),
  ]);
}

function typeOf({id}: MatrixColumn): string {
  return id.split(' ')[0]?.toLowerCase() ?? '';
}

/**
 * Two matrices as the rows of a tree: what only the left has, what only the right has, and, folded,
 * what both have.
 *
 * @param names what the two are called; `elsewhere`: the left one is of another site, whose ids mean
 * nothing here, so that only what is known on the right by its name can be added there
 */
export function differenceRows(
  left: Matrix,
  right: Matrix,
  names: {readonly left: string; readonly right: string; readonly elsewhere?: boolean},
): readonly JsonValue[] {
  const known = new Set(right.columns.map(({id}) => id));
  const all = compareMatrices(left, right).map(one =>
    names.elsewhere && one.where === 'left' && !known.has(one.column.id)
      ? {...one, changes: [], isUnknown: true}
      : one,
  );
  const {entry} = right.nouns;
  const blocks = [
    ['left', `only ${names.left}`],
    ['right', `only ${names.right}`],
    ['both', 'in both'],
  ] as const;
  return blocks.flatMap(([where, words]) => {
    const found = all.filter(one => one.where === where);
    const head = {id: where, words, noun: entry, block: where};
    return headedNodes(head, found.map(nodeOf), where === 'both');
  });
}

function nodeOf({where, row, column, changes, otherId, isUnknown}: Difference): JsonObject {
  const [title, holder] = [row.name, column.label];
  const sign = where === 'left' ? '+' : where === 'right' ? '−' : '';
  const node = {
    id: `${where} ${row.id} ${column.id}`,
    title,
    name: `${row.name} × ${column.label}`,
    block: where,
    sign,
    holder,
    text: otherId
      ? `${column.text}, there by another id`
      : isUnknown
        ? `${column.text}; not here yet by that name`
        : column.text,
    changes,
  };
  return JSON.parse(JSON.stringify(node));
}
