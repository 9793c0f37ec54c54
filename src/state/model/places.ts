import {isMonitorList} from '../../screens/webhooks/monitor/monitor-lists.ts';
import {localRows} from '../app/local-rows.ts';
import type {FormView} from '../views/form/state.ts';
import {lookLines} from '../views/home/home-lines.ts';
import type {HomeView} from '../views/home/state.ts';
import {withLook} from '../views/list/column-preferences.ts';
import {addPage} from '../views/list/list-page.ts';
import {itemsReadAtOnce} from '../views/list/list-update.ts';
import type {ListView} from '../views/list/state.ts';
import type {MatrixView} from '../views/matrix/state.ts';
import type {TextView} from '../views/text/state.ts';
import {goOn, goUp} from './history.ts';
import type {Place, TabSpec, Trail, View} from './location.ts';
import {bodyLines} from './room.ts';
import {type AppState, currentPlace} from './state.ts';
import type {Effect} from './step.ts';
import {type Step, stay} from './step.ts';

/** Milliseconds before a view that waits says so. */
const slowAfterMs = 200;

/** The slot in which a view's own load runs. */
export function loadSlot(view: number): string {
  return `load:${view}`;
}

/** Effects that load a view from the start. */
export function loadEffects(view: View, place: Place): Effect[] {
  const slot = loadSlot(view.key);
  const slow: Effect = {
    kind: 'timer',
    slot: `slow:${view.key}`,
    ms: slowAfterMs,
    event: {kind: 'slow', view: view.key},
  };
  switch (view.kind) {
    case 'form':
      return [];
    case 'home':
      return [{kind: 'count', slot, view: view.key, entries: view.entries}];
    case 'list': {
      const {resource, params} = view;
      if (isMonitorList(resource.local)) return [slow];
      if (resource.local !== undefined) return [];
      // A refresh reads as much as is there, so that no row is lost by it.
      const wanted = Math.max(itemsReadAtOnce, view.rows.length);
      return [{kind: 'load', slot, view: view.key, resource, params, wanted}, slow];
    }
    case 'matrix': {
      const {call, params} = view;
      return [{kind: 'fetch', slot, view: view.key, call, params}, slow];
    }
    case 'text': {
      if (view.typed !== undefined) {
        return [{kind: 'run', slot, view: view.key, typed: view.typed}, slow];
      }
      const spec = place.tabs[place.tab]?.spec;
      const call = view.call ?? (spec?.kind === 'describe' ? spec.call : undefined);
      if (call === undefined) return [];
      return [{kind: 'fetch', slot, view: view.key, call, params: view.params}, slow];
    }
  }
}

/** What stops when places are left. */
export function leaveEffects(places: readonly Place[]): Effect[] {
  const views = places.flatMap(place => Object.values(place.views));
  return views.length === 0 ? [] : [cancelEffect(views)];
}

/** Slots of a view beside the one of its load. */
function sideSlots(view: number): string[] {
  return ['slow', 'fill', 'auto', 'picks', 'changed', 'again'].map(name => `${name}:${view}`);
}

/** The effect that stops all that runs for some views. */
export function cancelEffect(views: readonly View[]): Effect {
  return {
    kind: 'cancel',
    slots: views.flatMap(v => [loadSlot(v.key), ...sideSlots(v.key)]),
  };
}

const emptyMatrix = {
  text: '',
  filter: '',
  row: 0,
  rowId: undefined,
  column: 0,
  columnId: undefined,
  top: 0,
  left: 0,
} as const;

/** A new view for a tab; loading when it has something to load. */
export function makeView(
  key: number,
  spec: TabSpec,
  {nowMs, screens}: Pick<AppState, 'nowMs' | 'screens'>,
): View {
  const loading = {status: 'loading', shown: false} as const;
  const base = {key, load: loading, sent: []} as const;
  switch (spec.kind) {
    case 'home':
      return {
        ...base,
        kind: 'home',
        entries: screens.home,
        // On the first family, as hands know it.
        cursor: lookLines(screens.home).length,
        counts: {},
      } satisfies HomeView;
    case 'list':
      return {
        ...base,
        kind: 'list',
        resource: spec.resource,
        params: spec.params,
        source: 0,
        rows: [],
        total: undefined,
        pageSize: 0,
        more: false,
        note: undefined,
        cursorId: undefined,
        cursor: 0,
        top: 0,
        filter: '',
        sort: spec.resource.sort,
        column: undefined,
        wide: false,
        left: 0,
        toEnd: false,
        auto: false,
        fresh: new Set(),
        changed: new Map(),
        marked: new Set(),
        anchor: undefined,
        asked: [],
      } satisfies ListView;
    case 'form':
      return {
        ...base,
        load: {status: 'ready', atMs: nowMs},
        kind: 'form',
        operation: spec.operation,
        values: spec.values,
        cursor: 0,
        top: 0,
        tried: false,
        picks: undefined,
        asRequest: false,
      } satisfies FormView;
    case 'matrix':
      return {...base, ...emptyMatrix, ...spec} satisfies MatrixView;
    case 'describe':
      return {
        ...base,
        kind: 'text',
        form: 'describe',
        call: spec.call,
        typed: undefined,
        params: spec.params,
        document: spec.document,
        opens: spec.opens,
        text: '',
        top: 0,
        search: '',
      } satisfies TextView;
    case 'typed':
      return {
        ...base,
        kind: 'text',
        form: spec.typed.operation.effect === 'read' ? 'describe' : 'raw',
        call: undefined,
        typed: spec.typed,
        params: {},
        document: undefined,
        text: '',
        top: 0,
        search: '',
      } satisfies TextView;
    case 'text':
      return {
        ...base,
        load: {status: 'ready', atMs: nowMs},
        kind: 'text',
        form: spec.form,
        call: undefined,
        typed: undefined,
        params: {},
        document: undefined,
        text: spec.text,
        top: 0,
        search: '',
        ...(spec.delivery && {delivery: true}),
        ...(spec.exchange && {exchange: true}),
      } satisfies TextView;
  }
}

/** A list whose rows the app has itself shows them at once. */
export function withLocalRows(view: View, state: AppState): View {
  const items = view.kind === 'list' ? localRows(view.resource, state) : undefined;
  if (view.kind !== 'list' || items === undefined) return view;
  return addPage(view, localPage(items, true, state.nowMs), bodyLines(state));
}

/** Rows the app has itself as a page of their list. */
export function localPage(items: readonly string[], first: boolean, atMs: number) {
  return {source: 0, first, items, total: undefined, more: false, atMs};
}

/**
 * Go to a new place; its looked-at tab is loaded.
 *
 * @param under the places it stands on, of those one is at
 */
export function openPlace(
  state: AppState,
  made: {readonly crumb: string; readonly tabs: Place['tabs']; readonly tab: number},
  under: readonly Place[] = state.places,
): Step {
  const spec = made.tabs[made.tab]?.spec;
  if (spec === undefined) return stay(state);
  const view = withLocalRows(withLook(makeView(state.nextKey, spec, state), state.looks), state);
  const place: Place = {...made, key: state.nextKey, views: {[made.tab]: view}};
  const gone = state.places.filter(p => !under.includes(p));
  return {
    state: {
      ...goOn(state, [...under, place]),
      nextKey: state.nextKey + 1,
      notice: undefined,
    },
    effects: [...leaveEffects(gone), ...loadEffects(view, place)],
  };
}

/** Look at another tab of the place on the screen; it is loaded the first time. */
export function openTab(state: AppState, tab: number): Step {
  const place = currentPlace(state);
  const spec = place.tabs[tab]?.spec;
  if (spec === undefined || tab === place.tab) return stay(state);
  if (place.views[tab] !== undefined) return stay(replacePlace(state, {...place, tab}));
  const view = withLook(makeView(state.nextKey, spec, state), state.looks);
  const next: Place = {...place, tab, views: {...place.views, [tab]: view}};
  return {
    state: {...replacePlace(state, next), nextKey: state.nextKey + 1},
    effects: loadEffects(view, next),
  };
}

/** Leave the place on the screen; the first place stays. */
export function closePlace(state: AppState): Step {
  if (state.places.length < 2) return stay(state);
  const left = currentPlace(state);
  return {
    state: {...goUp(state), notice: undefined},
    effects: leaveEffects([left]),
  };
}

function replacePlace(state: AppState, place: Place): AppState {
  return {...state, places: [...state.places.slice(0, -1), place]};
}

/** Change the view of that key, wherever in the history it is; unknown keys change nothing. */
export function changeView(state: AppState, key: number, change: (view: View) => View): AppState {
  const places = changeIn(state.places, key, change);
  if (places !== undefined) return places === state.places ? state : {...state, places};
  const {past, future} = state.history;
  const inTrails = (trails: readonly Trail[]) =>
    trails.map(trail => changeIn(trail, key, change) ?? trail);
  return {...state, history: {...state.history, past: inTrails(past), future: inTrails(future)}};
}

/** The trail with the view changed; itself when nothing changed, undefined when it is not in it. */
function changeIn(trail: Trail, key: number, change: (view: View) => View): Trail | undefined {
  for (const [i, place] of trail.entries()) {
    const found = Object.entries(place.views).find(([, view]) => view.key === key);
    if (found === undefined) continue;
    const [tab, view] = found;
    const next = change(view);
    if (next === view) return trail;
    return trail.with(i, {...place, views: {...place.views, [tab]: next}});
  }
  return undefined;
}

/** The view of that key; undefined when it was left. */
export function findView(state: AppState, key: number): View | undefined {
  for (const place of state.places) {
    for (const view of Object.values(place.views)) if (view.key === key) return view;
  }
  return undefined;
}
