import {isArray, readPointer} from '../../base/json-value.ts';
import {type KeyBinding, key, needIn} from '../../state/keys/binding.ts';
import {actionForView} from '../../state/model/actions.ts';
import {ofKind} from '../../state/model/location.ts';
import {openTab} from '../../state/model/locations.ts';
import {showNotice} from '../../state/model/notice.ts';
import {type Row, valueInRow} from '../../state/model/row.ts';
import {currentLocation} from '../../state/model/state.ts';
import {noEffects} from '../../state/model/transition.ts';
import {rowAtCursor} from '../../state/views/list/list-update.ts';
import {selectedRows} from '../../state/views/list/marks.ts';
import type {ListView} from '../../state/views/list/state.ts';
import {addInOtherTab} from '../../state/views/matrix/add-beside.ts';
import {
  type DifferencesToStage,
  stageDifferences,
  whyNothingToStage,
} from '../../state/views/matrix/difference-keys.ts';
import {addStep, stagedOf, stagingContextOf, withStaged} from '../../state/views/matrix/staged.ts';
import {stagedKeys, whyNotStaged} from '../../state/views/matrix/staging.ts';
import type {StagedChange} from '../../state/views/matrix/state.ts';

/** The changes in a row, as made by the feature. */
function changesIn({value}: Pick<Row, 'value'>): readonly StagedChange[] {
  const changes = readPointer(value, '/changes');
  return isArray(changes) ? (changes as unknown as readonly StagedChange[]) : [];
}

/** The differences in the selected rows, or in all rows. */
function differencesIn(view: ListView): DifferencesToStage {
  const marked = selectedRows(view);
  const hidden = [...(view.collapsed?.values() ?? [])].flat();
  const rows = marked.length > 0 ? marked : [...view.rows, ...hidden];
  const leftOut = rows.flatMap(row => {
    const why = readPointer(row.value, '/leftOut');
    return why === undefined ? [] : [`${row.name} (${String(why)})`];
  });
  return {changes: rows.flatMap(changesIn), leftOut};
}

/** Stage the changes that make the second scheme like the first, and show the matrix of both. */
const stageDifferencesOfSchemes = actionForView('list', (state, view) => {
  const stage = stagingContextOf(state);
  if (stage === undefined) return noEffects(state);
  const {tabs} = currentLocation(state);
  const staged = stageDifferences(state, stage, differencesIn(view));
  return openTab(
    staged,
    tabs.findIndex(({spec}) => ofKind(spec, 'matrix') !== undefined),
  );
});

const needsDifference = needIn('list', (view, state) => {
  if (view.load.status === 'failed') return 'the comparison could not be loaded';
  if (view.load.status === 'loading') return 'still loading';
  const found = differencesIn(view);
  const isEmpty = found.changes.length + found.leftOut.length === 0;
  if (isEmpty && selectedRows(view).length === 0) return 'the two schemes are already the same';
  return whyNothingToStage(state, stagingContextOf(state), found);
});

/** Keys of a comparison of schemes. */
export const comparisonKeys: readonly KeyBinding[] = [
  key(
    '>',
    'stage the changes that make the second match the first: the selected rows, or all',
    stageDifferencesOfSchemes,
    {
      scopes: ['comparison'],
      needs: needsDifference,
      hint: 'make equal',
      menu: 'Make the second match the first…',
      always: true,
    },
  ),
];

/** Stage the fix of the finding under the cursor. */
const stageFix = actionForView('list', (state, view) => {
  const row = rowAtCursor(view);
  const stage = stagingContextOf(state);
  if (row === undefined || stage === undefined) return noEffects(state);
  const before = stagedOf(state, stage);
  const staged = addStep(before, changesIn(row));
  if (staged === before) return noEffects(showNotice(state, 'already staged; u undoes', 'warn'));
  const text = `staged: ${String(readPointer(row.value, '/mend'))}; ctrl+s shows the requests`;
  return noEffects(showNotice(withStaged(state, stage, staged), text, 'good'));
});

const needsFix = needIn('list', (view, state) => {
  const row = rowAtCursor(view);
  if (row === undefined) return 'nothing is selected';
  const changes = changesIn(row);
  if (changes.length === 0) return 'no automatic fix';
  const stage = stagingContextOf(state);
  return stage && whyNotStaged(state, stage, changes);
});

const findings = ['findings'];

/** Keys of the findings: fixes are staged like changes in the matrix. */
export const findingKeys: readonly KeyBinding[] = [
  key('space', 'stage the fix without sending it', stageFix, {
    scopes: findings,
    needs: needsFix,
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
    'add someone by name, in the matrix',
    actionForView('list', (state, view) => {
      const row = rowAtCursor(view);
      return addInOtherTab(state, String((row && valueInRow(row, [pointer])) ?? ''));
    }),
    {scopes: [scope], hint: 'add', menu},
  );

/** Keys of the grants of a scheme and of its events. */
export const holderKeys: readonly KeyBinding[] = [
  addHolder('grants', 'Grant…', '/permission'),
  addHolder('told', 'Add recipient…', '/event/id'),
];
