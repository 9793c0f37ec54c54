import {safeText} from '../../base/safe-text.ts';
import {spokenWrite} from '../layers/write/spoken-write.ts';
import {type AppState, currentLocation, currentView} from '../model/state.ts';
import {kindOf, type Parts} from '../model/step.ts';

/**
 * What a screen reader is to say about the screen: where one is, what the cursor is on in full,
 * what went wrong. One line each; the same as before is not said again.
 */
export function spokenLines(state: AppState, parts: Parts): readonly string[] {
  const place = currentLocation(state);
  const tab = place.tabs.length > 1 ? `, tab ${place.tabs[place.tab]?.title ?? ''}` : '';
  return [
    `${safeText(place.crumb)}${tab}${state.help ? ', help' : ''}`,
    ...whatIsHere(state, parts),
    ...(state.notice === undefined ? [] : [safeText(state.notice.text)]),
    ...(state.prompt?.problem === undefined ? [] : [safeText(state.prompt.problem)]),
  ];
}

function whatIsHere(state: AppState, parts: Parts): readonly string[] {
  if (state.write !== undefined) return spokenWrite(state);
  const view = currentView(state);
  if (view.load.status === 'failed') {
    const {title, text, advice} = view.load.trouble;
    return [title, text, ...advice].map(safeText);
  }
  return kindOf(view, parts).spoken?.(view, state, parts) ?? [];
}
