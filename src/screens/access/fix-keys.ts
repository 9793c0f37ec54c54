import {type AccessFix, fixCall} from '../../api/access/access-fix.ts';
import {counted} from '../../base/counted.ts';
import {isArray, readPointer} from '../../base/json-value.ts';
import {type KeyBinding, key, needIn} from '../../state/keys/binding.ts';
import {actionForView} from '../../state/model/actions.ts';
import {openLocation} from '../../state/model/locations.ts';
import type {Row} from '../../state/model/row.ts';
import type {AppState} from '../../state/model/state.ts';
import {noEffects, type Transition} from '../../state/model/transition.ts';
import {rowAtCursor} from '../../state/views/list/list-update.ts';
import {makePlan, planOfCall} from '../../state/write/make-plan.ts';
import {startWrite} from '../../state/write/start-write.ts';

/** The fixes of a row, as the feature made them. */
function fixesOf(row: Row | undefined): readonly AccessFix[] {
  const fixes = readPointer(row?.value, '/fixes');
  return isArray(fixes) ? (fixes as unknown as readonly AccessFix[]) : [];
}

/** Preview the writes of a row, or open the form for what people have to decide. */
function startFix(state: AppState, row: Row | undefined): Transition {
  const fixes = fixesOf(row);
  const [first] = fixes;
  if (row === undefined || first === undefined) return noEffects(state);
  if (first.asks !== undefined) {
    const {operation, given} = fixCall(first);
    const spec = {kind: 'form', operation, values: given.inputs, place: {}} as const;
    const crumb = operation.summary.toLowerCase();
    return openLocation(state, {crumb, tabs: [{title: 'Form', spec}], tab: 0});
  }
  if (fixes.length === 1) return startWrite(state, planOfCall(fixCall(first), state));
  const requests = fixes.map(fix => {
    const call = fixCall(fix);
    return {label: call.operation.summary, call};
  });
  const title = `${row.name}: ${counted(fixes.length, 'write')}`;
  const parts = {title, object: String(fixes.length), requests, notes: []};
  return startWrite(state, makePlan({...parts, inOrder: true}, state));
}

/** Keys of findings and of the changes that would give a permission. */
export const fixKeys: readonly KeyBinding[] = [
  key(
    '>',
    'preview the change of this row',
    actionForView('list', (state, view) => startFix(state, rowAtCursor(view))),
    {
      scopes: ['access-fix'],
      needs: needIn('list', view =>
        fixesOf(rowAtCursor(view)).length === 0 ? 'this row has no change to make' : undefined,
      ),
      hint: 'make the change',
      menu: 'Make the change…',
    },
  ),
];
