import {isArray, readPointer} from '../../base/json-value.ts';
import {type KeyBinding, key, type Need} from '../../state/keys/binding.ts';
import {inView} from '../../state/model/acts.ts';
import {say} from '../../state/model/notice.ts';
import type {Row} from '../../state/model/row.ts';
import {viewOf} from '../../state/model/state.ts';
import {stay} from '../../state/model/step.ts';
import {rowAtCursor} from '../../state/views/list/list-update.ts';
import {addStep, stagedOf, stageHere, withStaged} from '../../state/views/matrix/staged.ts';
import {stagedKeys} from '../../state/views/matrix/staging.ts';
import type {StagedChange} from '../../state/views/matrix/state.ts';

/** The changes that mend the finding of a row, as `findingRows` made them. */
function mendOf({value}: Pick<Row, 'value'>): readonly StagedChange[] {
  const changes = readPointer(value, '/changes');
  return isArray(changes) ? (changes as unknown as readonly StagedChange[]) : [];
}

/** Stage what mends the finding under the cursor. */
const stageMend = inView('list', (state, view) => {
  const row = rowAtCursor(view);
  const stage = stageHere(state);
  if (row === undefined || stage === undefined) return stay(state);
  const before = stagedOf(state, stage);
  const staged = addStep(before, mendOf(row));
  if (staged === before) return stay(say(state, 'staged already: u takes it back', 'warn'));
  const text = `staged: ${String(readPointer(row.value, '/mend'))}; ctrl+s shows the requests`;
  return stay(say(withStaged(state, stage, staged), text, 'good'));
});

const needsMend: Need = state => {
  const view = viewOf(state, 'list');
  const row = view && rowAtCursor(view);
  if (row === undefined) return 'nothing is selected';
  return mendOf(row).length === 0 ? 'what mends it is for you to say' : undefined;
};

const findings = ['findings'];

/** Keys of the findings: what mends one is staged, as in the matrix beside it. */
export const findingKeys: readonly KeyBinding[] = [
  key('space', 'stage what mends it; nothing is sent', stageMend, {
    scopes: findings,
    needs: needsMend,
    hint: 'mend',
  }),
  ...stagedKeys(findings),
];
