import type {KeyBinding} from '../keys/binding.ts';
import {isPrintable} from '../keys/keypress.ts';
import {routeKey, typedInto} from '../keys/route-key.ts';
import type {AppState} from '../model/state.ts';
import type {AppEvent} from '../model/step.ts';

/** Where keys are pressed: the store of the app. */
interface Pressed {
  readonly store: {getState(): AppState};
  readonly parts: {readonly keys: readonly KeyBinding[]};
  dispatch(event: AppEvent): void;
}

/** Do what a key does now. What a field would take, which is not drawn yet, is put into its text here. */
export function pressKey(app: Pressed, key: string): void {
  const state = app.store.getState();
  const route = routeKey(state, key, app.parts.keys);
  if (route.kind === 'event') app.dispatch(route.event);
  if (route.kind === 'field' && state.prompt) {
    app.dispatch({kind: 'promptText', text: typedInto(state.prompt, key), fromField: false});
  }
}

/**
 * Do what keys do that came in one piece. In a menu of letters a word is looked for: its first letter
 * does no verb, and the others nothing to what that would have opened.
 */
export function pressKeys(app: Pressed, keys: readonly string[]): void {
  const {write} = app.store.getState();
  const [first, second = ''] = keys;
  const isWord =
    write?.stage === 'menu' &&
    write.typed === undefined &&
    isPrintable(second) &&
    write.entries.some(({key}) => key !== undefined && key === first);
  for (const key of isWord ? ['/', ...keys] : keys) pressKey(app, key);
}
