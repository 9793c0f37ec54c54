import type {KeyBinding} from '../../../state/keys/binding.ts';

/** Keys of the monitor of failed deliveries. */
export const monitorKeys: readonly KeyBinding[] = [
  {
    keys: ['f'],
    scopes: ['monitor'],
    label: 'follow the newest, or hold still; moving the cursor holds still too',
    hint: 'follow',
    command: {kind: 'follow'},
  },
  {
    keys: ['t'],
    scopes: ['monitor'],
    label: 'time window: 15 minutes, 1, 24, 72 hours',
    hint: 'window',
    command: {kind: 'window'},
  },
  {
    keys: ['n'],
    scopes: ['monitor'],
    label: 'next row with new failures',
    command: {kind: 'nextNew', by: 1},
  },
  {
    keys: ['N'],
    scopes: ['monitor'],
    label: 'previous row with new failures',
    command: {kind: 'nextNew', by: -1},
  },
];
