import {type KeyBinding, key} from '../../keys/binding.ts';
import {inChooser} from './chooser-update.ts';
import type {ChooserDeed} from './state.ts';

/** The key that opens the column chooser. */
export const chooserKey = key(
  'W',
  'choose columns: which, in what order, how wide; add one by its pointer',
  inChooser('open'),
  {scopes: ['list']},
);

const row = (keys: string, label: string, deed: ChooserDeed, hint?: string) =>
  key(keys, label, inChooser(deed), {scopes: ['columns'], ...(hint !== undefined && {hint})});

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
