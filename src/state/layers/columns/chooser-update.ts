import {type KeyBinding, key} from '../../keys/binding.ts';
import {inView} from '../../model/acts.ts';
import {withView} from '../../model/locations.ts';
import {say} from '../../model/notice.ts';
import {openPrompt} from '../../model/open-prompt.ts';
import {bodyLines} from '../../model/room.ts';
import {type AppState, viewOf} from '../../model/state.ts';
import {type Act, type Step, stay} from '../../model/step.ts';
import {withChoices} from '../../views/list/column-choice.ts';
import {settleCursor} from '../../views/list/list-update.ts';
import {keepPreference} from '../../views/list/preferences.ts';
import {
  type Choose,
  type Chosen,
  fitColumn,
  moveColumn,
  removeColumn,
  resetColumns,
  toColumn,
  toggleColumn,
  widenColumn,
  withAdded,
} from './chooser.ts';

const openChooser = inView('list', (state, view) =>
  view.resource.columns.length === 0
    ? stay(say(state, 'there are no columns', 'warn'))
    : stay({...state, chooser: {cursor: 0}}),
);

const closeChooser: Act = state => stay({...state, chooser: undefined});

/** What a key of the open chooser does. */
function inChooser(choose: Choose): Act {
  return inView('list', (state, view) =>
    state.chooser === undefined
      ? stay(state)
      : taken(state, choose(view.resource, state.chooser.cursor)),
  );
}

const askPointer: Act = state => openPrompt(state, 'column', '/');

/** Add the column of a pointer. */
export function addColumn(pointer: string): Act {
  return inView('list', (state, view) => {
    if (pointer === '' || state.chooser === undefined) return stay(state);
    return taken(state, withAdded(view.resource, state.chooser.cursor, pointer));
  });
}

function taken(state: AppState, {choices, cursor, problem}: Chosen): Step {
  const view = viewOf(state, 'list');
  const at = {...state, chooser: {cursor}};
  if (problem !== undefined) return stay(say(at, problem, 'warn'));
  if (choices === undefined || view === undefined) return stay(at);
  const resource = withChoices(view.resource, choices);
  const changed = withView(at, settleCursor({...view, resource, left: 0}, bodyLines(state)));
  return keepPreference(changed, view.resource.id, {columns: choices});
}

/** The key that opens the column chooser. */
export const chooserKey = key(
  'W',
  'choose columns: which, in what order, how wide; add one by its pointer',
  openChooser,
  {scopes: ['list']},
);

const row = (keys: string, label: string, run: Act, hint?: string) =>
  key(keys, label, run, {scopes: ['columns'], ...(hint !== undefined && {hint})});

/** Keys of the column chooser. */
export const chooserKeys: readonly KeyBinding[] = [
  row('j down', 'down', inChooser(toColumn(1))),
  row('k up', 'up', inChooser(toColumn(-1))),
  row('space enter', 'show the column, or hide it', inChooser(toggleColumn), 'show, hide'),
  row('J shift+down', 'move the column down', inChooser(moveColumn(1)), 'move down'),
  row('K shift+up', 'move the column up', inChooser(moveColumn(-1)), 'up'),
  row('+ right', 'wider', inChooser(widenColumn(1)), 'wider'),
  row('- left', 'narrower', inChooser(widenColumn(-1)), 'narrower'),
  row('0', 'as wide as it fits', inChooser(fitColumn)),
  row('a /', 'add a column by its JSON pointer, such as /lead/displayName', askPointer, 'add'),
  row('D delete', 'take away a column that was added', inChooser(removeColumn)),
  row('r', 'the columns as they were at first', inChooser(resetColumns), 'reset'),
  {...row('esc q W', 'close; what was chosen stays', closeChooser, 'close'), always: true},
];
