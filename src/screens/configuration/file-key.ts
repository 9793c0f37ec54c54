import {siteKinds} from '../../site/kinds.ts';
import type {KindId} from '../../site/model.ts';
import {key} from '../../state/keys/binding.ts';
import {actionIn} from '../../state/model/actions.ts';
import {openLocation} from '../../state/model/locations.ts';
import {valueInRow} from '../../state/model/row.ts';
import {tabsOf} from '../../state/model/screens.ts';
import {type AppState, viewOf} from '../../state/model/state.ts';
import {noEffects} from '../../state/model/transition.ts';
import {rowAtCursor} from '../../state/views/list/list-update.ts';
import type {ListView} from '../../state/views/list/state.ts';
import type {OnlyObject} from './compared.ts';
import {differenceList} from './differences.ts';
import {lastComparison} from './last-comparison.ts';

/** The kind of configuration that a list shows, by the operation that lists it. */
function kindIn({resource}: ListView): {readonly id: KindId; readonly key: string} | undefined {
  const sources = new Set(resource.sources?.map(({operation}) => operation));
  return siteKinds.find(({layout, list}) => layout !== 'of project' && sources.has(list.operation));
}

/** The object under the cursor, if files with its kind were compared with this site. */
function objectHere(state: AppState): OnlyObject | undefined {
  const view = viewOf(state, 'list');
  if (view === undefined) return undefined;
  const row = rowAtCursor(view);
  const kind = kindIn(view);
  if (row === undefined || kind === undefined || view.marked.size > 0) return undefined;
  const name = valueInRow(row, [`/${kind.key}`]);
  return typeof name === 'string' ? {kind: kind.id, name} : undefined;
}

const compareWithFile = actionIn('list', state => {
  const from = lastComparison.of(state)?.from;
  const only = objectHere(state);
  if (from === undefined || only === undefined) return noEffects(state);
  const crumb = `${only.name} and ${from}`;
  const params = {from, kind: only.kind, object: only.name, crumb};
  return openLocation(state, tabsOf(state.screens, differenceList.id, params));
});

/** Compares the object under the cursor with its file in the folder compared last. */
export const fileKey = key('=', 'compare with its file, after :site DIR', compareWithFile, {
  scopes: ['list'],
  only: state => lastComparison.of(state) !== undefined && objectHere(state) !== undefined,
  menu: 'Compare with its file',
});
