import type {KeyBinding} from '../keys/binding.ts';
import {actionKey} from '../overlays/write/menu-stage.ts';
import {labelWithoutEllipsis} from '../write/make-plan.ts';
import type {Feature} from './feature.ts';

/**
 * Make key bindings from the letters of the verbs, so that they work on lists and objects without
 * opening the menu.
 *
 * @param taken bindings of keys that many lists share, such as `e`
 */
export function actionKeysOf(
  families: readonly Feature[],
  taken: readonly KeyBinding[],
): readonly KeyBinding[] {
  const known = new Set(taken.flatMap(({keys}) => keys));
  const actions = families
    .flatMap(({lists = []}) => lists)
    .flatMap(({verbs = [], asks = []}) => [...verbs, ...asks]);
  const words = new Map<string, Set<string>>();
  for (const action of actions) {
    const {key} = action;
    if (key === undefined || known.has(key)) continue;
    words.set(key, (words.get(key) ?? new Set()).add(labelWithoutEllipsis(action).toLowerCase()));
  }
  return [...words].sort().map(([letter, all]) => actionKey(letter, [...all].join(', ')));
}
