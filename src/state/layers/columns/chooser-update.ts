import {type KeyBinding, key} from '../../keys/binding.ts';
import {inView} from '../../model/acts.ts';
import {withView} from '../../model/locations.ts';
import {say} from '../../model/notice.ts';
import {bodyLines} from '../../model/room.ts';
import {type AppState, viewOf} from '../../model/state.ts';
import {type Act, type Step, stay} from '../../model/step.ts';
import {withChoices} from '../../views/list/column-choice.ts';
import {settleCursor} from '../../views/list/list-update.ts';
import {keepPreference} from '../../views/list/preferences.ts';
import type {ListView} from '../../views/list/state.ts';
import {type Chosen, choose, withAdded} from './chooser.ts';
import type {ChooserIntent} from './state.ts';

/** Open the column chooser, close it, or do something in it. */
function inChooser(intent: ChooserIntent): Act {
  return inView('list', (state, view) => done(state, view, intent));
}

function done(state: AppState, view: ListView, intent: ChooserIntent): Step {
  if (intent === 'open') {
    if (view.resource.columns.length === 0) return stay(say(state, 'there are no columns', 'warn'));
    return stay({...state, chooser: {cursor: 0}});
  }
  if (intent === 'close' || state.chooser === undefined)
    return stay({...state, chooser: undefined});
  if (intent === 'add') {
    const base = {revision: 0, cursor: 0, problem: undefined, before: ''};
    return stay({...state, prompt: {...base, kind: 'column', text: '/'}});
  }
  return taken(state, choose(view.resource, state.chooser.cursor, intent));
}

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
  inChooser('open'),
  {scopes: ['list']},
);

const row = (keys: string, label: string, intent: ChooserIntent, hint?: string) =>
  key(keys, label, inChooser(intent), {scopes: ['columns'], ...(hint !== undefined && {hint})});

/** Keys of the column chooser. */
export const chooserKeys: readonly KeyBinding[] = [
  row('j down', 'down', 'down'),
  row('k up', 'up', 'up'),
  row('space enter', 'show the column, or hide it', 'toggle', 'show, hide'),
  row('J shift+down', 'move the column down', 'later', 'move down'),
  row('K shift+up', 'move the column up', 'earlier', 'up'),
  row('+ right', 'wider', 'wider', 'wider'),
  row('- left', 'narrower', 'narrower', 'narrower'),
  row('0', 'as wide as it fits', 'auto'),
  row('a /', 'add a column by its JSON pointer, such as /lead/displayName', 'add', 'add'),
  row('D delete', 'take away a column that was added', 'remove'),
  row('r', 'the columns as they were at first', 'reset', 'reset'),
  {...row('esc q W', 'close; what was chosen stays', 'close', 'close'), always: true},
];
