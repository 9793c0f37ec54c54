import {withAdminKey} from '../../screens/site/admin-key-update.ts';
import {autoRefreshName, refreshWhenDue} from '../../screens/webhooks/auto-refresh.ts';
import {readKeptWatch} from '../../screens/webhooks/monitor/kept-watch.ts';
import {freshMonitor} from '../../screens/webhooks/monitor/monitor-state.ts';
import {
  startWatch,
  takeDeliveries,
  withMonitor,
} from '../../screens/webhooks/monitor/monitor-update.ts';
import {guessColumns} from '../ask/answer-list.ts';
import {copyMenuKey} from '../layers/copy/copy-menu.ts';
import {helpKey} from '../layers/help/help.ts';
import {previewDue, previewed, withPreview} from '../layers/preview/preview.ts';
import {type PromptEvent, updatePrompt} from '../layers/prompt/prompt-update.ts';
import {withCounts, withFresh} from '../layers/write/stale-views.ts';
import {updateWrite} from '../layers/write/write-update.ts';
import {autoTimer} from '../locations/refresh.ts';
import type {View} from '../model/location.ts';
import {withNoticeEnd} from '../model/notice-end.ts';
import {changeView, findView, loadEffects, localPage, withLocalRows} from '../model/places.ts';
import {bodyLines} from '../model/room.ts';
import type {Sent} from '../model/row.ts';
import {type AppState, currentPlace, currentView} from '../model/state.ts';
import type {AppEvent, Effect} from '../model/step.ts';
import {type Act, kindOf, type Step, stay} from '../model/step.ts';
import {holdTraffic} from '../model/traffic-log.ts';
import {plainResource} from '../views/list/column-choice.ts';
import {withLook} from '../views/list/column-preferences.ts';
import {addPage} from '../views/list/list-page.ts';
import {pageStep} from '../views/list/list-refresh.ts';
import {listNeeds} from '../views/list/list-update.ts';
import {jqDone, runJq} from '../views/text/jq.ts';
import {initialWriting} from '../write/state.ts';
import {keptThings, recall} from './kept.ts';
import {followMouse} from './mouse.ts';
import type {AppParts} from './parts.ts';

/** The whole mind of the terminal app: what an event makes of the state, and what is to be done. Pure. */
export function makeUpdate(parts: AppParts): (state: AppState, event: AppEvent) => Step {
  return (state, event) => {
    const next = withCounts(withFresh(overItsView(state, step(state, event, parts))), event);
    return untilConnected(withNoticeEnd(state, withPreview(next)));
  };
}

/** What lies over a view goes when another view takes its place. */
function overItsView(before: AppState, next: Step): Step {
  const {state} = next;
  const isOver = state.chooser !== undefined || state.copyMenu !== undefined;
  if (!isOver || currentView(before).key === currentView(state).key) return next;
  return {...next, state: {...state, chooser: undefined, copyMenu: undefined}};
}

/** Requests of what is opened while the services are being reached; they are made when they are. */
const asks: ReadonlySet<Effect['kind']> = new Set([
  'load',
  'fetch',
  'run',
  'count',
  'more',
  'fill',
]);

function untilConnected({state, effects}: Step): Step {
  if (state.connection.status === 'ready') return {state, effects};
  return {state, effects: effects.filter(effect => !asks.has(effect.kind))};
}

function step(state: AppState, event: AppEvent, parts: AppParts): Step {
  return withMonitor(state, withAdminKey(state, event, updateScreens(state, event, parts)));
}

function updateScreens(state: AppState, event: AppEvent, parts: AppParts): Step {
  switch (event.kind) {
    case 'act':
      return withNeeds(runAct(state, event.act, parts));
    case 'exchange':
      return stay(logged(state, event));
    case 'promptText':
    case 'promptMove':
    case 'promptDone':
    case 'promptComplete':
    case 'promptCancel':
      return withNeeds(promptStep(state, event, parts));
    case 'resized':
      return withNeeds(stay(resized(state, event.columns, event.rows, parts)));
    case 'clock':
      return refreshWhenDue({...state, nowMs: event.nowMs});
    case 'connected':
      return connected(state, event);
    case 'slow':
      return stay(
        changeView(state, event.view, view =>
          view.load.status === 'loading' ? {...view, load: {status: 'loading', shown: true}} : view,
        ),
      );
    case 'sent':
      return stay(
        changeView(state, event.view, view => ({...view, sent: withSent(view.sent, event)})),
      );
    case 'page':
      return withNeeds(
        pageStep(
          state,
          changeView(state, event.view, view => pageArrived(state, view, event)),
          event.view,
        ),
      );
    case 'changesOver':
      return stay(
        changeView(state, event.view, view =>
          view.kind === 'list' ? {...view, changed: new Map()} : view,
        ),
      );
    case 'answer':
      return stay(changeView(state, event.view, view => answered(state, view, event, parts)));
    case 'failed':
      return stay(failed(state, event));
    case 'picks':
      return stay(
        changeView(state, event.view, view =>
          view.kind === 'form' ? {...view, picks: event.picks} : view,
        ),
      );
    case 'filled':
      return stay(changeView(state, event.view, view => fillRow(view, event)));
    case 'count':
      return stay(
        changeView(state, event.view, view =>
          view.kind === 'home'
            ? {
                ...view,
                load: {status: 'ready', atMs: state.nowMs},
                counts: {...view.counts, [event.entry]: event.count},
              }
            : view,
        ),
      );
    case 'mouse':
      return withNeeds(followMouse(state, event.act, parts));
    case 'background':
      return stay({...state, look: {...state.look, lightTerminal: event.light}});
    case 'recalled':
      return recalled(state, event);
    case 'deliveries':
      return takeDeliveries(state, event);
    case 'autoDue':
      return autoDue(state, event.view);
    case 'copyMenuKey':
      return copyMenuKey(state, event.key);
    case 'previewDue':
      return previewDue(state, event.about);
    case 'previewed':
      return stay(previewed(state, event));
    case 'helpKey': {
      const {state: next, run} = helpKey(state, event.key, parts.keys);
      return run === undefined ? stay(next) : withNeeds(runAct(next, run, parts));
    }
    case 'jqDue':
      return state.prompt?.kind === 'jq'
        ? runJq(state, event.view, event.filter, false)
        : stay(state);
    case 'jqDone':
      return jqDone(state, event);
    case 'noticeOver':
      return stay(state.notice === event.notice ? {...state, notice: undefined} : state);
    case 'write':
      return withNeeds(updateWrite(state, event.event));
    case 'calm':
      return stay({...state, interrupted: false, notice: undefined});
    case 'notice':
      return stay({...state, notice: event.notice});
  }
}

/** What an earlier session kept; a watch that was on begins again. */
function recalled(state: AppState, {name, text}: Extract<AppEvent, {kind: 'recalled'}>): Step {
  const known = recall(state, name, text);
  // Opened at once, its list was there before what belongs into it.
  const view = currentView(known);
  const isShown = view.kind === 'list' && view.resource.local === name;
  const next = isShown ? changeView(known, view.key, () => withLocalRows(view, known)) : known;
  const begins = name === 'monitor' && next.monitor.status.kind === 'off';
  if (begins && readKeptWatch(text)?.on) return startWatch(next);
  return name === autoRefreshName ? refreshWhenDue(next) : stay(next);
}

/** Read a list again unless it is off the screen or still being read; then wait for the next time. */
function autoDue(state: AppState, key: number): Step {
  const view = findView(state, key);
  if (view?.kind !== 'list' || !view.auto) return stay(state);
  const again = autoTimer(key);
  const idle = currentView(state).key === key && view.load.status !== 'loading';
  if (!idle || state.prompt !== undefined) return {state, effects: [again]};
  const loading = {status: 'loading', shown: false} as const;
  const next = changeView(state, key, () => ({...view, load: loading}));
  return {
    state: next,
    effects: [...loadEffects({...view, load: loading}, currentPlace(state)), again],
  };
}

const besideKept = 200;

/** The commands of a view with one more; of those for its parts only so many are kept. */
function withSent(
  known: readonly Sent[],
  {sent, beside}: Extract<AppEvent, {kind: 'sent'}>,
): readonly Sent[] {
  if (known.some(({command}) => command === sent.command)) return known;
  if (!beside) return [...known, sent];
  return known.length >= besideKept ? known : [...known.slice(0, -1), sent, ...known.slice(-1)];
}

const logKept = 1000;

/** A request that ended goes into the log, and onto the screen when the log is looked at. */
function logged(state: AppState, event: Extract<AppEvent, {kind: 'exchange'}>): AppState {
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
  const next = {
    ...state,
    requests: number,
    log: [...state.log.slice(1 - logKept), entry],
    traffic: traffic === undefined ? state.traffic : holdTraffic(state.traffic, number, traffic),
  };
  const page = localPage([entry], false, event.atMs);
  const logs = next.places
    .flatMap(place => Object.values(place.views))
    .filter(view => view.kind === 'list' && view.resource.local === 'log');
  return logs.reduce(
    (shown, {key}) =>
      changeView(shown, key, view =>
        view.kind === 'list' ? addPage(view, page, bodyLines(next)) : view,
      ),
    next as AppState,
  );
}

function promptStep(state: AppState, event: PromptEvent, parts: AppParts): Step {
  const {state: next, run, effects = []} = updatePrompt(state, event, parts.commands);
  const step = run === undefined ? stay(next) : runAct(next, run, parts);
  return {...step, effects: [...effects, ...step.effects]};
}

/** Do what the user asks for: the notice that was there goes, unless there is a new one. */
function runAct(before: AppState, act: Act, parts: AppParts): Step {
  const {state, effects} = act(before, parts);
  const isOld = state.notice !== undefined && state.notice === before.notice;
  return {state: isOld ? {...state, notice: undefined} : state, effects};
}

/** A list on the screen may need more pages or fills after anything that moved it. */
function withNeeds(step: Step): Step {
  const view = currentView(step.state);
  if (view.kind !== 'list') return step;
  const needs = listNeeds(view, step.state);
  return {
    state: needs.view === view ? step.state : changeView(step.state, view.key, () => needs.view),
    effects: [...step.effects, ...needs.effects],
  };
}

function answered(
  state: AppState,
  view: View,
  {text, atMs}: Extract<AppEvent, {kind: 'answer'}>,
  parts: AppParts,
): View {
  const ready = {...view, load: {status: 'ready', atMs} as const};
  return kindOf(view, parts).answered?.(ready, text, state) ?? view;
}

function pageArrived(state: AppState, view: View, page: Extract<AppEvent, {kind: 'page'}>): View {
  if (view.kind !== 'list') return view;
  const {resource} = view;
  const isGuess = resource.guessed === true && (page.first || resource.columns.length === 0);
  const guess = () =>
    withLook({...view, resource: guessColumns(plainResource(resource), page.items)}, state.looks);
  const known = isGuess ? guess() : view;
  if (known.kind !== 'list') return view;
  return addPage(known, page, bodyLines(state));
}

/** A failed refresh keeps what is on the screen and says so in a notice; a failed first load shows why. */
function failed(state: AppState, event: Extract<AppEvent, {kind: 'failed'}>): AppState {
  const view = findView(state, event.view);
  if (view === undefined) return state;
  const {trouble} = event;
  const hasContent =
    (view.kind === 'list' && view.rows.length > 0) || ('text' in view && view.text !== '');
  const load = hasContent
    ? ({status: 'ready', atMs: state.nowMs} as const)
    : ({status: 'failed', trouble} as const);
  const next = changeView(state, event.view, v => ({...v, load}));
  if (!hasContent) return next;
  const text = `${trouble.title}: ${trouble.text.split('\n')[0]}`;
  return {...next, notice: {text, tone: 'bad'}};
}

function fillRow(view: View, event: Extract<AppEvent, {kind: 'filled'}>): View {
  if (view.kind !== 'list') return view;
  const rows = view.rows.map(row =>
    row.id === event.row ? {...row, filled: {...row.filled, [event.pointer]: event.value}} : row,
  );
  return {...view, rows};
}

function resized(state: AppState, columns: number, rows: number, parts: AppParts): AppState {
  const sized = {...state, columns, rows};
  const view = currentView(sized);
  return changeView(sized, view.key, () => kindOf(view, parts).settle?.(view, sized) ?? view);
}

/** The services are there: what waits on the screen is loaded. */
function connected(state: AppState, event: Extract<AppEvent, {kind: 'connected'}>): Step {
  const {bell, window} = state.monitor;
  const monitor = {...freshMonitor, bell, window};
  const next = {
    ...state,
    connection: event.connection,
    session: event.session,
    monitor,
    // Another profile has its own journal, leave to write, looks and saved views.
    write: undefined,
    writing: {...initialWriting, dry: state.writing.dry},
    journal: [],
    looks: {},
    savedViews: [],
  };
  return {
    state: next,
    effects: [
      ...next.places.flatMap(place =>
        Object.values(place.views)
          .filter(view => view.load.status === 'loading')
          .flatMap(view => loadEffects(view, place)),
      ),
      {kind: 'recall', names: keptThings.map(thing => thing.name)},
    ],
  };
}
