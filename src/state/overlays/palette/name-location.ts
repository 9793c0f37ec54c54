import {memoizeLast} from '../../../base/memoize-last.ts';
import {paramsFromRow} from '../../ask/row-params.ts';
import type {Location} from '../../model/location.ts';
import type {Resource} from '../../model/resource.ts';
import {needsOfScreen, tabsOf} from '../../model/screens.ts';
import {type AppState, currentLocation} from '../../model/state.ts';
import {afterEveryEvent, andThen} from '../../model/transition.ts';
import {makeRow} from '../../views/list/rows.ts';
import {knownNames, nameIndex} from './name-index.ts';
import {findNames, itemIn} from './name-table.ts';
import {startIndexing} from './read-names.ts';

/**
 * Name an object that was opened by its id, from the names of the site: the tabs shown first may
 * read only its parts. If those names still wait for the counts of the home screen, read them now.
 */
export const nameLocation = afterEveryEvent((_, step) => {
  const {state} = step;
  const location = currentLocation(state);
  const {screen, crumb, tabs, tab} = location;
  const shown = [state.screens, screen, crumb, tabs[tab]?.spec];
  const object = lastShown(shown, () => unnamedObject(state, location));
  if (object === undefined) return step;
  const names = knownNames(state);
  const name = lastFound([names, object.list, object.id], () => nameIn(names, object));
  if (name === crumb) return step;
  if (name !== undefined) {
    const locations = state.locations.with(-1, {...location, crumb: name});
    return {...step, state: {...state, locations}};
  }
  const isWaiting = nameIndex.of(state).status === 'waiting' && names[object.index] === undefined;
  return isWaiting ? andThen(step, startIndexing) : step;
});

/** An object shown by its id. */
interface UnnamedObject {
  readonly id: string;
  /** The parameter with the id. */
  readonly param: string;
  /** The list of such objects, and the one that indexes its names. */
  readonly list: Resource;
  readonly index: string;
}

const lastShown = memoizeLast<UnnamedObject | undefined>();
const lastFound = memoizeLast<string | undefined>();
/** Limit of entities with the same text as their name or id. */
const maxHits = 40;

/**
 * The object of a location whose breadcrumb is its id; undefined if its kind is not indexed, or has
 * its key as its breadcrumb, as projects do.
 */
function unnamedObject(
  {screens}: AppState,
  {screen, crumb, tabs, tab}: Location,
): UnnamedObject | undefined {
  const spec = tabs[tab]?.spec;
  if (screen === undefined || spec === undefined || !('params' in spec)) return undefined;
  const [param = ''] = needsOfScreen(screens, screen);
  const id = spec.params[param];
  if (id === undefined || (crumb !== id && !crumb.endsWith(` ${id}`))) return undefined;
  const list = screens.lists.find(
    ({opens, indexed}) =>
      indexed !== undefined &&
      opens?.params[param] !== undefined &&
      opens.params.crumb !== undefined &&
      tabsOf(screens, opens.screen, {[param]: id}).screen === screen,
  );
  const index = screens.indexed.find(({indexed}) => indexed === list?.indexed)?.id;
  return list === undefined || index === undefined ? undefined : {id, param, list, index};
}

function nameIn(
  names: ReturnType<typeof knownNames>,
  {id, param, list, index}: UnnamedObject,
): string | undefined {
  for (const {line} of findNames(id, names[index]?.lines ?? [], maxHits)) {
    const found = paramsFromRow(list.opens?.params ?? {}, makeRow(list, itemIn(line)), {});
    if (found[param] === id) return found.crumb;
  }
  return undefined;
}
