import {slowMs} from './load.ts';
import {
  type Breadcrumbs,
  type History,
  type Location,
  ofKind,
  type View,
  type ViewOf,
} from './location.ts';
import {type AppState, currentLocation, viewOf} from './state.ts';
import {type AppEvent, type Effect, noEffects, type Transition} from './transition.ts';

/** Milliseconds before a view shows that it is loading. */
const slowAfterMs = 200;

/** The slot of a view's own load. */
export function loadSlot(view: number): string {
  return `load:${view}`;
}

/**
 * Make the timer after which a waiting view shows that it is loading, then the age of its request.
 *
 * @param ageMs milliseconds the view has waited
 */
export function slowTimer(view: number, ageMs = 0): Effect {
  const next = ageMs < slowAfterMs ? slowAfterMs : ageMs < slowMs ? slowMs : ageMs + 1000;
  const event = {kind: 'slow', view, ageMs: next} as const;
  return {kind: 'timer', slot: `slow:${view}`, ms: next - ageMs, event};
}

/** Note that some requests of a view's load have been answered. */
export function markLoaded(state: AppState, key: number): AppState {
  return changeView(state, key, view =>
    view.load.status === 'loading' ? {...view, load: {...view.load, isAnswered: true}} : view,
  );
}

/** List the views of some locations, in order. */
export function viewsIn(trail: Breadcrumbs): readonly View[] {
  return trail.flatMap(({views}) => Object.values(views));
}

/** Effects that cancel the work of locations that are left. */
export function cancelWorkOf(locations: Breadcrumbs): Effect[] {
  const views = viewsIn(locations);
  return views.length === 0 ? [] : [cancelEffect(views)];
}

function sideSlots(view: number): string[] {
  return ['slow', 'fill', 'auto', 'picks', 'names', 'like', 'changed', 'again'].map(
    name => `${name}:${view}`,
  );
}

/** Make the effect that cancels all work of some views. */
export function cancelEffect(views: readonly View[]): Effect {
  return {
    kind: 'cancel',
    slots: views.flatMap(v => [loadSlot(v.key), ...sideSlots(v.key)]),
  };
}

/** Wrap local rows as a page of their list. */
export function localPage(items: readonly string[], first: boolean, atMs: number) {
  return {source: 0, first, items, total: undefined, more: false, atMs};
}

/**
 * Open a new location; the view of its current tab is created after the event.
 *
 * @param under the locations below it
 */
export function openLocation(
  state: AppState,
  made: Omit<Location, 'key' | 'views'>,
  under: readonly Location[] = state.locations,
): Transition {
  if (made.tabs[made.tab] === undefined) return noEffects(state);
  const location: Location = {...made, key: state.nextKey, views: {}};
  const gone = state.locations.filter(p => !under.includes(p));
  return {
    state: {
      ...navigateTo(state, [...under, location]),
      nextKey: state.nextKey + 1,
      notice: undefined,
    },
    effects: cancelWorkOf(gone),
  };
}

/** Switch to another tab of the current location. */
export function openTab(state: AppState, tab: number): Transition {
  const location = currentLocation(state);
  if (location.tabs[tab] === undefined || tab === location.tab) return noEffects(state);
  return noEffects(replaceLocation(state, {...location, tab}));
}

/** Close the current location; the first location stays. */
export function closeLocation(state: AppState): Transition {
  if (state.locations.length < 2) return noEffects(state);
  const left = currentLocation(state);
  return {
    state: {...goUp(state), notice: undefined},
    effects: cancelWorkOf([left]),
  };
}

function replaceLocation(state: AppState, location: Location): AppState {
  return {...state, locations: [...state.locations.slice(0, -1), location]};
}

/** Change the view with that key, anywhere in the history; unknown keys change nothing. */
export function changeView(state: AppState, key: number, change: (view: View) => View): AppState {
  const locations = changeIn(state.locations, key, change);
  if (locations !== undefined) return locations === state.locations ? state : {...state, locations};
  const {past, future} = state.history;
  const inTrails = (trails: readonly Breadcrumbs[]) =>
    trails.map(trail => changeIn(trail, key, change) ?? trail);
  return {...state, history: {...state.history, past: inTrails(past), future: inTrails(future)}};
}

/** Change each view of a list of locations. */
export function changeViews(trail: Breadcrumbs, change: (view: View) => View): Breadcrumbs {
  return trail.map(location => {
    const views = Object.entries(location.views).map(([tab, view]) => [tab, change(view)]);
    return {...location, views: Object.fromEntries(views)};
  });
}

/** Replace a view by its new version. */
export function withView(state: AppState, view: View): AppState {
  return changeView(state, view.key, () => view);
}

/** Change the view with that key if it is of that kind. */
export function changeViewOfKind<K extends View['kind']>(
  state: AppState,
  kind: K,
  key: number,
  change: (view: ViewOf<K>) => View,
): AppState {
  return changeView(state, key, view => {
    const known = ofKind(view, kind);
    return known === undefined ? view : change(known);
  });
}

/** Make the event by which a task changes a view. */
export function viewChangeEvent<K extends View['kind']>(
  kind: K,
  key: number,
  change: (view: ViewOf<K>) => View,
): AppEvent {
  return {kind: 'taskResult', take: state => noEffects(changeViewOfKind(state, kind, key, change))};
}

/**
 * The locations with the view changed; the same array if nothing changed, undefined if the view is
 * not in it.
 */
function changeIn(
  trail: Breadcrumbs,
  key: number,
  change: (view: View) => View,
): Breadcrumbs | undefined {
  for (const [i, location] of trail.entries()) {
    const found = Object.entries(location.views).find(([, view]) => view.key === key);
    if (found === undefined) continue;
    const [tab, view] = found;
    const next = change(view);
    if (next === view) return trail;
    return trail.with(i, {...location, views: {...location.views, [tab]: next}});
  }
  return undefined;
}

/** Find the view with that key; undefined if it was closed. */
export function findView(state: AppState, key: number): View | undefined {
  return viewsIn(state.locations).find(view => view.key === key);
}

/** The list of the row shown as text on the screen; undefined if there is none. */
export function listOfShownRow(state: AppState): ViewOf<'list'> | undefined {
  const {of} = currentLocation(state);
  if (of === undefined || viewOf(state, 'text') === undefined) return undefined;
  return ofKind(findView(state, of.view), 'list');
}

/**
 * Navigate to new locations: the current ones become the previous entry, and the forward history is
 * cleared.
 */
export function navigateTo(state: AppState, locations: Breadcrumbs): AppState {
  const past = [...state.history.past, state.locations].slice(-maxHistory);
  return {...state, locations, history: {past, future: [], previous: state.locations}};
}

/** Remove the last location; forward restores it. */
function goUp(state: AppState): AppState {
  const {past, future} = state.history;
  const locations = state.locations.slice(0, -1);
  const isBack = isSame(past.at(-1), locations);
  return {
    ...state,
    locations,
    history: {
      past: isBack ? past.slice(0, -1) : past,
      future: [...future, state.locations].slice(-maxHistory),
      previous: state.locations,
    },
  };
}

/** Go one entry back or forward; undefined if there is none. */
export function goInHistory(state: AppState, by: 1 | -1): AppState | undefined {
  const {past, future} = state.history;
  const to = (by === -1 ? past : future).at(-1);
  if (to === undefined) return undefined;
  const left = state.locations;
  const history =
    by === -1
      ? {past: past.slice(0, -1), future: [...future, left]}
      : {past: [...past, left], future: future.slice(0, -1)};
  return {...state, locations: mergeCurrent(to, left), history: {...history, previous: left}};
}

/** Go to the locations shown before; undefined if there are none. */
export function goToPrevious(state: AppState): AppState | undefined {
  const {previous} = state.history;
  return previous === undefined
    ? undefined
    : navigateTo(state, mergeCurrent(previous, state.locations));
}

/** An empty history. */
export const noHistory: History = {past: [], future: [], previous: undefined};

const maxHistory = 30;

/** Replace the locations shared with another list of locations by their current versions. */
function mergeCurrent(trail: Breadcrumbs, now: Breadcrumbs): Breadcrumbs {
  return trail.map(location => now.find(p => p.key === location.key) ?? location);
}

function isSame(one: Breadcrumbs | undefined, other: Breadcrumbs): boolean {
  return one?.length === other.length && one.every((location, i) => location.key === other[i]?.key);
}
