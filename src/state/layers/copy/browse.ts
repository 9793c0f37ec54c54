import {say} from '../../model/notice.ts';
import type {AppState} from '../../model/state.ts';
import {type Step, stay} from '../../model/step.ts';
import {webUrl} from './web-page.ts';

/** Open the page of what is on the screen in a browser. */
export function browse(state: AppState): Step {
  const url = webUrl(state);
  if (url === undefined) return stay(say(state, 'this has no page of its own on the site', 'warn'));
  return {state, effects: [{kind: 'browse', url}]};
}
