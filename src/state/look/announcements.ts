import {safeText} from '../../base/safe-text.ts';
import {type AppState, currentLocation, currentView} from '../model/state.ts';
import {kindOf, openOverlays, type Registry} from '../model/transition.ts';

/**
 * The announcements of a screen reader for the screen: location, selected item in full, errors. One
 * line each; unchanged lines are not repeated.
 */
export function announcedLines(state: AppState, registry: Registry): readonly string[] {
  const place = currentLocation(state);
  const tab = place.tabs.length > 1 ? `, tab ${place.tabs[place.tab]?.title ?? ''}` : '';
  const words = openOverlays(state, registry).flatMap(({layer}) => layer.word ?? []);
  return [
    [safeText(place.crumb) + tab, ...words].join(', '),
    ...announcementsHere(state, registry),
    ...(state.guide === undefined ? [] : [state.guide.title, state.guide.text]),
    ...(state.notice === undefined ? [] : [safeText(state.notice.text)]),
    ...(state.prompt?.problem === undefined ? [] : [safeText(state.prompt.problem)]),
  ].map(readableAloud);
}

/**
 * Make a text safe for a terminal and readable aloud. Bars and frames are removed: the numbers
 * beside them say the same.
 */
function readableAloud(text: string): string {
  return safeText(text)
    .replace(/[\u2500-\u259f]+/g, ' ')
    .replace(/ +/g, ' ')
    .trim();
}

/** Announcements of the overlay, or else of the view. */
function announcementsHere(state: AppState, registry: Registry): readonly string[] {
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
