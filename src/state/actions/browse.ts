import type {AppState} from '../model.ts';
import {say} from '../say.ts';
import {type Step, stay} from '../views.ts';
import {webUrl} from '../web-url.ts';

/** Open the page of what is on the screen in a browser. */
export function browse(state: AppState): Step {
  const url = webUrl(state);
  if (url === undefined) return stay(say(state, 'this has no page of its own on the site', 'warn'));
  return {state, effects: [{kind: 'browse', url}]};
}
