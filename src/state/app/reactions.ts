import {previewFollows} from '../layers/preview/preview.ts';
import {homeCountsAgain, staleRead} from '../layers/write/write-update.ts';
import {changeView, findView} from '../model/locations.ts';
import {noticesEnd, say} from '../model/notice.ts';
import {type AppState, currentView} from '../model/state.ts';
import {
  after,
  afterAny,
  type Effect,
  kindOf,
  layersOver,
  type Reaction,
  type Step,
} from '../model/step.ts';
import {keepDrafts} from '../views/form/drafts.ts';
import {fieldFollows} from '../views/form/field-prompt.ts';
import {waitingFormRuns} from '../views/form/form-actions.ts';
import {countsAreKept} from '../views/home/last-counts.ts';
import {rowsAreKept} from '../views/list/last-rows.ts';
import {liftEnds} from '../views/list/lift.ts';
import {withLocalRows} from '../views/list/list-page.ts';
import {siftBegins} from '../views/list/sift.ts';
import {addBesideFollows} from '../views/matrix/add-beside.ts';
import {stagedFollows} from '../views/matrix/staged.ts';
import type {Family} from './family.ts';

/** What follows every event, in this order. */
export function reactionsOf(families: readonly Family[]): readonly Reaction[] {
  return [
    localRowsGrow,
    viewsAreMade,
    keepDrafts,
    stagedFollows,
    addBesideFollows,
    liftEnds,
    waitingFormRuns,
    fieldFollows,
    // What a form that waited for its names ran, may have opened a place.
    viewsAreMade,
    needsFollow,
    siftBegins,
    ...families.flatMap(family => family.reactions ?? []),
    goneLayers,
    aheadEnds,
    staleRead,
    homeCountsAgain,
    countsAreKept,
    rowsAreKept,
    previewFollows,
    noticesEnd,
    readsBegin,
    nothingUntilConnected,
  ];
}

/** What a place looks at is there: a view that is missing is made and read. */
export const viewsAreMade = afterAny((_, step, __, parts) => {
  let {state} = step;
  const effects: Effect[] = [];
  state.locations.forEach(({views, tab, tabs}, i) => {
    const spec = tabs[tab]?.spec;
    if (spec === undefined || views[tab] !== undefined) return;
    const view = kindOf(spec, parts).make(state.nextKey, spec, state, parts);
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
const needsFollow = after(
  ['act', 'prompt', 'mouse', 'write', 'edited', 'resized', 'page', 'answer', 'sifted'],
  (_, step, __, parts) => {
    const view = currentView(step.state);
    const needs = kindOf(view, parts).needs?.(view, step.state);
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
const aheadEnds = afterAny((_, step, __, parts) => {
  const {ahead} = step.state;
  if (ahead === undefined) return step;
  const view = currentView(step.state);
  const isHere = view.key === ahead.view;
  const isOver = layersOver(step.state, parts).length > 0;
  if (isHere && view.load.status !== 'failed' && !isOver) return step;
  const state = {...step.state, ahead: undefined};
  const text = `not read, so not done: ${ahead.keys.join(' ')}`;
  return {...step, state: isHere ? say(state, text, 'warn') : state};
});

/** What lies over a view goes when another view takes its place. */
const goneLayers = afterAny((before, step, _, parts) => {
  if (currentView(before).key === currentView(step.state).key) return step;
  // One that began in this step is over the new view.
  const gone = layersOver(step.state, parts).filter(
    ({name, open, layer}) => open === before[name] && layer.goes?.(open),
  );
  const left = Object.fromEntries(gone.map(({name}) => [name, undefined]));
  return gone.length === 0 ? step : {...step, state: {...step.state, ...left}};
});

/** Each kind of view says itself what reads it. */
const readsBegin = afterAny((_, {state, effects}, __, parts) => ({
  state,
  effects: effects.flatMap(effect => {
    if (effect.kind !== 'read') return [effect];
    const view = findView(state, effect.view);
    const load = view === undefined ? [] : kindOf(view, parts).load(view, parts);
    return effect.resumes
      ? load.flatMap(one => (one.kind === 'load' ? [{...one, resumes: true as const}] : []))
      : load;
  }),
}));

/** Requests of what is opened while the services are being reached are made when they are. */
const nothingUntilConnected = afterAny((_, step): Step => {
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
const localRowsGrow = afterAny((before, step, event, {local}) => {
  // What an earlier session kept takes the place of all rows.
  if (event.kind === 'recalled') return step;
  let {state} = step;
  for (const [name, {added}] of Object.entries(local)) {
    const items = added?.(before, step.state) ?? [];
    if (items.length > 0) state = withLocalRows(state, name, items, false);
  }
  return state === step.state ? step : {...step, state};
});
