import {changeView, findView} from '../model/locations.ts';
import {expireNotice, say} from '../model/notice.ts';
import {type AppState, currentView} from '../model/state.ts';
import {
  after,
  afterAny,
  type Effect,
  kindOf,
  openOverlays,
  type Reaction,
  type Transition,
} from '../model/transition.ts';
import {startIndexing} from '../overlays/palette/read-names.ts';
import {updatePreview} from '../overlays/preview/preview.ts';
import {offerSignIn} from '../overlays/prompt/sign-in.ts';
import {closeCleanReport} from '../overlays/write/end-report.ts';
import {nameIds} from '../overlays/write/name-ids.ts';
import {refreshHomeCounts, refreshStaleView} from '../overlays/write/write-update.ts';
import {persistDrafts} from '../views/form/drafts.ts';
import {openFieldUnderCursor} from '../views/form/field-prompt.ts';
import {runWaitingForm} from '../views/form/form-actions.ts';
import {persistHomeCounts} from '../views/home/last-counts.ts';
import {startFiltering} from '../views/list/incremental-filter.ts';
import {persistRows} from '../views/list/last-rows.ts';
import {withLocalRows} from '../views/list/list-page.ts';
import {endReorder} from '../views/list/reorder.ts';
import {openAddBeside} from '../views/matrix/add-beside.ts';
import {syncStaged} from '../views/matrix/staged.ts';
import type {Feature} from './feature.ts';

/** What follows every event, in this order. */
export function reactionsOf(families: readonly Feature[]): readonly Reaction[] {
  return [
    appendLocalRows,
    createMissingViews,
    persistDrafts,
    syncStaged,
    openAddBeside,
    endReorder,
    runWaitingForm,
    // A form that waited for its names may have opened a location.
    createMissingViews,
    openFieldUnderCursor,
    loadMore,
    startFiltering,
    offerSignIn,
    ...families.flatMap(family => family.reactions ?? []),
    closeCleanReport,
    // What its form was opened over may not have been looked at yet.
    createMissingViews,
    closeOverlays,
    nameIds,
    dropWaitingKeys,
    refreshStaleView,
    refreshHomeCounts,
    persistHomeCounts,
    startIndexing,
    persistRows,
    updatePreview,
    expireNotice,
    startReads,
    blockUntilConnected,
  ];
}

/** What a place looks at is there: a view that is missing is made and read. */
export const createMissingViews = afterAny((_, step, __, registry) => {
  let {state} = step;
  const effects: Effect[] = [];
  state.locations.forEach(({views, tab, tabs}, i) => {
    const spec = tabs[tab]?.spec;
    if (spec === undefined || views[tab] !== undefined) return;
    const view = kindOf(spec, registry).make(state.nextKey, spec, state, registry);
    const locations = state.locations.map((place, at) =>
      at === i ? {...place, views: {...views, [tab]: view}} : place,
    );
    state = {...state, locations, nextKey: state.nextKey + 1};
    if (view.load.status === 'loading') effects.push({kind: 'read', view: view.key});
  });
  return state === step.state ? step : {state, effects: [...step.effects, ...effects]};
});

/**
 * The view on the screen may need more pages or fills after anything that moved it, but not after a
 * failure or a task result: it would request the same for ever.
 */
const loadMore = after(
  ['act', 'prompt', 'mouse', 'write', 'edited', 'resized', 'page', 'answer', 'sifted'],
  (_, step, __, registry) => {
    const view = currentView(step.state);
    const needs = kindOf(view, registry).needs?.(view, step.state);
    if (needs === undefined) return step;
    return {
      state: needs.view === view ? step.state : changeView(step.state, view.key, () => needs.view),
      effects: [...step.effects, ...needs.effects],
    };
  },
);

/**
 * Keys that waited for a view go with it; where it could not be read, or something was opened over
 * it, whose keys they would be, that is said.
 */
const dropWaitingKeys = afterAny((_, step, __, registry) => {
  const {ahead} = step.state;
  if (ahead === undefined) return step;
  const view = currentView(step.state);
  const isHere = view.key === ahead.view;
  const isOver = openOverlays(step.state, registry).length > 0;
  if (isHere && view.load.status !== 'failed' && !isOver) return step;
  const state = {...step.state, ahead: undefined};
  const text = `loading failed; keys ignored: ${ahead.keys.join(' ')}`;
  return {...step, state: isHere ? say(state, text, 'warn') : state};
});

/** What lies over a view goes when another view takes its place. */
const closeOverlays = afterAny((before, step, _, registry) => {
  if (currentView(before).key === currentView(step.state).key) return step;
  // One that began in this step is over the new view.
  const gone = openOverlays(step.state, registry).filter(
    ({name, open, layer}) => open === before[name] && layer.closesWithView?.(open),
  );
  const left = Object.fromEntries(gone.map(({name}) => [name, undefined]));
  return gone.length === 0 ? step : {...step, state: {...step.state, ...left}};
});

/** Each kind of view says itself what reads it. */
const startReads = afterAny((_, {state, effects}, __, registry) => ({
  state,
  effects: effects.flatMap(effect => {
    if (effect.kind !== 'read') return [effect];
    const view = findView(state, effect.view);
    const load = view === undefined ? [] : kindOf(view, registry).load(view, registry);
    return effect.resumes
      ? load.flatMap(one => (one.kind === 'load' ? [{...one, resumes: true as const}] : []))
      : load;
  }),
}));

/** Requests of what is opened while the services are being reached are made when they are. */
const blockUntilConnected = afterAny((_, step): Transition => {
  if (isReady(step.state)) return step;
  const isAsked = (effect: Effect): boolean =>
    effect.kind === 'task' ? effect.asks === true : asks[effect.kind];
  return {...step, effects: step.effects.filter(effect => !isAsked(effect))};
});

/** Which effects send requests as soon as they begin; a task says so itself, a view is asked for after it. */
const asks: Readonly<Record<Exclude<Effect['kind'], 'task'>, boolean>> = {
  load: true,
  more: true,
  read: false,
  write: false,
  connect: false,
  recall: false,
  keep: false,
  tell: false,
  timer: false,
  tick: false,
  cancel: false,
  ring: false,
  copy: false,
  browse: false,
  mouse: false,
  redraw: false,
  suspend: false,
  quit: false,
};

function isReady({connection}: AppState): boolean {
  return connection.status === 'ready';
}

/** Lists whose rows the app has itself show those that came since. */
const appendLocalRows = afterAny((before, step, event, {localLists: local}) => {
  // What an earlier session kept takes the place of all rows.
  if (event.kind === 'restored') return step;
  let {state} = step;
  for (const [name, {added}] of Object.entries(local)) {
    const items = added?.(before, step.state) ?? [];
    if (items.length > 0) state = withLocalRows(state, name, items, false);
  }
  return state === step.state ? step : {...step, state};
});
