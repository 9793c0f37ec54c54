import {findJson, type JsonValue, readPointer} from '../../base/json-value.ts';
import {type Call, trackerCall} from '../../state/model/call.ts';
import {text} from '../../state/model/column.ts';
import {type Derive, list} from '../../state/model/resource.ts';
import {labelOf} from '../../state/views/list/fold.ts';
import {differenceRows} from '../../state/views/matrix/compare-matrices.ts';
import type {MatrixKind} from '../../state/views/matrix/state.ts';
import {notificationMatrix} from './notification-matrix.ts';
import {permissionMatrix} from './permission-matrix.ts';

const label: Parameters<typeof differenceRows>[3] = (node, depth, below) =>
  labelOf(node, depth, below > 0 ? 'open' : 'leaf');

/** The left one is the answer, or what was saved; the right one beside it. */
function differenceOf({read}: MatrixKind): Derive {
  return (answer, params) => {
    const {saved} = params;
    const [left = null, right = null] =
      saved === undefined ? [answer, readPointer(answer, '/right')] : [findJson(saved), answer];
    const names = {
      left: params.leftName ?? nameOf(left, params.left),
      right: params.rightName ?? nameOf(right, params.right),
      elsewhere: params.elsewhere === 'true',
    };
    return differenceRows(read(left), read(right), names, label);
  };
}

/** What a scheme is called, where what led here did not say. */
function nameOf(scheme: JsonValue, id = ''): string {
  const name = readPointer(scheme, '/name');
  return typeof name === 'string' && name !== '' ? name : `scheme ${id}`.trim();
}

/** With its name, which its grants alone do not tell. */
const grantsOf = (scheme: string): Call =>
  trackerCall('permissionscheme get-permission-scheme', {
    schemeId: scheme,
    expand: ['permissions', 'user', 'group', 'projectRole', 'field'],
  });
const eventsOf = (scheme: string): Call =>
  trackerCall('notificationscheme get-notification-scheme', {id: scheme, expand: ['all']});

const columns = [
  text('ENTRY', '/tree/label', {min: 30, max: 70, grows: true, worth: 0, tone: 'title'}),
  text('', '/sign', {id: 'sign', fixed: 2, worth: 0, tones: {'+': 'good', '−': 'bad'}}),
  text('HOLDER', '/holder', {min: 14, max: 40, worth: 0}),
  text('WHO', '/text', {max: 60, worth: 3, tone: 'dim'}),
];

function comparisonList(
  id: string,
  title: string,
  callOf: (scheme: string) => Call,
  matrix: MatrixKind,
  saved: boolean,
) {
  const call = callOf('{right}');
  return list({
    id,
    title,
    noun: 'difference',
    counted: '/sign',
    needs: saved ? ['saved', 'right'] : ['left', 'right'],
    sources: [
      {
        ...(saved ? call : {...callOf('{left}'), also: {right: call}}),
        derive: differenceOf(matrix),
      },
    ],
    columns,
    tree: true,
    scope: 'comparison',
    empty: 'Neither of them holds anything.',
    about:
      'What only the first has (+), what only the second has (−), and, folded, what both have. > stages on the second what makes it like the first: nothing is sent before ctrl+s has shown the requests.',
  });
}

/** Two permission schemes side by side. */
export const permissionComparison = comparisonList(
  'permission-comparison',
  'Comparison',
  grantsOf,
  permissionMatrix,
  false,
);

/** Two notification schemes side by side. */
export const notificationComparison = comparisonList(
  'notification-comparison',
  'Comparison',
  eventsOf,
  notificationMatrix,
  false,
);

/** A permission scheme of another profile or a file beside one that is there. */
export const permissionElsewhere = comparisonList(
  'permission-elsewhere',
  'Comparison',
  grantsOf,
  permissionMatrix,
  true,
);

/** A notification scheme of another profile or a file beside one that is there. */
export const notificationElsewhere = comparisonList(
  'notification-elsewhere',
  'Comparison',
  eventsOf,
  notificationMatrix,
  true,
);

/** How schemes are compared with the same elsewhere. */
export const schemesElsewhere = {
  permission: {list: permissionElsewhere.id, call: grantsOf('{right}')},
  notification: {list: notificationElsewhere.id, call: eventsOf('{right}')},
} as const;

/** Which object screen has the matrix that a comparison changes. */
export const comparedScreens: Readonly<Record<string, string>> = {
  [permissionComparison.id]: 'permission-scheme',
  [permissionElsewhere.id]: 'permission-scheme',
  [notificationComparison.id]: 'notification-scheme',
  [notificationElsewhere.id]: 'notification-scheme',
};
