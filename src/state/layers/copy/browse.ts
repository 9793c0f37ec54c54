import type {AppState} from '../../model/model.ts';
import {say} from '../../model/notice.ts';
import {type Step, stay} from '../../model/places.ts';
import {webUrl} from './web-page.ts';

/** Open the page of what is on the screen in a browser. */
export function browse(state: AppState): Step {
  const url = webUrl(state);
  if (url === undefined) return stay(say(state, 'this has no page of its own on the site', 'warn'));
  return {state, effects: [{kind: 'browse', url}]};
}
