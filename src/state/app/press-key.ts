import type {KeyBinding} from '../keys/binding.ts';
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
