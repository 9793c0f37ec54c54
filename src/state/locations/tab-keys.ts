import type {KeyBinding} from '../keys/binding.ts';
import {needsTabs} from '../keys/needs.ts';
import {currentPlace} from '../model/state.ts';

/** Keys of tabs. */
export const tabKeys: readonly KeyBinding[] = [
  ...[0, 1, 2, 3, 4, 5, 6, 7, 8].map(
    (index): KeyBinding => ({
      keys: [String(index + 1)],
      scopes: ['everywhere'],
      label: `tab ${index + 1}`,
      command: {kind: 'tab', index},
      disabled: state =>
        currentPlace(state).tabs[index] === undefined ? `there is no tab ${index + 1}` : undefined,
    }),
  ),
  {
    keys: ['tab'],
    scopes: ['everywhere'],
    label: 'next tab',
    command: {kind: 'nextTab', by: 1},
    disabled: needsTabs,
  },
  {
    keys: ['shift+tab'],
    scopes: ['everywhere'],
    label: 'previous tab',
    command: {kind: 'nextTab', by: -1},
    disabled: needsTabs,
  },
];
