import {readGrant} from '../../api/access/access-facts.ts';
import type {GrantChange} from '../../api/access/access-fix.ts';
import {withRoles} from '../../api/access/holders.ts';
import {findPermissionName, permissionRow} from '../../api/access/permission-names.ts';
import {schemeProblems} from '../../api/access/scheme-problems.ts';
import {type JsonValue, listAt, readPointer} from '../../base/json-value.ts';
import type {StagedChange} from '../../state/views/matrix/state.ts';
import {grantHolders} from './holder-choices.ts';

/**
 * Problems of a scheme's grants, the most serious first.
 *
 * @param answer response of get-permission-scheme-grants with user, group, projectRole and field;
 * with `roles`, the response of role get-all-project, if it could be read
 */
export function findingRows(answer: JsonValue): readonly JsonValue[] {
  const looked = withRoles(answer, readPointer(answer, '/roles'));
  const problems = schemeProblems(listAt(looked, '/permissions').map(readGrant));
  return problems.map(({level, problem, grant, mend, changes}, i): JsonValue => {
    const {name} = findPermissionName(grant.permission);
    const row = {number: i + 1, severity: level, finding: problem, permission: name};
    const more = {holder: grant.holder.label, grant: grant.id, mend, changes: changes.map(staged)};
    return JSON.parse(JSON.stringify({...row, ...more}));
  });
}

/** Make a change of grants one to stage in the matrix of the scheme. */
function staged(change: GrantChange): StagedChange {
  const {permission, holder} = change.kind === 'remove' ? change.grant : change;
  const row = permissionRow(findPermissionName(permission));
  const column = grantHolders.column(holder);
  return change.kind === 'add'
    ? {kind: 'add', row, column}
    : {kind: 'remove', row, column, entry: change.grant.id};
}
