import {type Call, trackerCall} from '../../state/model/call.ts';
import {counted} from '../../state/show/counted.ts';
import {heldAfter} from '../../state/views/matrix/matrix.ts';
import {changeText} from '../../state/views/matrix/staged-words.ts';
import type {
  Matrix,
  MatrixColumn,
  MatrixEdits,
  StagedChange,
} from '../../state/views/matrix/state.ts';
import {grantColumn, type HolderWords, holdersToAdd} from './holder-choices.ts';
import {permissionEffect} from './permission-names.ts';
import {schemeName, schemeRequest} from './scheme-calls.ts';

/** What a call about one grant takes. */
export const ofGrant = {schemeId: '{scheme}', permissionId: '{entry}'};
/** Takes a grant away. */
export const deleteGrant: Call = trackerCall(
  'permissionscheme delete-permission-scheme-entity',
  ofGrant,
);
/** Makes a grant. */
export const createGrant: Call = trackerCall('permissionscheme create-permission-grant', {
  schemeId: '{scheme}',
});

/** The body of a new grant. */
export function grantBody({sends}: Pick<MatrixColumn, 'sends'>, permission: string): string {
  return `{"holder":${sends},"permission":${JSON.stringify(permission)}}`;
}

const words: HolderWords = {
  group: 'group',
  role: 'projectRole',
  user: 'user',
  column: grantColumn,
};

/** Types that go without a value (services T2.2). */
const withoutValue = [
  'anyone',
  'applicationRole',
  'projectLead',
  'reporter',
  'assignee',
  'sd.customer.portal.only',
];

/** Grants are made and taken away one by one: the request that replaces all would wipe what others added since. */
export const permissionEdits: MatrixEdits = {
  object: 'permission scheme',
  param: 'scheme',
  plan(changes, params) {
    const requests = [...changes]
      .sort((one, other) => one.kind.localeCompare(other.kind))
      .map(change => ({
        label: changeText(change),
        call:
          change.kind === 'add'
            ? schemeRequest(createGrant, params, grantBody(change.column, change.row.id))
            : schemeRequest(deleteGrant, {...params, entry: change.entry}),
        changes: [change],
      }));
    const name = schemeName(params);
    return {title: `Change ${counted(requests.length, 'grant')} of ${name}`, name, requests};
  },
  warns: (changes, matrix) => [
    ...new Set(changes.flatMap(one => warningsOf(one, changes, matrix))),
  ],
  ...holdersToAdd(words, withoutValue),
};

const broad: Readonly<Record<string, string>> = {
  anyone: 'people who are not signed in',
  applicationRole: 'everyone who is signed in',
  'sd.customer.portal.only': 'every customer of the portal',
};

function warningsOf(
  {kind, row, column}: StagedChange,
  changes: readonly StagedChange[],
  matrix: Matrix | undefined,
): readonly string[] {
  const can = row.name.charAt(0).toLowerCase() + row.name.slice(1);
  if (kind === 'remove') {
    const isLast = matrix !== undefined && heldAfter(matrix, row.id, changes) <= 0;
    return isLast ? [`nobody could ${can} any more`] : [];
  }
  const who = broad[column.id.split(' ')[0] ?? ''];
  const isWrite = permissionEffect(row.id) !== 'read';
  return who !== undefined && isWrite ? [`${who} could ${can}`] : [];
}
