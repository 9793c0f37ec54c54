import {safeText} from '../../base/safe-text.ts';
import {type AppState, currentLocation, currentView} from '../model/state.ts';
import {kindOf, openOverlays, type Registry} from '../model/transition.ts';

/**
 * What a screen reader is to say about the screen: where one is, what the cursor is on in full,
 * what went wrong. One line each; the same as before is not said again.
 */
export function spokenLines(state: AppState, registry: Registry): readonly string[] {
  const place = currentLocation(state);
  const tab = place.tabs.length > 1 ? `, tab ${place.tabs[place.tab]?.title ?? ''}` : '';
  const words = openOverlays(state, registry).flatMap(({layer}) => layer.word ?? []);
  return [
    [safeText(place.crumb) + tab, ...words].join(', '),
    ...whatIsHere(state, registry),
    ...(state.notice === undefined ? [] : [safeText(state.notice.text)]),
    ...(state.prompt?.problem === undefined ? [] : [safeText(state.prompt.problem)]),
  ].map(sayable);
}

/** Safe for a terminal. Bars and frames are for eyes: the numbers beside them say the same. */
function sayable(text: string): string {
  return safeText(text)
    .replace(/[\u2500-\u259f]+/g, ' ')
    .replace(/ +/g, ' ')
    .trim();
}

/** What lies over the view, or else the view. */
function whatIsHere(state: AppState, registry: Registry): readonly string[] {
  for (const {layer, open} of openOverlays(state, registry)) {
    const said = layer.announcement?.(open, state, registry);
    if (said !== undefined) return said;
  }
  const view = currentView(state);
  if (view.load.status === 'failed') {
    const {title, text, advice} = view.load.trouble;
    return [title, text, ...advice].map(safeText);
  }
  return kindOf(view, registry).announcement?.(view, state, registry) ?? [];
}
