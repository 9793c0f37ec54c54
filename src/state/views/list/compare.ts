import type {OperationRef} from '../../../api/operation-ref.ts';
import {readPointer, textAt} from '../../../base/json-value.ts';
import {key, type Need} from '../../keys/binding.ts';
import {actionForView} from '../../model/actions.ts';
import {openLocation} from '../../model/locations.ts';
import {showNotice} from '../../model/notice.ts';
import type {Row} from '../../model/row.ts';
import {tabsOf} from '../../model/screens.ts';
import {type AppState, viewOf} from '../../model/state.ts';
import {noEffects, type Transition} from '../../model/transition.ts';
import {needsRow, rowAtCursor} from './list-update.ts';
import {selectedRows} from './marks.ts';
import type {ListView} from './state.ts';

/**
 * Compare two versions: the two selected, the selected one and the one under the cursor, or that
 * one and its predecessor.
 */
function compare(state: AppState, view: ListView): Transition {
  const pair = pairOf(view);
  if (typeof pair === 'string') return noEffects(showNotice(state, pair, 'warn'));
  const {comparedIn} = view.resource;
  if (comparedIn !== undefined) return compareObjects(state, comparedIn, pair);
  if (view.resource.compares === undefined) return noEffects(state);
  const {call, document, input} = view.resource.compares;
  const [before, after] = pair.map(row => numberOf(row, view)).sort((x, y) => x - y);
  const of = (version: string): OperationRef => ({
    ...call,
    inputs: {...call.inputs, [input]: version},
  });
  const params = {...view.params, before: String(before), after: String(after)};
  return openLocation(state, {
    crumb: `${before} and ${after}`,
    tabs: [
      {
        title: 'Compare',
        spec: {
          kind: 'describe',
          call: {...of('{after}'), also: {before: of('{before}')}},
          params,
          document,
        },
      },
    ],
    tab: 0,
  });
}

/** Open the list that shows how two objects differ. */
function compareObjects(
  state: AppState,
  list: string,
  [left, right]: readonly [Row, Row],
): Transition {
  const idOf = ({id, value}: Row): string => textAt(value, '/id') || id;
  const names = {leftName: left.name, rightName: right.name};
  const params = {left: idOf(left), right: idOf(right), ...names};
  const crumb = `${left.name} and ${right.name}`;
  return openLocation(state, tabsOf(state.screens, list, {...params, crumb}));
}

/** The two rows to compare, or the reason why there are none. */
function pairOf(view: ListView): readonly [Row, Row] | string {
  const marked = selectedRows(view);
  const here = rowAtCursor(view);
  if (marked.length > 2) return 'select exactly two rows: more are selected';
  const [first, second] = marked;
  if (first && second) return [first, second];
  if (here === undefined) return 'nothing is selected';
  if (first !== undefined && first.id !== here.id) return [first, here];
  if (view.resource.comparedIn !== undefined)
    return 'select one row first (space), then move to the other';
  const older = view.rows.filter(row => numberOf(row, view) < numberOf(here, view));
  const before = older.toSorted((x, y) => numberOf(y, view) - numberOf(x, view))[0];
  return before === undefined ? 'no earlier version' : [here, before];
}

function numberOf(row: Row, {resource}: ListView): number {
  return Number(readPointer(row.value, resource.compares?.pointer ?? ''));
}

const needsCompared: Need = state => {
  const {compares, comparedIn} = viewOf(state, 'list')?.resource ?? {};
  if (compares === undefined && comparedIn === undefined) {
    return 'nothing to compare; schemes and versions of posts and custom content can be compared';
  }
  return needsRow(state);
};

export const compareKey = key(
  '=',
  'compare: the two selected rows, or this one and the one before',
  actionForView('list', compare),
  {scopes: ['list'], needs: needsCompared},
);
