import {findJson} from '../../base/json-value.ts';
import {paramsFromRow} from '../ask/row-params.ts';
import {type Location, ofKind} from '../model/location.ts';
import type {Screens} from '../model/screens.ts';
import type {AppState} from '../model/state.ts';

/**
 * Name a location by the record of its object once that is read: the object may have been opened by
 * its id, or renamed since.
 *
 * @param key of the view whose response arrived
 */
export function withObjectName(state: AppState, key: number): AppState {
  const locations = state.locations.map(place => {
    const at = place.tabs.findIndex((_, tab) => place.views[tab]?.key === key);
    const view = ofKind(place.views[at], 'text');
    const from = view && nameIn(place, at, state.screens);
    if (view === undefined || from === undefined) return place;
    const {crumb = ''} = paramsFromRow({crumb: from}, {value: findJson(view.text) ?? null}, {});
    return crumb === '' ? place : {...place, crumb};
  });
  return {...state, locations};
}

/**
 * Where the record that a tab describes has the name of the location's object. A screen without
 * parameters, such as the admin key, has its own name.
 */
function nameIn({screen, tabs}: Location, tab: number, {lists}: Screens) {
  const spec = ofKind(tabs[tab]?.spec, 'describe');
  if (screen === undefined || spec === undefined) return undefined;
  if (Object.keys(spec.params).length === 0) return undefined;
  if (spec.verbs !== undefined) return spec.verbs.name;
  const list = lists.find(
    ({opens, describe}) =>
      opens?.screen === screen && describe?.call.operation === spec.call.operation,
  );
  return list?.opens?.params.crumb;
}
