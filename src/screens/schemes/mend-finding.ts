import {readPointer} from '../../base/json-value.ts';
import {type KeyBinding, key, needIn} from '../../state/keys/binding.ts';
import {inView} from '../../state/model/acts.ts';
import {say} from '../../state/model/notice.ts';
import {stay} from '../../state/model/step.ts';
import {rowAtCursor} from '../../state/views/list/list-update.ts';
import {addStep, stagedOf, stageHere, withStaged} from '../../state/views/matrix/staged.ts';
import {stagedKeys} from '../../state/views/matrix/staging.ts';
import {changesIn} from './make-alike.ts';

/** Stage what mends the finding under the cursor. */
const stageMend = inView('list', (state, view) => {
  const row = rowAtCursor(view);
  const stage = stageHere(state);
  if (row === undefined || stage === undefined) return stay(state);
  const before = stagedOf(state, stage);
  const staged = addStep(before, changesIn(row));
  if (staged === before) return stay(say(state, 'staged already: u takes it back', 'warn'));
  const text = `staged: ${String(readPointer(row.value, '/mend'))}; ctrl+s shows the requests`;
  return stay(say(withStaged(state, stage, staged), text, 'good'));
});

const needsMend = needIn('list', view => {
  const row = rowAtCursor(view);
  if (row === undefined) return 'nothing is selected';
  return changesIn(row).length === 0 ? 'what mends it is for you to say' : undefined;
});

const findings = ['findings'];

/** Keys of the findings: what mends one is staged, as in the matrix beside it. */
export const findingKeys: readonly KeyBinding[] = [
  key('space', 'stage what mends it; nothing is sent', stageMend, {
    scopes: findings,
    needs: needsMend,
    hint: 'mend',
    menu: 'Stage what mends it',
  }),
  ...stagedKeys(findings),
];
