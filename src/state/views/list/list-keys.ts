import {type KeyBinding, key, type Need} from '../../keys/binding.ts';
import {describeHere, inView, openHere, rawHere} from '../../model/acts.ts';
import {openFilter} from '../../model/prompt.ts';
import {currentView} from '../../model/state.ts';
import {needsRow} from './needs.ts';
import {reverseOrder, sortByColumn} from './pick-column.ts';

const list = ['list'];

const needsSort: Need = state => {
  const view = currentView(state);
  return view.kind === 'list' && view.sort === undefined ? 'not sorted: s sorts' : undefined;
};

/** Keys of lists. */
export const listKeys: readonly KeyBinding[] = [
  key('enter', 'open', openHere, {scopes: ['list', 'home'], hint: 'open', needs: needsRow}),
  key('d', 'describe: everything about it, readable', describeHere, {
    scopes: list,
    hint: 'describe',
    needs: needsRow,
  }),
  key('y', 'raw as the server sent it: JSON, again YAML, again fields', rawHere, {
    scopes: ['list', 'text'],
    hint: 'raw',
    needs: needsRow,
  }),
  key(
    '/',
    'filter: words, a | b, !not, ~fuzzy, /re/, column:word, column>3',
    inView('list', openFilter),
    {scopes: list, hint: 'filter'},
  ),
  key('s', 'sort by the column picked; again, the server’s order', sortByColumn, {
    scopes: list,
    hint: 'sort',
  }),
  key('S', 'reverse the order', reverseOrder, {scopes: list, needs: needsSort}),
];
