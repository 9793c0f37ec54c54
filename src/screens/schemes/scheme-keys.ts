import {isArray, readPointer} from '../../base/json-value.ts';
import {type KeyBinding, key, needIn} from '../../state/keys/binding.ts';
import {actionIn} from '../../state/model/actions.ts';
import {ofKind} from '../../state/model/location.ts';
import {openLocation} from '../../state/model/locations.ts';
import {showNotice} from '../../state/model/notice.ts';
import {type Row, valueInRow} from '../../state/model/row.ts';
import {tabsOf} from '../../state/model/screens.ts';
import type {AppState} from '../../state/model/state.ts';
import {noEffects} from '../../state/model/transition.ts';
import {rowAtCursor} from '../../state/views/list/list-update.ts';
import {markedRows} from '../../state/views/list/marks.ts';
import type {ListView} from '../../state/views/list/state.ts';
import {addBeside} from '../../state/views/matrix/add-beside.ts';
import {changesOf} from '../../state/views/matrix/matrix.ts';
import {addStep, stagedOf, stageHere, withStaged} from '../../state/views/matrix/staged.ts';
import {stagedKeys, whyNotStaged} from '../../state/views/matrix/staging.ts';
import type {Staged, StagedChange} from '../../state/views/matrix/state.ts';
import {comparedScreen} from './comparison.ts';

/** The changes in a row, as made by the feature. */
function changesIn({value}: Pick<Row, 'value'>): readonly StagedChange[] {
  const changes = readPointer(value, '/changes');
  return isArray(changes) ? (changes as unknown as readonly StagedChange[]) : [];
}

/**
 * Collect the changes that make the second scheme like the first, and those left out, for the
 * selected rows or all rows.
 */
function changesOfList(view: ListView): {
  readonly changes: readonly StagedChange[];
  readonly leftOut: readonly string[];
} {
  const marked = markedRows(view);
  const hidden = [...(view.folded?.values() ?? [])].flat();
  const rows = marked.length > 0 ? marked : [...view.rows, ...hidden];
  const leftOut = rows.flatMap(row => {
    const why = readPointer(row.value, '/leftOut');
    return why === undefined ? [] : [`${row.name} (${String(why)})`];
  });
  return {changes: rows.flatMap(changesIn), leftOut};
}

const countChanges = (staged: Staged): number => changesOf(staged).length;

/** The screen of the second of two compared schemes, and its matrix. */
function secondScheme(state: AppState, view: ListView) {
  const {right = '', rightName = right} = view.params;
  const made = tabsOf(state.screens, comparedScreen(view.resource), {
    scheme: right,
    crumb: rightName,
  });
  const tab = made.tabs.findIndex(one => ofKind(one.spec, 'matrix'));
  return {made, tab, spec: ofKind(made.tabs[tab]?.spec, 'matrix')};
}

/** Stage the changes that make the second scheme like the first, and show its matrix. */
const makeAlike = actionIn('list', (state, view) => {
  const {made, tab, spec} = secondScheme(state, view);
  if (spec === undefined) return noEffects(state);
  const {changes, leftOut} = changesOfList(view);
  const before = stagedOf(state, spec);
  const staged = {...addStep(before, changes), ...(leftOut.length > 0 && {leftOut})};
  const {state: opened, effects} = openLocation(withStaged(state, spec, staged), {...made, tab});
  const known = changes.length - (countChanges(staged) - countChanges(before));
  const text = [
    `${changes.length - known} staged`,
    ...(known === 0 ? [] : [`${known} staged before`]),
    ...(leftOut.length === 0 ? [] : [`${leftOut.length} left out: ${leftOut.join(', ')}`]),
  ].join(', ');
  const tone = leftOut.length === 0 ? 'good' : 'warn';
  return {state: showNotice(opened, `${text} · ctrl+s shows the requests`, tone), effects};
});

const needsDifference = needIn('list', (view, state) => {
  const {changes, leftOut} = changesOfList(view);
  const {spec} = changes.length > 0 ? secondScheme(state, view) : {spec: undefined};
  if (changes.length > 0) return spec && whyNotStaged(state, spec, changes);
  if (view.load.status === 'failed') return 'the comparison could not be loaded';
  if (view.load.status === 'loading') return 'still loading';
  if (leftOut.length > 0) return `no difference can be applied here: ${leftOut.join(', ')}`;
  return markedRows(view).length > 0
    ? 'no difference is selected'
    : 'the two schemes are already the same';
});

/** Keys of a comparison of schemes. */
export const comparisonKeys: readonly KeyBinding[] = [
  key(
    '>',
    'stage the changes that make the second like the first: the selected rows, or all',
    makeAlike,
    {
      scopes: ['comparison'],
      needs: needsDifference,
      hint: 'make alike',
      menu: 'Make the second like the first…',
      always: true,
    },
  ),
];

/** Stage the fix of the finding under the cursor. */
const stageMend = actionIn('list', (state, view) => {
  const row = rowAtCursor(view);
  const stage = stageHere(state);
  if (row === undefined || stage === undefined) return noEffects(state);
  const before = stagedOf(state, stage);
  const staged = addStep(before, changesIn(row));
  if (staged === before) return noEffects(showNotice(state, 'already staged; u undoes', 'warn'));
  const text = `staged: ${String(readPointer(row.value, '/mend'))}; ctrl+s shows the requests`;
  return noEffects(showNotice(withStaged(state, stage, staged), text, 'good'));
});

const needsMend = needIn('list', (view, state) => {
  const row = rowAtCursor(view);
  if (row === undefined) return 'nothing is selected';
  const changes = changesIn(row);
  if (changes.length === 0) return 'no automatic fix';
  const stage = stageHere(state);
  return stage && whyNotStaged(state, stage, changes);
});

const findings = ['findings'];

/** Keys of the findings: fixes are staged like changes in the matrix. */
export const findingKeys: readonly KeyBinding[] = [
  key('space', 'stage the fix; nothing is sent yet', stageMend, {
    scopes: findings,
    needs: needsMend,
    hint: 'fix',
    menu: 'Stage fix',
  }),
  ...stagedKeys(findings),
];

/**
 * Bind `a` to adding a holder in the matrix of a neighbouring tab; `pointer` gives the id of the
 * matrix row in a list row.
 */
const addHolder = (scope: string, menu: string, pointer: string): KeyBinding =>
  key(
    'a',
    'add somebody by name, in the matrix',
    actionIn('list', (state, view) => {
      const row = rowAtCursor(view);
      return addBeside(state, String((row && valueInRow(row, [pointer])) ?? ''));
    }),
    {scopes: [scope], hint: 'add', menu},
  );

/** Keys of the grants of a scheme and of its events. */
export const holderKeys: readonly KeyBinding[] = [
  addHolder('grants', 'Grant…', '/permission'),
  addHolder('told', 'Add recipient…', '/event/id'),
];
