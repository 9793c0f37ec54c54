import type {JsonObject, JsonValue} from '../../../base/json-value.ts';
import {nodesUnderHeading} from '../../show/tree-node.ts';
import {cellAt, differenceSigns} from './matrix.ts';
import type {CellDifference, Matrix, MatrixColumn, MatrixRow, StagedChange} from './state.ts';

/** An entry of one of two matrices, or of both. */
export interface Difference {
  readonly where: 'left' | 'right' | 'both';
  readonly row: MatrixRow;
  /** The column as in the right matrix, if it is there. */
  readonly column: MatrixColumn;
  /** Changes that make the right matrix like the left one; none if both have it. */
  readonly changes: readonly StagedChange[];
  /** The column has the same name in both, but different ids. */
  readonly otherId: boolean;
  /** Why the entry cannot be added on the right. */
  readonly leftOut?: string;
}

/**
 * Where the left of two matrices comes from: the same site, a file of unknown site, or another
 * site.
 */
export type OtherSite = 'here' | 'file' | 'elsewhere';

/**
 * Compare two matrices cell by cell. On one site rows and columns are matched by id. On another
 * site an id may mean something else, so they are matched by name; for a file both are tried.
 */
function compareMatrices(left: Matrix, right: Matrix, site: OtherSite): readonly Difference[] {
  const columns = pairsOf(left.columns, right.columns, site, ({label}) => label);
  const rows = pairsOf(left.rows, right.rows, site, ({name}) => name);
  const both = left.rows.map(row => ({row, other: rows.get(row.id)}));
  const rightOnly = right.rows.filter(({id}) => !both.some(({other}) => other?.id === id));
  return [
    ...both.flatMap(({row, other}) => [
      ...left.columns.flatMap((one): Difference[] => {
        if (cellAt(left, row.id, one.id).length === 0) return [];
        const paired = columns.get(one.id);
        const column = paired ?? one;
        const known = {row: other ?? row, column, changes: [], otherId: column.id !== one.id};
        const isThere = other && paired && cellAt(right, other.id, paired.id).length > 0;
        if (isThere) return [{...known, where: 'both'}];
        const nouns = [
          ...(other || isMeantHere(row.id, site) ? [] : [right.nouns.row]),
          ...(paired || isMeantHere(one.id, site) ? [] : [right.nouns.column]),
        ];
        if (nouns.length > 0) {
          const leftOut = `no ${nouns.join(' and no ')} with this name here`;
          return [{...known, where: 'left', leftOut}];
        }
        const changes = [{kind: 'add', row: known.row, column}] as const;
        return [{...known, where: 'left', changes}];
      }),
      ...(other === undefined
        ? []
        : removals(right, other, column =>
            left.columns.some(
              ({id}) => columns.get(id)?.id === column.id && cellAt(left, row.id, id).length > 0,
            ),
          )),
    ]),
    ...rightOnly.flatMap(row => removals(right, row, () => false)),
  ];
}

/** The entries of a row that only the right matrix has. */
function removals(
  right: Matrix,
  row: MatrixRow,
  isOnLeft: (column: MatrixColumn) => boolean,
): readonly Difference[] {
  return right.columns.flatMap((column): Difference[] => {
    const entries = cellAt(right, row.id, column.id);
    if (entries.length === 0 || isOnLeft(column)) return [];
    const changes = entries.map(({id}) => ({kind: 'remove', row, column, entry: id}) as const);
    return [{where: 'right', row, column, changes, otherId: false}];
  });
}

/** Match rows or columns of both matrices, by the id of the left. */
function pairsOf<One extends {readonly id: string}>(
  left: readonly One[],
  right: readonly One[],
  site: OtherSite,
  nameOf: (one: One) => string,
): ReadonlyMap<string, One> {
  const found = left.flatMap(one => {
    const sameId = right.find(({id}) => id === one.id);
    const named = right.filter(other => nameOf(other) === nameOf(one) && isOfType(one, other));
    const sameName = named.length === 1 ? named[0] : undefined;
    const isSame =
      sameId !== undefined && (isMeantHere(one.id, site) || nameOf(sameId) === nameOf(one));
    // A group may be identified by name in one scheme and by id in another.
    const isNamed = [one, sameName].some(x => x !== undefined && isNamedById(x.id, nameOf(x)));
    const pair = isSame ? sameId : site === 'here' && !isNamed ? undefined : sameName;
    return pair === undefined ? [] : [[one.id, pair] as const];
  });
  return new Map(found);
}

/** Whether an id contains the name: `group devs` of `G:devs`. */
function isNamedById(id: string, name: string): boolean {
  return name.endsWith(`:${id.slice(id.indexOf(' ') + 1)}`);
}

function isOfType(one: {readonly id: string}, other: {readonly id: string}): boolean {
  const typeOf = ({id}: {readonly id: string}) => id.split(' ')[0]?.toLowerCase();
  return !one.id.includes(' ') || typeOf(one) === typeOf(other);
}

/**
 * Whether an id of the left has the same meaning here: on one site always; on another site if it is
 * a constant of the service (`reporter`, `BROWSE_PROJECTS`) or one of its predefined numbers, below
 * 10000.
 */
function isMeantHere(id: string, site: OtherSite): boolean {
  return site !== 'elsewhere' || (!id.includes(' ') && !/^\d{5,}$/.test(id));
}

/** Names of two compared matrices. */
type Names = {readonly left: string; readonly right: string};

/**
 * Merge two matrices: the right one, with the rows and columns that only entries of the left have,
 * and the differences.
 */
export function mergeMatrices(left: Matrix, right: Matrix, names: Names, site: OtherSite): Matrix {
  const rows = new Map(right.rows.map(row => [row.id, row]));
  const columns = new Map(right.columns.map(column => [column.id, column]));
  const cells = new Map<string, Map<string, CellDifference>>();
  for (const difference of compareMatrices(left, right, site)) {
    const {where, changes, leftOut} = difference;
    const row = addTo(rows, difference.row);
    const column = addTo(columns, difference.column);
    if (where === 'both') continue;
    const ofRow = cells.get(row.id) ?? new Map<string, CellDifference>();
    cells.set(row.id, ofRow.set(column.id, {where, changes, ...(leftOut && {leftOut})}));
  }
  const groups = [...new Set([...rows.values()].map(({group}) => group))];
  return {
    ...right,
    rows: groups.flatMap(group => [...rows.values()].filter(row => row.group === group)),
    columns: [...columns.values()],
    differences: {names, cells},
  };
}

/** Add a row or column, unless it is there; an id that means something else there gets another. */
function addTo<One extends {readonly id: string}>(known: Map<string, One>, one: One): One {
  const same = known.get(one.id);
  if (same === one) return one;
  const added = same === undefined ? one : {...one, id: `elsewhere ${one.id}`};
  known.set(added.id, added);
  return added;
}

/**
 * The differences of two matrices as tree rows: only in the left, only in the right, and,
 * collapsed, in both. A row of the first two has the changes that make the right like the left, or
 * the reason why it is left out (`leftOut`).
 *
 * @param names names of the two sides
 */
export function differenceRows(
  left: Matrix,
  right: Matrix,
  names: Names,
  site: OtherSite,
): readonly JsonValue[] {
  const all = compareMatrices(left, right, site);
  const {entry} = right.nouns;
  const blocks = [
    ['left', `only ${names.left}`],
    ['right', `only ${names.right}`],
    ['both', 'in both'],
  ] as const;
  return blocks.flatMap(([where, words]) => {
    const found = all.filter(one => one.where === where);
    const head = {id: where, words, noun: entry, block: where};
    return nodesUnderHeading(head, found.map(nodeOf), where === 'both');
  });
}

function nodeOf({where, row, column, changes, otherId, leftOut}: Difference): JsonObject {
  const [title, holder] = [row.name, column.label];
  const sign = where === 'both' ? '' : differenceSigns[where];
  const node = {
    id: `${where} ${row.id} ${column.id}`,
    title,
    name: `${row.name} × ${column.label}`,
    block: where,
    sign,
    holder,
    text: otherId
      ? `${column.text}, different id there`
      : leftOut !== undefined
        ? `${column.text}; left out: ${leftOut}`
        : column.text,
    changes,
    leftOut,
  };
  return JSON.parse(JSON.stringify(node));
}
