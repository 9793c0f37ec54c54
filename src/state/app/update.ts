import type {RequestedWait} from '../../api/pace.ts';
import {errorText} from '../ask/error-summary.ts';
import {guessColumns} from '../ask/response-list.ts';
import {withObjectName} from '../locations/object-name.ts';
import {endLoad, slowMs} from '../model/load.ts';
import type {View} from '../model/location.ts';
import {
  changeView,
  changeViewOfKind,
  findView,
  slowTimer,
  viewsIn,
  withView,
} from '../model/locations.ts';
import type {RequestCommand} from '../model/params.ts';
import {type AppState, currentView} from '../model/state.ts';
import {addTraffic} from '../model/traffic-log.ts';
import {
  type AppEvent,
  type Effect,
  type EventOf,
  kindOf,
  noEffects,
  type Transition,
} from '../model/transition.ts';
import {bodyLines} from '../model/viewport.ts';
import {addNames} from '../overlays/palette/name-index.ts';
import {addSearchResults} from '../overlays/palette/run-search.ts';
import {updateWrite} from '../overlays/write/write-update.ts';
import {applyEditedText} from '../views/form/edit-in-editor.ts';
import {addTreeRows} from '../views/list/collapse.ts';
import {plainResource} from '../views/list/column-choice.ts';
import {finishFiltering, withFilteredRows} from '../views/list/incremental-filter.ts';
import {addPage, pageStep, withLocalRows} from '../views/list/list-page.ts';
import {withPreference} from '../views/list/preferences.ts';
import type {ListView} from '../views/list/state.ts';
import {initialWriting} from '../write/state.ts';
import {followMouse} from './move.ts';
import {promptStep, runAction} from './prompt-step.ts';
import {persistChange} from './reactions.ts';
import type {AppRegistry} from './registry.ts';

/**
 * Make the reducer of the terminal app: the next state and its effects for an event. An error in
 * the handling of an event leaves the state unchanged, one in a reaction skips that reaction alone.
 *
 * @param onFault receives such an error
 */
export function makeUpdate(
  registry: AppRegistry,
  onFault: (error: unknown) => void,
): (state: AppState, event: AppEvent) => Transition {
  const guarded = (run: () => Transition, otherwise: Transition): Transition => {
    try {
      return run();
    } catch (error) {
      onFault(error);
      return otherwise;
    }
  };
  return (state, event) =>
    registry.reactions.reduce(
      (step, {kinds, react}) =>
        kinds?.has(event.kind) === false
          ? step
          : guarded(() => react(state, step, event, registry), step),
      guarded(() => handle(withFilteredRows(state, event), event, registry), noEffects(state)),
    );
}

function handle(state: AppState, event: AppEvent, registry: AppRegistry): Transition {
  switch (event.kind) {
    case 'act':
      return runAction(state, event.act, registry);
    case 'exchange':
      return noEffects(logRequest(state, event));
    case 'prompt':
      return promptStep(state, event.event, registry);
    case 'resized':
      return noEffects(resize(state, event.columns, event.rows, registry));
    case 'clock':
      return noEffects({...state, nowMs: event.nowMs});
    case 'limited':
      return withRateLimit(state, event.wait);
    case 'connected':
      return startConnected(state, event, registry);
    case 'slow':
      return slowStep(state, event);
    case 'sent':
      return noEffects(
        changeView(state, event.view, view => ({...view, sent: withSent(view.sent, event)})),
      );
    case 'page':
      return pageStep(
        state,
        changeViewOfKind(state, 'list', event.view, view => pageArrived(state, view, event)),
        event.view,
      );
    case 'filtered':
      return noEffects(finishFiltering(state, event.view));
    case 'changesOver':
      return noEffects(
        changeViewOfKind(state, 'list', event.view, view => ({...view, changed: new Map()})),
      );
    case 'response':
      return noEffects(
        withObjectName(
          changeView(state, event.view, view => applyResponse(state, view, event, registry)),
          event.view,
        ),
      );
    case 'failed':
      return noEffects(applyFailure(state, event, registry));
    case 'edited':
      return applyEditedText(state, event);
    case 'count':
      return noEffects(withCount(state, event));
    case 'mouse':
      return followMouse(state, event.act, registry);
    case 'background':
      return noEffects({...state, look: {...state.look, lightTerminal: event.light}});
    case 'restored':
      return restorePersisted(state, event, registry);
    case 'taskResult':
      return event.take(state, registry);
    case 'found':
      return noEffects(addSearchResults(state, event, registry.commands));
    case 'named':
      return noEffects(addNames(state, event));
    case 'write':
      return updateWrite(state, event.event, registry);
    case 'calm':
      return noEffects({...state, interrupted: false, notice: undefined});
    case 'notice':
      return noEffects({...state, notice: event.notice});
  }
}

/**
 * Show that a view is loading; after two seconds also the age of its request, updated each second.
 */
function slowStep(state: AppState, {view: key, ageMs}: EventOf<'slow'>): Transition {
  if (findView(state, key)?.load.status !== 'loading') return noEffects(state);
  const age = ageMs < slowMs ? {} : {ageMs};
  const next = changeView(state, key, view =>
    view.load.status === 'loading' ? {...view, load: {...view.load, shown: true, ...age}} : view,
  );
  return {state: next, effects: [slowTimer(key, ageMs)]};
}

/** Restore persisted state of an earlier session, with its follow-up effects. */
function restorePersisted(
  state: AppState,
  {name, text}: EventOf<'restored'>,
  {persisted: kept, localLists: local}: AppRegistry,
): Transition {
  const thing = kept.find(one => one.name === name);
  if (thing === undefined) return noEffects(state);
  const known = thing.restore(state, text);
  // The list may open before its stored rows arrive.
  const rows = local[name]?.rows?.(known);
  const next = rows === undefined ? known : withLocalRows(known, name, rows);
  const {state: after, effects} = thing.onRestore?.(next, text) ?? noEffects(next);
  return {state: after, effects: [...persistChange(thing, next, after), ...effects]};
}

const maxSideCommands = 200;

/** Append a command to those of a view; commands for parts of the view are limited. */
function withSent(
  known: readonly RequestCommand[],
  {sent, beside}: EventOf<'sent'>,
): readonly RequestCommand[] {
  if (known.some(({command}) => command === sent.command)) return known;
  if (!beside) return [...known, sent];
  return known.length >= maxSideCommands
    ? known
    : [...known.slice(0, -1), sent, ...known.slice(-1)];
}

const maxLogEntries = 1000;

/** Add a finished request to the log, and to the screen if it shows the log. */
function logRequest(state: AppState, event: EventOf<'exchange'>): AppState {
  const {method, url, status, durationMs, attempt, bytes, cached} = event.exchange;
  const number = state.requests + 1;
  const entry = JSON.stringify({
    number,
    at: event.atMs,
    status: status === undefined ? 'none' : String(status),
    duration_ms: Math.round(durationMs),
    bytes,
    attempt,
    cached,
    method,
    url,
    command: event.command,
  });
  const {traffic} = event;
  const {connection} = state;
  const isFirst = connection.status === 'ready' && !connection.hasAnswered;
  const isSuccess = status !== undefined && status < 300;
  return {
    ...withRetry(state, event),
    ...(isFirst && isSuccess && {connection: {...connection, hasAnswered: true}}),
    requests: number,
    log: [...state.log.slice(1 - maxLogEntries), entry],
    traffic: traffic === undefined ? state.traffic : addTraffic(state.traffic, number, traffic),
  };
}

/** Show in the header until when requests wait for the rate limit. */
function withRateLimit(state: AppState, wait: RequestedWait | undefined): Transition {
  const next = {...state, limitedUntilMs: wait?.untilMs};
  if (wait === undefined) return noEffects(next);
  const ended = {kind: 'timer', slot: 'limited', ms: wait.ms, event: {kind: 'limited'}} as const;
  return {state: next, effects: [ended]};
}

/** Show on the waiting view that its request is being retried. */
function withRetry(state: AppState, {exchange, command, atMs}: EventOf<'exchange'>): AppState {
  const {status, againMs} = exchange;
  if (againMs === undefined) return state;
  const again = {status, atMs: atMs + againMs};
  return viewsIn(state.locations)
    .filter(view => view.sent.some(sent => sent.command === command))
    .reduce(
      (now, {key}) =>
        changeView(now, key, view =>
          view.load.status === 'loading' ? {...view, load: {...view.load, again}} : view,
        ),
      state,
    );
}

/** Add a count to home, which is loading until the server has responded to one of its requests. */
function withCount(state: AppState, {view: key, entry, count}: EventOf<'count'>): AppState {
  return changeViewOfKind(state, 'home', key, view => {
    const isAnswer = count.status === 'failed' || (count.status === 'ready' && count.text !== '');
    const load = isAnswer ? ({status: 'ready', atMs: state.nowMs} as const) : view.load;
    return {...view, load, counts: {...view.counts, [entry]: count}};
  });
}

function applyResponse(
  state: AppState,
  view: View,
  {text, atMs}: EventOf<'response'>,
  registry: AppRegistry,
): View {
  const ready = {...view, load: {status: 'ready', atMs} as const};
  return kindOf(view, registry).onResponse?.(ready, text, state) ?? view;
}

function pageArrived(state: AppState, view: ListView, page: EventOf<'page'>): ListView {
  const {resource} = view;
  const isGuess = resource.guessed === true && (page.first || resource.columns.length === 0);
  const guess = () =>
    withPreference(
      {...view, resource: guessColumns(plainResource(resource), page.items)},
      state.preferences[resource.id],
    );
  const lines = bodyLines(state);
  return addTreeRows(isGuess ? guess() : view, whole => addPage(whole, page, lines), lines);
}

/**
 * A failed refresh keeps the content and shows a notice; a failed first load shows the reason in
 * the view.
 */
function applyFailure(state: AppState, event: EventOf<'failed'>, registry: AppRegistry): AppState {
  const view = findView(state, event.view);
  if (view === undefined) return state;
  const {trouble} = event;
  const hasContent = kindOf(view, registry).hasContent?.(view) ?? false;
  const load = hasContent
    ? endLoad(view.load, 'failed', state.nowMs)
    : ({status: 'failed', trouble} as const);
  const next = changeView(state, event.view, v => ({...v, load}));
  if (!hasContent) return next;
  const todo = 'more' in view && view.more ? 'G continues' : 'r retries';
  const text = `${errorText(trouble)} · ${todo}`;
  return {...next, notice: {text, tone: 'bad'}};
}

function resize(state: AppState, columns: number, rows: number, registry: AppRegistry): AppState {
  const sized = {...state, columns, rows};
  const view = currentView(sized);
  return withView(sized, kindOf(view, registry).clampCursor?.(view, sized) ?? view);
}

/** The services are connected: start the deferred loads on the screen. */
function startConnected(
  state: AppState,
  event: EventOf<'connected'>,
  {persisted: kept}: AppRegistry,
): Transition {
  const next = {
    ...state,
    connection: event.connection,
    session: event.session,
    // Another profile has its own journal, write mode, preferences, saved views, recent commands
    // and feature state.
    own: {},
    recent: [],
    write: undefined,
    writing: {...initialWriting, dry: state.writing.dry, stages: state.writing.stages ?? false},
    journal: [],
    preferences: {},
    savedViews: [],
    lastCounts: undefined,
    lastRows: undefined,
    isRestored: false,
  };
  const waiting = viewsIn(next.locations).filter(view => view.load.status === 'loading');
  const items = kept.map(({name, scope}) => ({name, scope}));
  return {
    state: next,
    effects: [
      ...waiting.map(({key}): Effect => ({kind: 'read', view: key})),
      {kind: 'recall', items},
    ],
  };
}
