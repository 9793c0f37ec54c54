import type {OperationRef} from '../../api/operation-ref.ts';
import {nameText, text} from '../../base/column.ts';
import {findJson, type JsonValue, readPointer} from '../../base/json-value.ts';
import {type Derive, list, type Resource} from '../../state/model/resource.ts';
import {differenceRows} from '../../state/views/matrix/compare-matrices.ts';
import type {MatrixKind} from '../../state/views/matrix/state.ts';
import {notificationMatrix} from './notification-matrix.ts';
import {permissionMatrix} from './permission-matrix.ts';
import {readNotificationScheme, readPermissionScheme} from './scheme-calls.ts';

/**
 * Derive the differences: the left scheme is the response, or the saved one; the right is in
 * `after`.
 */
function differenceOf({read}: MatrixKind): Derive {
  return (answer, params) => {
    const {saved} = params;
    const [left = null, right = null] =
      saved === undefined ? [answer, readPointer(answer, '/right')] : [findJson(saved), answer];
    const names = {
      left: params.leftName ?? nameOf(left, params.left),
      right: params.rightName ?? nameOf(right, params.right),
    };
    const site = saved === undefined ? 'here' : params.elsewhere === 'true' ? 'elsewhere' : 'file';
    return differenceRows(read(left), read(right), names, site);
  };
}

/** Return the name of a scheme, or `scheme ID`. */
function nameOf(scheme: JsonValue, id = ''): string {
  const name = readPointer(scheme, '/name');
  return typeof name === 'string' && name !== '' ? name : `scheme ${id}`.trim();
}

const columnsOf = (grantee: string) => [
  nameText('ENTRY', '/tree/label', {min: 30, max: 70, grows: true}),
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

/**
 * Make the list that compares two schemes of the site, or one of another profile or a file
 * (`saved`) with one of the site.
 */
function comparisonList({name, read, matrix}: SchemeKind, saved: boolean) {
  const call = read('{right}');
  return list({
    id: `${name}-${saved ? 'elsewhere' : 'comparison'}`,
    title: 'Comparison',
    noun: 'difference',
    counted: '/sign',
    needs: saved ? ['saved', 'right'] : ['left', 'right'],
    sources: [
      {
        ...(saved
          ? call
          : {...read('{left}'), also: {right: {...call, onFailure: 'fail' as const}}}),
        derive: differenceOf(matrix),
      },
    ],
    columns: columnsOf(name === 'permission' ? 'GRANTED TO' : 'RECIPIENT'),
    tree: true,
    scope: 'comparison',
    empty: 'Both schemes are empty.',
    about:
      'Entries only in the first (+), only in the second (−) and, collapsed, in both. > stages the changes that make the second like the first; nothing is sent until ctrl+s has shown the requests.',
  });
}

/** Comparisons of each kind of scheme: within the site, and with another profile or a file. */
export const comparisons = [false, true].flatMap(saved =>
  kinds.map(kind => comparisonList(kind, saved)),
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

/** The object screen with the matrix that a comparison changes. */
export const comparedScreen = ({id}: Resource): string => id.replace(/-\w+$/, '-scheme');
