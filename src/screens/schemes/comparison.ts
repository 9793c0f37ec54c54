import type {OperationRef} from '../../api/operation-ref.ts';
import {nameText, text} from '../../base/column.ts';
import {findJson, type JsonValue, readPointer} from '../../base/json-value.ts';
import {listTabs, type ObjectScreen} from '../../state/model/object-screen.ts';
import type {Params} from '../../state/model/params.ts';
import {list} from '../../state/model/resource.ts';
import {differenceRows, mergeMatrices} from '../../state/views/matrix/compare-matrices.ts';
import type {MatrixKind} from '../../state/views/matrix/state.ts';
import {notificationMatrix} from './notification-matrix.ts';
import {permissionMatrix} from './permission-matrix.ts';
import {readNotificationScheme, readPermissionScheme} from './scheme-calls.ts';

/** The two matrices of a comparison, their names, and where the first comes from. */
type Sides = Parameters<typeof mergeMatrices>;

/** Read both schemes: the left is the response, or the saved one; the right is in `right`. */
function sidesOf({read}: MatrixKind, answer: JsonValue, params: Params): Sides {
  const {saved} = params;
  const [left = null, right = null] =
    saved === undefined ? [answer, readPointer(answer, '/right')] : [findJson(saved), answer];
  const names = {
    left: params.leftName ?? nameOf(left, params.left),
    right: params.rightName ?? nameOf(right, params.right),
  };
  const site = saved === undefined ? 'here' : params.elsewhere === 'true' ? 'elsewhere' : 'file';
  return [read(left, params), read(right, params), names, site];
}

/** Return the name of a scheme, or `scheme ID`. */
function nameOf(scheme: JsonValue, id = ''): string {
  const name = readPointer(scheme, '/name');
  return typeof name === 'string' && name !== '' ? name : `scheme ${id}`.trim();
}

const columnsOf = (grantee: string) => [
  nameText('ENTRY', '/tree/label', {min: 40, max: 70, grows: true}),
  text('', '/sign', {id: 'sign', fixed: 2, dropPriority: 0, tones: {'+': 'good', '−': 'bad'}}),
  text(grantee, '/holder', {id: 'holder', min: 14, max: 40, dropPriority: 0}),
  text('WHO', '/text', {max: 60, dropPriority: 3, tone: 'dim'}),
];

interface SchemeKind {
  readonly name: 'permission' | 'notification';
  readonly read: (scheme: string) => OperationRef;
  readonly matrix: MatrixKind;
}

const kinds: readonly SchemeKind[] = [
  {name: 'permission', read: readPermissionScheme, matrix: permissionMatrix},
  {name: 'notification', read: readNotificationScheme, matrix: notificationMatrix},
];

/** Read both schemes of a comparison; with `saved` only the second, the other is a parameter. */
function readBoth(read: SchemeKind['read'], saved: boolean): OperationRef {
  const second = read('{right}');
  return saved ? second : {...read('{left}'), also: {right: {...second, onFailure: 'fail'}}};
}

/**
 * Make the list that compares two schemes of the site, or one of another profile or a file
 * (`saved`) with one of the site.
 */
function comparisonList({name, read, matrix}: SchemeKind, saved: boolean) {
  return list({
    id: `${name}-${saved ? 'elsewhere' : 'comparison'}`,
    title: 'Comparison',
    noun: 'difference',
    counted: '/sign',
    needs: saved ? ['saved', 'right'] : ['left', 'right'],
    sources: [
      {
        ...readBoth(read, saved),
        derive: (answer, params) => differenceRows(...sidesOf(matrix, answer, params)),
      },
    ],
    columns: columnsOf(name === 'permission' ? 'GRANTED TO' : 'RECIPIENT'),
    tree: true,
    scope: 'comparison',
    empty: 'Both schemes are empty.',
    about:
      'Entries only in the first (+), only in the second (−) and, collapsed, in both. > stages the changes that make the second match the first; nothing is sent until ctrl+s has shown the requests.',
  });
}

/** Comparisons of each kind of scheme: within the site, and with another profile or a file. */
export const comparisons = [false, true].flatMap(saved =>
  kinds.map(kind => comparisonList(kind, saved)),
);

/** Make the screen of a comparison: its list, and both schemes in one matrix. */
function comparisonScreen({name, read, matrix}: SchemeKind, saved: boolean): ObjectScreen {
  const {id, needs, about} = comparisonList({name, read, matrix}, saved);
  const merged: MatrixKind = {
    ...matrix,
    read: (answer, params) => mergeMatrices(...sidesOf(matrix, answer, params)),
  };
  return {
    id: `${id}-matrix`,
    title: 'Comparison',
    needs,
    about,
    unlisted: true,
    crumb: ({left = '', right = '', leftName = left, rightName = right}) =>
      `${leftName} and ${rightName}`,
    tabs: params => [
      ...listTabs(id),
      {
        title: 'Matrix',
        spec: {
          kind: 'matrix',
          matrix: merged,
          call: readBoth(read, saved),
          // Staged changes are those of the second scheme.
          params: {...params, scheme: params.right ?? '', crumb: params.rightName ?? ''},
        },
      },
    ],
  };
}

/** The screens of the comparisons. */
export const comparisonScreens = [false, true].flatMap(saved =>
  kinds.map(kind => comparisonScreen(kind, saved)),
);

/**
 * Make the options for comparing schemes of a kind with each other, and with another profile or a
 * file.
 */
export const comparisonOptions = (name: SchemeKind['name'], read: SchemeKind['read']) =>
  ({
    comparedIn: `${name}-comparison`,
    comparedElsewhere: {list: `${name}-elsewhere`, call: read('{right}')},
  }) as const;
