import {nameText, text} from '../../base/column.ts';
import type {JsonObject} from '../../base/json-value.ts';
import {readPointer} from '../../base/json-value.ts';
import {safeText} from '../../base/safe-text.ts';
import {keysIn, type Need} from '../../state/keys/binding.ts';
import {actionForView} from '../../state/model/actions.ts';
import {withView} from '../../state/model/locations.ts';
import {list} from '../../state/model/resource.ts';
import {type AppState, viewOf} from '../../state/model/state.ts';
import {type Action, afterEvents, type LocalList, noEffects} from '../../state/model/transition.ts';
import {bodyLines} from '../../state/model/viewport.ts';
import {changesOf} from '../../state/overlays/write/change-rows.ts';
import {treeNode} from '../../state/show/tree-node.ts';
import {withLocalRows} from '../../state/views/list/list-page.ts';
import {moveCursor, rowAtCursor} from '../../state/views/list/list-update.ts';
import {
  changeSetOf,
  planOfChangeSet,
  withChangeSet,
  withoutSent,
} from '../../state/write/change-set.ts';
import {startWrite} from '../../state/write/start-write.ts';
import type {WritePlan} from '../../state/write/state.ts';

const name = 'staged';

/** The change set: writes that wait to be applied as one. */
export const stagedList = list({
  id: name,
  title: 'Staged changes',
  noun: 'staged change',
  aliases: ['change-set'],
  local: name,
  scope: name,
  tree: true,
  counted: '/isWrite',
  columns: [
    nameText('CHANGE', '/tree/label', {id: 'name', min: 30, max: 60}),
    text('OLD → NEW', '/change', {id: 'change', min: 28, max: 120, dropPriority: 0, grows: true}),
    text('SERVICE', '/service', {max: 8, dropPriority: 3, tone: 'dim'}),
  ],
  emptyTitle: 'No staged changes',
  empty:
    'alt+enter in a form, a matrix or a preview stages a change; :stage on stages every change.',
  about:
    'Changes that are sent together, in this order. ctrl+s previews all of them; D drops one, alt+up and alt+down move it. :save-plan FILE writes a plan for jr site apply.',
});

function rowsOf(state: AppState): readonly string[] {
  return changeSetOf(state).flatMap((plan, at) => {
    const below = plan.requests.flatMap((request, i) =>
      changesOf(request, plan.called).flatMap(({field, before, after: next}, n): JsonObject[] =>
        before === next
          ? []
          : [
              {
                id: `${plan.requests[0]?.staged} ${i} ${n}`,
                title: plan.requests.length === 1 ? field : `${request.label}: ${field}`,
                name: field,
                change: [before, next].filter(one => one !== undefined).join(' → '),
                at,
              },
            ],
      ),
    );
    return [headOf(plan, at, below.length), ...below.map(one => treeNode(one, 1, 0))].map(one =>
      JSON.stringify(one),
    );
  });
}

function headOf(plan: WritePlan, at: number, below: number): JsonObject {
  const [request] = plan.requests;
  const title = safeText(plan.title);
  const service = request?.call.operation.service ?? '';
  return treeNode(
    {id: request?.staged ?? '', title, name: title, service, isWrite: true, at},
    0,
    below,
  );
}

export const localStaged: LocalList = {rows: rowsOf};

/** Show the change set in the list, if it is open. */
export function showStaged(state: AppState): AppState {
  return withLocalRows(state, name, rowsOf(state));
}

/** Make an action on the staged write under the cursor, by its index. */
const onStaged = (
  change: (plans: readonly WritePlan[], at: number) => readonly WritePlan[],
): Action =>
  actionForView('list', (state, view) => {
    const at = readPointer(rowAtCursor(view)?.value, '/at');
    if (typeof at !== 'number') return noEffects(state);
    const plans = changeSetOf(state);
    const next = change(plans, at);
    const shown = showStaged(withChangeSet(state, next));
    const now = viewOf(shown, 'list');
    const moved = plans[at];
    const row = rowsOf(shown).findIndex(one =>
      one.includes(`"id":"${moved?.requests[0]?.staged}"`),
    );
    if (now === undefined || row < 0) return noEffects(shown);
    return noEffects(withView(shown, moveCursor(now, row, bodyLines(shown))));
  });

const moveBy = (by: 1 | -1) => (plans: readonly WritePlan[], at: number) => {
  const to = at + by;
  const [one, other] = [plans[at], plans[to]];
  if (one === undefined || other === undefined) return plans;
  return plans.with(at, other).with(to, one);
};

const previewAll: Action = state => startWrite(state, planOfChangeSet(state));

const needsStaged: Need = state =>
  changeSetOf(state).length === 0 ? 'no staged changes' : undefined;

const key = keysIn(name);

export const stagedKeys = [
  key('ctrl+s', 'preview all staged changes, to apply them as one', previewAll, {
    needs: needsStaged,
    always: true,
    hint: state => `preview all ${changeSetOf(state).length}`,
  }),
  key(
    'D',
    'drop the staged change',
    onStaged((plans, at) => plans.toSpliced(at, 1)),
    {
      needs: needsStaged,
      hint: 'drop',
      menu: 'Drop this staged change',
    },
  ),
  key('alt+up', 'move the staged change up', onStaged(moveBy(-1)), {
    needs: needsStaged,
    menu: 'Move up',
  }),
  key('alt+down', 'move the staged change down', onStaged(moveBy(1)), {
    needs: needsStaged,
    menu: 'Move down',
  }),
];

/** Add the values before a staged write once they are read; remove writes that were sent. */
export const updateStaged = afterEvents(['write'], (_, step, {event}) => {
  const {state} = step;
  const plans = changeSetOf(state);
  if (plans.length === 0) return step;
  if (event.kind === 'looked') {
    const next = plans.map(plan => ({
      ...plan,
      requests: plan.requests.map(one =>
        one.call === event.call ? {...one, before: event.before} : one,
      ),
    }));
    return {...step, state: showStaged(withChangeSet(state, next))};
  }
  const {write} = state;
  if (event.kind !== 'finished' || write?.stage !== 'report') return step;
  return {...step, state: showStaged(withChangeSet(state, withoutSent(plans, write)))};
});
