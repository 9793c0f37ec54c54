import {compareHolders, type Holder, holderOfGrant, withRoles} from '../../api/access/holders.ts';
import {
  builtInPermissions,
  findPermissionName,
  otherCategory,
  type PermissionName,
  permissionEffect,
  permissionRow,
} from '../../api/access/permission-names.ts';
import {type OperationRef, trackerRef} from '../../api/operation-ref.ts';
import {resolveCall} from '../../api/resolve-call.ts';
import {counted} from '../../base/counted.ts';
import {isObject, type JsonValue, listAt, readPointer, textAt} from '../../base/json-value.ts';
import {CellMap, countAfterChanges} from '../../state/views/matrix/matrix.ts';
import {changeText} from '../../state/views/matrix/staged-words.ts';
import type {
  Matrix,
  MatrixColumn,
  MatrixEdits,
  MatrixKind,
  StagedChange,
} from '../../state/views/matrix/state.ts';
import {grantHolders, holdersToAdd} from './holder-choices.ts';
import {schemeName} from './scheme-calls.ts';

/** Inputs of an operation on one grant. */
const ofGrant = (entry: string) => ({schemeId: '{scheme}', permissionId: [entry]});

const deleteGrant = (entry: string): OperationRef =>
  trackerRef('permissionscheme delete-permission-scheme-entity', ofGrant(entry));

const createGrant = ({sends}: Pick<MatrixColumn, 'sends'>, permission: string): OperationRef =>
  trackerRef(
    'permissionscheme create-permission-grant',
    {schemeId: '{scheme}'},
    {body: [`{"holder":${sends},"permission":${JSON.stringify(permission)}}`]},
  );

/**
 * Grants are created and deleted one by one: replacing the whole list would delete grants that
 * others have added since.
 */
const permissionEdits: MatrixEdits = {
  object: 'permission scheme',
  param: 'scheme',
  plan(changes, params) {
    const requests = [...changes]
      .sort((one, other) => one.kind.localeCompare(other.kind))
      .map(change => ({
        label: changeText(change),
        call: resolveCall(
          change.kind === 'add'
            ? createGrant(change.column, change.row.id)
            : deleteGrant(change.entry),
          params,
          0,
        ),
        changes: [change],
      }));
    const name = schemeName(params);
    return {title: `Change ${counted(requests.length, 'grant')} of ${name}`, name, requests};
  },
  warns: (changes, matrix) => [
    ...new Set(changes.flatMap(one => warningsOf(one, changes, matrix))),
  ],
  ...holdersToAdd(grantHolders),
};

const broad: Readonly<Record<string, string>> = {
  anyone: 'people who are not signed in',
  applicationRole: 'all signed-in users',
  'sd.customer.portal.only': 'all portal customers',
};

function warningsOf(
  {kind, row, column}: StagedChange,
  changes: readonly StagedChange[],
  matrix: Matrix | undefined,
): readonly string[] {
  const can = row.name.charAt(0).toLowerCase() + row.name.slice(1);
  if (kind === 'remove') {
    const isLast = matrix !== undefined && countAfterChanges(matrix, row.id, changes) <= 0;
    return isLast ? [`nobody could ${can} any more`] : [];
  }
  const who = broad[column.id.split(' ')[0] ?? ''];
  const isWrite = permissionEffect(row.id) !== 'read';
  return who !== undefined && isWrite ? [`${who} could ${can}`] : [];
}

/**
 * Permission × holder of one scheme. Every documented permission has a row, even without holders;
 * others are under Other, with the site's names.
 *
 * @param answer response of get-permission-scheme-grants with user, group, projectRole and field;
 * with `site` the response of permissions get-all and with `roles` that of role get-all-project, if
 * they could be read
 */
function readMatrix(answer: JsonValue): Matrix {
  const cells = new CellMap();
  const holders = new Map<string, Holder>();
  const looked = listAt(withRoles(answer, readPointer(answer, '/roles')), '/permissions');
  for (const [i, grant] of listAt(answer, '/permissions').entries()) {
    const holder = holderOfGrant(looked[i] ?? grant);
    holders.set(holder.id, holder);
    const id = textAt(grant, '/id');
    const permission = textAt(grant, '/permission');
    cells.add(permission, holder.id, {id, text: JSON.stringify(grant)});
  }
  return {
    nouns: {row: 'permission', column: 'holder', entry: 'grant'},
    empty: 'This scheme has no grants.',
    rows: permissionsOf(answer, [...cells.cells.keys()]).map(permissionRow),
    columns: [...holders.values()].sort(compareHolders).map(h => columnOf(h, cells)),
    cells: cells.cells,
  };
}

/** The documented permissions, then the site's other project permissions and other granted ones. */
function permissionsOf(answer: JsonValue, granted: readonly string[]): readonly PermissionName[] {
  const site = readPointer(answer, '/site/permissions');
  const ofSite = isObject(site) ? site : {};
  const ofProjects = Object.keys(ofSite).filter(
    key => readPointer(ofSite[key], '/type') === 'PROJECT',
  );
  const others = [...new Set([...granted, ...ofProjects])]
    .map(findPermissionName)
    .filter(({category}) => category === otherCategory)
    .map(permission => {
      const name = readPointer(ofSite[permission.key], '/name');
      return typeof name === 'string' && name !== '' ? {...permission, name} : permission;
    });
  const byName = others.sort((a, b) => a.name.localeCompare(b.name, 'en', {numeric: true}));
  return [...builtInPermissions, ...byName];
}

function columnOf(holder: Holder, {cells}: CellMap): MatrixColumn {
  const {id, type, gone} = holder;
  const column = grantHolders.column(holder);
  if (gone !== undefined) return {...column, tone: 'bad', problem: gone};
  if (type !== 'anyone') return column;
  const writes = [...cells].flatMap(([permission, columns]) =>
    columns.has(id) && permissionEffect(permission) === 'write' ? [permission] : [],
  );
  if (writes.length > 0) {
    const problem = 'people who are not signed in can change things';
    return {...column, tone: 'warn', problem, oddRows: new Set(writes)};
  }
  return column;
}

const explainGrant: MatrixKind['explain'] = ({row, column, cell}, command) => {
  const facts = {
    permission: row.name === row.id ? row.id : `${row.name} (${row.id})`,
    category: row.group,
    holder: column.text,
    granted: cell.length > 0,
  };
  if (cell.length === 0) {
    return {...facts, 'to grant it': command(createGrant(column, row.id))};
  }
  return {
    ...facts,
    grants: cell.map(({id}) => ({
      id,
      'to read it': command(
        trackerRef('permissionscheme get-permission-scheme-grant', ofGrant(id)),
      ),
      'to remove the grant': command(deleteGrant(id)),
    })),
  };
};

/** Permission × holder of one scheme. */
export const permissionMatrix: MatrixKind = {
  read: readMatrix,
  explain: explainGrant,
  edits: permissionEdits,
};
