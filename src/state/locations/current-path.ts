import {type Breadcrumbs, type Location, ofKind} from '../model/location.ts';
import {findList, type Screens} from '../model/screens.ts';
import type {AppState} from '../model/state.ts';

/**
 * The path to the object on the screen, by names, from the list it belongs to, whatever the
 * navigation. A location without a screen of its own, such as raw text, is shown below where it was
 * opened.
 */
export function currentPath({
  locations,
  screens,
}: Pick<AppState, 'locations' | 'screens'>): readonly string[] {
  return pathTo(locations, locations.length - 1, screens);
}

function pathTo(trail: Breadcrumbs, at: number, screens: Screens): readonly string[] {
  const location = trail[at];
  if (location === undefined) return [];
  const {crumb, screen, within} = location;
  const known = within === undefined ? undefined : findList(screens, within);
  if (known !== undefined) return [known.title, crumb];
  // Omit Home: every path starts there.
  if (screen === undefined) return at < 2 ? [crumb] : [...pathTo(trail, at - 1, screens), crumb];
  const holders = screens.lists.filter(({opens}) => opens?.screen === screen);
  // A list read per parent is shown below its parent if the user came from there.
  const top = holders.find(
    ({needs, sources}) => needs.length === 0 && sources[0]?.per === undefined,
  );
  if (top !== undefined) return [top.title, crumb];
  const ids = new Set(holders.map(({id}) => id));
  const from = trail.findLastIndex((one, i) => i < at && tabOf(one, ids) !== undefined);
  const tab = from === -1 ? undefined : tabOf(trail[from], ids);
  if (tab === undefined) {
    if (holders.length === 0) return [crumb];
    const list = holders.find(({needs}) => needs.length === 0);
    const above = list ?? screens.objects.find(({id}) => id === screen) ?? holders[0];
    return above === undefined ? [crumb] : [above.title, crumb];
  }
  const isAlone = trail[from]?.tabs.length === 1;
  return [...pathTo(trail, from, screens), ...(isAlone ? [] : [tab.title]), crumb];
}

/** The tab of a location that shows one of these lists. */
function tabOf(location: Location | undefined, lists: ReadonlySet<string>) {
  return location?.tabs.find(({spec}) => lists.has(ofKind(spec, 'list')?.resource.id ?? ''));
}
