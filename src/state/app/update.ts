import {guessColumns} from '../ask/answer-list.ts';
import {lineOfTrouble} from '../ask/trouble.ts';
import {thingsFound} from '../layers/palette/find-things.ts';
import {updatePrompt} from '../layers/prompt/prompt.ts';
import type {PromptEvent} from '../layers/prompt/state.ts';
import {updateWrite} from '../layers/write/write-update.ts';
import type {Sent} from '../model/call.ts';
import {loadLeft} from '../model/load.ts';
import type {View} from '../model/location.ts';
import {changeOf, changeView, findView, viewsIn, withView} from '../model/locations.ts';
import {bodyLines} from '../model/room.ts';
import {type AppState, currentView} from '../model/state.ts';
import {
  type Act,
  type AppEvent,
  type Effect,
  type EventOf,
  kindOf,
  type Step,
  stay,
} from '../model/step.ts';
import {holdTraffic} from '../model/traffic-log.ts';
import {edited} from '../views/form/edit-outside.ts';
import {plainResource} from '../views/list/column-choice.ts';
import {comingTo} from '../views/list/fold.ts';
import {addPage, pageStep, withLocalRows} from '../views/list/list-page.ts';
import {withPreference} from '../views/list/preferences.ts';
import {rowsMade, sifted} from '../views/list/sift.ts';
import type {ListView} from '../views/list/state.ts';
import {initialWriting} from '../write/state.ts';
import {followMouse} from './move.ts';
import type {AppParts} from './parts.ts';

/**
 * Make the reducer of the terminal app: the next state and its effects for an event. An error in the
 * handling of an event leaves the state unchanged, one in a reaction skips that reaction alone.
 *
 * @param onFault receives such an error
 */
export function makeUpdate(
  parts: AppParts,
  onFault: (error: unknown) => void,
): (state: AppState, event: AppEvent) => Step {
  const guarded = (run: () => Step, otherwise: Step): Step => {
    try {
      return run();
    } catch (error) {
      onFault(error);
      return otherwise;
    }
  };
  return (state, event) =>
    parts.reactions.reduce(
      (step, {kinds, react}) =>
        kinds?.has(event.kind) === false
          ? step
          : guarded(() => react(state, step, event, parts), step),
      guarded(() => handle(rowsMade(state, event), event, parts), stay(state)),
    );
}

function handle(state: AppState, event: AppEvent, parts: AppParts): Step {
  switch (event.kind) {
    case 'act':
      return runAct(state, event.act, parts);
    case 'exchange':
      return stay(logged(state, event));
    case 'prompt':
      return promptStep(state, event.event, parts);
    case 'resized':
      return stay(resized(state, event.columns, event.rows, parts));
    case 'clock':
      return stay({...state, nowMs: event.nowMs});
    case 'connected':
      return connected(state, event, parts);
    case 'slow':
      return stay(
        changeView(state, event.view, view =>
          view.load.status === 'loading' ? {...view, load: {...view.load, shown: true}} : view,
        ),
      );
    case 'sent':
      return stay(
        changeView(state, event.view, view => ({...view, sent: withSent(view.sent, event)})),
      );
    case 'page':
      return pageStep(
        state,
        changeOf(state, 'list', event.view, view => pageArrived(state, view, event)),
        event.view,
      );
    case 'sifted':
      return stay(sifted(state, event.view));
    case 'changesOver':
      return stay(changeOf(state, 'list', event.view, view => ({...view, changed: new Map()})));
    case 'answer':
      return stay(changeView(state, event.view, view => answered(state, view, event, parts)));
    case 'failed':
      return stay(failed(state, event, parts));
    case 'edited':
      return edited(state, event);
    case 'count':
      return stay(
        changeOf(state, 'home', event.view, view => ({
          ...view,
          load: {status: 'ready', atMs: state.nowMs},
          counts: {...view.counts, [event.entry]: event.count},
        })),
      );
    case 'mouse':
      return followMouse(state, event.act, parts);
    case 'background':
      return stay({...state, look: {...state.look, lightTerminal: event.light}});
    case 'recalled':
      return recalled(state, event, parts);
    case 'news':
      return event.take(state, parts);
    case 'found':
      return foundThings(thingsFound(state, event, parts.commands), parts);
    case 'write':
      return updateWrite(state, event.event, parts);
    case 'calm':
      return stay({...state, interrupted: false, notice: undefined});
    case 'notice':
      return stay({...state, notice: event.notice});
  }
}

/** What an earlier session kept, and what begins by it. */
function recalled(
  state: AppState,
  {name, text}: EventOf<'recalled'>,
  {kept, local}: AppParts,
): Step {
  const thing = kept.find(one => one.name === name);
  if (thing === undefined) return stay(state);
  const known = thing.recalled(state, text);
  // Opened at once, its list was there before what belongs into it.
  const rows = local[name]?.rows?.(known);
  const next = rows === undefined ? known : withLocalRows(known, name, rows);
  return thing.begins?.(next, text) ?? stay(next);
}

const besideKept = 200;

/** The commands of a view with one more; of those for its parts only so many are kept. */
function withSent(known: readonly Sent[], {sent, beside}: EventOf<'sent'>): readonly Sent[] {
  if (known.some(({command}) => command === sent.command)) return known;
  if (!beside) return [...known, sent];
  return known.length >= besideKept ? known : [...known.slice(0, -1), sent, ...known.slice(-1)];
}

const logKept = 1000;

/** A request that ended goes into the log, and onto the screen when the log is looked at. */
function logged(state: AppState, event: EventOf<'exchange'>): AppState {
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
  return {
    ...withAgain(state, event),
    requests: number,
    log: [...state.log.slice(1 - logKept), entry],
    traffic: traffic === undefined ? state.traffic : holdTraffic(state.traffic, number, traffic),
  };
}

/** A view that waits for what is asked again says so. */
function withAgain(state: AppState, {exchange, command, atMs}: EventOf<'exchange'>): AppState {
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

/** What was found is offered; where enter was pressed already, it goes there. */
function foundThings(state: AppState, parts: AppParts): Step {
  const {prompt} = state;
  if (prompt?.kind !== 'palette' || !prompt.goes || prompt.asking > 0) return stay(state);
  const rested = {...state, prompt: {...prompt, goes: false}};
  return promptStep(rested, {kind: 'done'}, parts);
}

function promptStep(state: AppState, event: PromptEvent, parts: AppParts): Step {
  const {state: next, run, effects = []} = updatePrompt(state, event, parts);
  const step = run === undefined ? stay(next) : runAct(next, run, parts);
  return {...step, effects: [...effects, ...step.effects]};
}

/** Do what the user asks for: the notice that was there goes, unless there is a new one. */
function runAct(before: AppState, act: Act, parts: AppParts): Step {
  const {state, effects} = act(before, parts);
  const isOld = state.notice !== undefined && state.notice === before.notice;
  return {state: isOld ? {...state, notice: undefined} : state, effects};
}

function answered(
  state: AppState,
  view: View,
  {text, atMs}: EventOf<'answer'>,
  parts: AppParts,
): View {
  const ready = {...view, load: {status: 'ready', atMs} as const};
  return kindOf(view, parts).answered?.(ready, text, state) ?? view;
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
  return comingTo(isGuess ? guess() : view, whole => addPage(whole, page, lines), lines);
}

/** A failed refresh keeps what is on the screen and says so in a notice; a failed first load shows why. */
function failed(state: AppState, event: EventOf<'failed'>, parts: AppParts): AppState {
  const view = findView(state, event.view);
  if (view === undefined) return state;
  const {trouble} = event;
  const hasContent = kindOf(view, parts).hasContent?.(view) ?? false;
  const load = hasContent
    ? loadLeft(view.load, 'failed', state.nowMs)
    : ({status: 'failed', trouble} as const);
  const next = changeView(state, event.view, v => ({...v, load}));
  if (!hasContent) return next;
  const todo = 'more' in view && view.more ? 'G reads on' : 'r tries again';
  const text = `${lineOfTrouble(trouble)} · ${todo}`;
  return {...next, notice: {text, tone: 'bad'}};
}

function resized(state: AppState, columns: number, rows: number, parts: AppParts): AppState {
  const sized = {...state, columns, rows};
  const view = currentView(sized);
  return withView(sized, kindOf(view, parts).settle?.(view, sized) ?? view);
}

/** The services are there: what waits on the screen is loaded. */
function connected(state: AppState, event: EventOf<'connected'>, {kept}: AppParts): Step {
  const next = {
    ...state,
    connection: event.connection,
    session: event.session,
    // Another profile has its own journal, leave to write, looks, saved views, what was chosen in the
    // palette, and what families know.
    own: {},
    recent: [],
    write: undefined,
    writing: {...initialWriting, dry: state.writing.dry},
    journal: [],
    preferences: {},
    savedViews: [],
    lastCounts: undefined,
    lastRows: undefined,
  };
  const waiting = viewsIn(next.locations).filter(view => view.load.status === 'loading');
  const things = kept.map(({name, scope}) => ({name, scope}));
  return {
    state: next,
    effects: [
      ...waiting.map(({key}): Effect => ({kind: 'read', view: key})),
      {kind: 'recall', things},
    ],
  };
}
