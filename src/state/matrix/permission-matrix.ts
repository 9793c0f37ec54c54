import {isArray, type JsonValue, readPointer} from '../json-value.ts';
import {compareHolders, type Holder, holderOf} from '../schemes/holders.ts';
import {
  builtInPermissions,
  otherCategory,
  permissionEffect,
  permissionNamed,
} from '../schemes/permission-names.ts';
import {CellMap, type Matrix, type MatrixColumn, type MatrixRow} from './matrix.ts';

/**
 * Permission × holder of one scheme. Every permission of the documents has a row, held or not;
 * others come under Other.
 *
 * @param answer the answer of get-permission-scheme-grants with user, group, projectRole and field
 */
export function permissionMatrix(answer: JsonValue): Matrix {
  const grants = readPointer(answer, '/permissions');
  const cells = new CellMap();
  const holders = new Map<string, Holder>();
  const others = new Set<string>();
  for (const grant of isArray(grants) ? grants : []) {
    const permission = String(readPointer(grant, '/permission') ?? '');
    const holder = holderOfGrant(grant);
    holders.set(holder.id, holder);
    if (permissionNamed(permission).category === otherCategory) others.add(permission);
    const id = String(readPointer(grant, '/id') ?? '');
    cells.add(permission, holder.id, {id, text: JSON.stringify(grant)});
  }
  const rows = [...builtInPermissions, ...[...others].sort().map(permissionNamed)];
  return {
    nouns: {row: 'permission', column: 'holder', entry: 'grant'},
    rows: rows.map(
      ({key, name, category}): MatrixRow => ({
        id: key,
        name,
        group: category,
        nobody: 'nobody holds it',
      }),
    ),
    columns: [...holders.values()].sort(compareHolders).map(h => columnOf(h, cells)),
    cells: cells.cells,
  };
}

/** Who a grant is for. */
export function holderOfGrant(grant: JsonValue): Holder {
  const holder = readPointer(grant, '/holder') ?? null;
  return holderOf(String(readPointer(holder, '/type') ?? ''), holder);
}

function columnOf({id, label, text, type, gone}: Holder, {cells}: CellMap): MatrixColumn {
  if (gone !== undefined) return {id, label, text, tone: 'bad', problem: gone};
  const writes = [...cells].some(
    ([permission, columns]) => columns.has(id) && permissionEffect(permission) === 'write',
  );
  if (type === 'anyone' && writes) {
    const problem = 'people who are not signed in may change things';
    return {id, label, text, tone: 'warn', problem};
  }
  return {id, label, text};
}
