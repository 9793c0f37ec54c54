import {changeView, findView} from '../model/locations.ts';
import {expireNotice, showNotice} from '../model/notice.ts';
import {type AppState, currentView} from '../model/state.ts';
import {
  afterEvents,
  afterEveryEvent,
  type Effect,
  kindOf,
  openOverlays,
  type PersistedState,
  type Reaction,
  type Transition,
} from '../model/transition.ts';
import {nameLocation} from '../overlays/palette/name-location.ts';
import type {PaletteCommand} from '../overlays/palette/palette-command.ts';
import {indexAfterCounts} from '../overlays/palette/read-names.ts';
import {updatePreview} from '../overlays/preview/preview.ts';
import {offerSignIn} from '../overlays/prompt/sign-in.ts';
import {askItemPermissions} from '../overlays/write/ask-item-permissions.ts';
import {nameIds} from '../overlays/write/name-ids.ts';
import {replaceReport} from '../overlays/write/run-stage.ts';
import {refreshHomeCounts, refreshStaleView} from '../overlays/write/write-update.ts';
import {persistDrafts} from '../views/form/drafts.ts';
import {openFieldUnderCursor} from '../views/form/field-prompt.ts';
import {runWaitingForm} from '../views/form/form-actions.ts';
import {rememberHomeCounts} from '../views/home/last-counts.ts';
import {startFiltering} from '../views/list/incremental-filter.ts';
import {rememberRows} from '../views/list/last-rows.ts';
import {withLocalRows} from '../views/list/list-page.ts';
import {endReorder} from '../views/list/reorder.ts';
import {openAddBeside} from '../views/matrix/add-beside.ts';
import {syncStaged} from '../views/matrix/staged.ts';
import {forgetItemPermissions} from '../write/item-permissions.ts';
import {readPermissions} from '../write/permissions.ts';
import type {Feature} from './feature.ts';
import {runWaitingLine} from './prompt-step.ts';

/** The reactions to every event, in order. */
export function reactionsOf(
  families: readonly Feature[],
  commands: readonly PaletteCommand[],
  persisted: readonly PersistedState[],
): readonly Reaction[] {
  return [
    appendLocalRows,
    createMissingViews,
    persistDrafts,
    syncStaged,
    openAddBeside,
    endReorder,
    runWaitingForm,
    // A form that waited for name lookups may have opened a location.
    createMissingViews,
    openFieldUnderCursor,
    loadMore,
    startFiltering,
    offerSignIn,
    readPermissions,
    forgetItemPermissions,
    askItemPermissions,
    ...families.flatMap(family => family.reactions ?? []),
    replaceReport,
    runWaitingLine(commands),
    // The view behind the form may never have been shown.
    createMissingViews,
    closeOverlays,
    nameIds,
    dropWaitingKeys,
    refreshStaleView,
    refreshHomeCounts,
    rememberHomeCounts,
    indexAfterCounts,
    nameLocation,
    rememberRows,
    persistChanges(persisted),
    updatePreview,
    expireNotice,
    startReads,
    blockUntilConnected,
  ];
}

/**
 * Persist the parts of the state that an event changed, except a restored part and those of another
 * profile.
 */
const persistChanges = (parts: readonly PersistedState[]): Reaction =>
  afterEveryEvent((before, step, event) => {
    if (event.kind === 'connected') return step;
    const changed = parts.filter(({name}) => event.kind !== 'restored' || event.name !== name);
    const effects = changed.flatMap(part => persistChange(part, before, step.state));
    return effects.length === 0 ? step : {...step, effects: [...step.effects, ...effects]};
  });

/** The effect that stores a part of the state if it changed. */
export function persistChange(
  {name, scope, value, text = state => JSON.stringify(value?.(state))}: PersistedState,
  before: AppState,
  after: AppState,
): readonly Effect[] {
  if (value === undefined || value(before) === value(after)) return [];
  const next = text(after);
  return next === undefined || next === text(before)
    ? []
    : [{kind: 'persist', name, scope, text: next}];
}

/** Create and load the view of the current tab if it does not exist yet. */
export const createMissingViews = afterEveryEvent((_, step, __, registry) => {
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
 * Any event that moves the view may require more pages or fills; failures and task results do not,
 * since they would repeat the same request forever.
 */
const loadMore = afterEvents(
  ['act', 'prompt', 'mouse', 'write', 'edited', 'resized', 'page', 'response', 'filtered'],
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
 * Drop keys that were typed ahead if their view closes, cannot be read, or is covered by an
 * overlay; report this.
 */
const dropWaitingKeys = afterEveryEvent((_, step, __, registry) => {
  const {typeAhead} = step.state;
  if (typeAhead === undefined) return step;
  const view = currentView(step.state);
  const isHere = view.key === typeAhead.view;
  const isOver = openOverlays(step.state, registry).length > 0;
  if (isHere && view.load.status !== 'failed' && !isOver) return step;
  const state = {...step.state, typeAhead: undefined};
  const text = `loading failed; keys ignored: ${typeAhead.keys.join(' ')}`;
  return {...step, state: isHere ? showNotice(state, text, 'warn') : state};
});

/** Close the overlays of a view that is replaced by another. */
const closeOverlays = afterEveryEvent((before, step, _, registry) => {
  if (currentView(before).key === currentView(step.state).key) return step;
  // An overlay opened by this event belongs to the new view.
  const gone = openOverlays(step.state, registry).filter(
    ({name, open, layer}) => open === before[name] && layer.closesWithView?.(open),
  );
  const left = Object.fromEntries(gone.map(({name}) => [name, undefined]));
  return gone.length === 0 ? step : {...step, state: {...step.state, ...left}};
});

/** Each kind of view supplies the effects that read it. */
const startReads = afterEveryEvent((_, {state, effects}, __, registry) => ({
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

/** Defer requests of views opened before the services are connected. */
const blockUntilConnected = afterEveryEvent((_, step): Transition => {
  if (isReady(step.state)) return step;
  const isAsked = (effect: Effect): boolean =>
    effect.kind === 'task' ? effect.asks === true : asks[effect.kind];
  return {...step, effects: step.effects.filter(effect => !isAsked(effect))};
});

/**
 * Effects that send requests when they start. A task declares this itself, and requests it again
 * through its view.
 */
const asks: Readonly<Record<Exclude<Effect['kind'], 'task'>, boolean>> = {
  load: true,
  more: true,
  read: false,
  write: false,
  connect: false,
  recall: false,
  persist: false,
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

/** Append new rows to lists whose rows come from the app itself. */
const appendLocalRows = afterEveryEvent((before, step, event, {localLists: local}) => {
  // Restored rows replace all rows.
  if (event.kind === 'restored') return step;
  let {state} = step;
  for (const [name, {added}] of Object.entries(local)) {
    const items = added?.(before, step.state) ?? [];
    if (items.length > 0) state = withLocalRows(state, name, items, false);
  }
  return state === step.state ? step : {...step, state};
});
