import type {KeyBinding} from '../../keys/binding.ts';
import {needsPreview} from '../../keys/needs.ts';

/** Keys of the preview beside a list; `pane` is the scope of a list that has one. */
export const previewKeys: readonly KeyBinding[] = [
  {
    keys: ['tab'],
    scopes: ['pane'],
    label: 'scroll the preview, or move in the list again',
    command: {kind: 'preview', deed: 'focus'},
  },
  {
    keys: ['p'],
    scopes: ['list'],
    label: 'preview of the row under the cursor, on or off',
    command: {kind: 'preview', deed: 'toggle'},
  },
  {
    keys: ['z'],
    scopes: ['list'],
    label: 'the preview alone, or beside its list again',
    command: {kind: 'preview', deed: 'zoom'},
    disabled: needsPreview,
  },
];
