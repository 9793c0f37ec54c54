import {type KeyBinding, key} from '../../../state/keys/binding.ts';
import {nextNew, nextWindow, toggleFollow} from './actions.ts';

const monitor = {scopes: ['monitor']};

/** Keys of the monitor of failed deliveries. */
export const monitorKeys: readonly KeyBinding[] = [
  key('f', 'follow the newest, or hold still; moving the cursor holds still too', toggleFollow, {
    ...monitor,
    hint: 'follow',
  }),
  key('t', 'time window: 15 minutes, 1, 24, 72 hours', nextWindow, {...monitor, hint: 'window'}),
  key('n', 'next row with new failures', state => nextNew(state, 1), monitor),
  key('N', 'previous row with new failures', state => nextNew(state, -1), monitor),
];
