import {safeText} from '../../base/safe-text.ts';
import {type KeyBinding, key, type Need} from '../keys/binding.ts';
import {openTab} from '../model/locations.ts';
import {currentLocation} from '../model/state.ts';
import type {Act} from '../model/step.ts';

const needsTabs: Need = state =>
  currentLocation(state).tabs.length < 2 ? 'this view has no tabs' : undefined;

const nextTab =
  (by: number): Act =>
  state => {
    const {tab, tabs} = currentLocation(state);
    return openTab(state, (tab + by + tabs.length) % tabs.length);
  };

const everywhere = {scopes: ['everywhere']};

/** Keys of tabs. */
export const tabKeys: readonly KeyBinding[] = [
  ...[0, 1, 2, 3, 4, 5, 6, 7, 8].map(index =>
    key(String(index + 1), `tab ${index + 1}`, state => openTab(state, index), {
      ...everywhere,
      needs: state =>
        currentLocation(state).tabs[index] === undefined
          ? `there is no tab ${index + 1}`
          : undefined,
      quiet: true,
      says: state => {
        const title = currentLocation(state).tabs[index]?.title;
        return title && `tab ${index + 1}: ${safeText(title)}`;
      },
    }),
  ),
  key('tab', 'next tab', nextTab(1), {
    ...everywhere,
    needs: needsTabs,
    hint: 'next tab',
    always: true,
  }),
  key('shift+tab', 'previous tab', nextTab(-1), {...everywhere, needs: needsTabs}),
];
