import {paramsFromRow} from './call.ts';
import type {Effect} from './effect.ts';
import type {Command} from './event.ts';
import {homeEntries} from './home-entries.ts';
import {readPointer} from './json-value.ts';
import {moveCursor, nextSort, rowAtCursor, settleCursor} from './list-update.ts';
import {
  type AppState,
  bodyLines,
  currentPlace,
  currentView,
  type HomeView,
  type ListView,
  type Notice,
  type Row,
  type TextView,
} from './model.ts';
import {openPrompt} from './prompt-update.ts';
import {findScreen, tabsOf} from './screens.ts';
import {linesOfText, matchingLines} from './text-lines.ts';
import {beginCommand, operationTyped} from './typed-command.ts';
import {
  cancelEffect,
  changeView,
  closePlace,
  loadEffects,
  makeView,
  openPlace,
  openTab,
  type Step,
  stay,
} from './views.ts';

const quitWithinMs = 1500;

/** Do what a key asks for. */
export function runCommand(before: AppState, command: Command): Step {
  const state = before.notice === undefined ? before : {...before, notice: undefined};
  switch (command.kind) {
    case 'move':
      return scroll(state, at => at + command.by);
    case 'movePage':
      return scroll(state, at => at + Math.trunc(command.pages * bodyLines(state)));
    case 'moveTo':
      return command.end === 'top' ? scroll(state, () => 0) : toBottom(state);
    case 'open':
      return open(state);
    case 'describe':
      return describe(state);
    case 'raw':
      return raw(state);
    case 'back':
      return back(state);
    case 'close':
      return state.places.length > 1 ? closePlace(state) : quit(state);
    case 'refresh':
      return refresh(state);
    case 'autoRefresh':
      return toggleAuto(state);
    case 'sort':
      return changeSort(state, view => nextSort(view, sortable(view)));
    case 'reverse':
      return changeSort(state, ({sort}) => sort && {...sort, reverse: !sort.reverse});
    case 'tab':
      return openTab(state, command.index);
    case 'nextTab': {
      const {tab, tabs} = currentPlace(state);
      return openTab(state, (tab + command.by + tabs.length) % tabs.length);
    }
    case 'prompt':
      return openPrompt(state, command.prompt);
    case 'nextMatch':
      return nextMatch(state, command.by);
    case 'help':
      return stay({...state, help: state.help === undefined ? {top: 0} : undefined});
    case 'copyCommand':
      return copyCommand(state);
    case 'copyId':
      return copyId(state);
    case 'typed':
      return openPlace(state, {
        crumb: command.typed.operation.name,
        tabs: [{title: 'Answer', spec: {kind: 'typed', typed: command.typed}}],
        tab: 0,
      });
    case 'screen':
      return openPlace(state, tabsOf(command.screen, {}));
    case 'interrupt':
      return interrupt(state);
    case 'quit':
      return quit(state);
    case 'goto':
      return goTo(state, command);
  }
}

function scroll(state: AppState, to: (at: number) => number): Step {
  if (state.help) return stay({...state, help: {top: Math.max(0, to(state.help.top))}});
  const view = currentView(state);
  const lines = bodyLines(state);
  switch (view.kind) {
    case 'list':
      return stay(
        changeView(state, view.key, () => ({
          ...moveCursor(view, to(view.cursor), lines),
          toEnd: false,
        })),
      );
    case 'home': {
      const cursor = Math.max(0, Math.min(homeEntries.length - 1, to(view.cursor)));
      return stay(changeView(state, view.key, () => ({...view, cursor})));
    }
    case 'text': {
      const count = linesOfText(view, state).length;
      const top = Math.max(0, Math.min(Math.max(0, count - lines), to(view.top)));
      return stay(changeView(state, view.key, () => ({...view, top})));
    }
  }
}

/** The end of what is there; a list with more on the server reads the rest. */
function toBottom(state: AppState): Step {
  const step = scroll(state, () => Number.MAX_SAFE_INTEGER);
  const view = currentView(state);
  if (state.help || view.kind !== 'list' || !view.more) return step;
  const more: Effect = {kind: 'more', view: view.key, wanted: Number.MAX_SAFE_INTEGER};
  const following = changeView(step.state, view.key, v =>
    v.kind === 'list' ? {...v, toEnd: true} : v,
  );
  return {state: following, effects: [...step.effects, more]};
}

function open(state: AppState): Step {
  const view = currentView(state);
  if (view.kind === 'home') {
    const entry = homeEntries[view.cursor];
    return entry === undefined ? stay(state) : openPlace(state, tabsOf(entry.screen, {}));
  }
  if (view.kind !== 'list') return stay(state);
  const row = rowAtCursor(view);
  if (row === undefined) return stay(state);
  if (view.resource.local === 'profiles') return switchTo(state, row.id);
  if (view.resource.local === 'operations') return openPrompt(state, 'run', beginFor(row));
  const {opens} = view.resource;
  if (opens === undefined) return describe(state);
  return openPlace(state, tabsOf(opens.screen, paramsFromRow(opens.params, row, view.params)));
}

/** Another profile is another world: what was open belongs to the one before. */
function switchTo(state: AppState, profile: string): Step {
  const home = makeView(state.nextKey, {kind: 'home'}, state.nowMs);
  const [first] = state.places;
  if (first === undefined) return stay(state);
  return {
    state: {
      ...state,
      nextKey: state.nextKey + 1,
      places: [{...first, key: state.nextKey, views: {0: home}, tab: 0}],
      connection: {status: 'connecting', text: `Connecting to ${profile}…`},
    },
    effects: [{kind: 'connect', profile}],
  };
}

/** How the command of an operation's row begins. */
function beginFor(row: Row): string {
  const operation = operationTyped(row.id);
  return operation === undefined ? row.id : beginCommand(operation);
}

function describe(state: AppState): Step {
  const view = currentView(state);
  if (view.kind !== 'list') return stay(state);
  const row = rowAtCursor(view);
  if (row === undefined) return stay(state);
  const {describe: how, noun} = view.resource;
  const crumb = `${noun} ${row.name}`;
  const spec = how
    ? ({
        kind: 'describe',
        call: how.call,
        params: paramsFromRow(how.params, row, view.params),
      } as const)
    : ({kind: 'text', form: 'describe', text: row.text} as const);
  return openPlace(state, {crumb, tabs: [{title: 'Describe', spec}], tab: 0});
}

/** The raw form of the row, or of what is being described; pressed again it is readable again. */
function raw(state: AppState): Step {
  const view = currentView(state);
  if (view.kind === 'text') {
    const form = view.form === 'raw' ? 'describe' : 'raw';
    return stay(changeView(state, view.key, () => ({...view, form, top: 0})));
  }
  if (view.kind !== 'list') return stay(state);
  const row = rowAtCursor(view);
  if (row === undefined) return stay(state);
  const spec = {kind: 'text', form: 'raw', text: row.text} as const;
  return openPlace(state, {
    crumb: `${view.resource.noun} ${row.name}`,
    tabs: [{title: 'Raw', spec}],
    tab: 0,
  });
}

/** One layer back: help, search, filter, then the view; never quits. */
function back(state: AppState): Step {
  if (state.help) return stay({...state, help: undefined});
  const view = currentView(state);
  if (view.kind === 'text' && view.search !== '') {
    return stay(changeView(state, view.key, () => ({...view, search: ''})));
  }
  if (view.kind === 'list' && view.filter !== '') {
    const cleared = {...view, filter: ''};
    return stay(changeView(state, view.key, () => settleCursor(cleared, bodyLines(state))));
  }
  return closePlace(state);
}

function refresh(state: AppState): Step {
  const view = currentView(state);
  if (view.kind === 'list' && view.resource.local !== undefined) return stay(state);
  const fixed = view.kind === 'text' && view.call === undefined && view.typed === undefined;
  if (fixed) return stay(state);
  const loading: ListView['load'] = {status: 'loading', shown: false};
  const next = changeView(state, view.key, v => ({...v, load: loading, sent: []}));
  return {state: next, effects: loadEffects(currentView(next), currentPlace(next))};
}

/** Milliseconds between two reads of a list that is refreshed by itself. */
const autoEveryMs = 10_000;

/** Wait for the next time a list is read again by itself. */
export function autoTimer(view: number): Effect {
  return {kind: 'timer', slot: `auto:${view}`, ms: autoEveryMs, event: {kind: 'autoDue', view}};
}

function toggleAuto(state: AppState): Step {
  const view = currentView(state);
  if (view.kind !== 'list') return stay(state);
  const auto = !view.auto;
  const next = changeView(state, view.key, () => ({...view, auto}));
  return auto
    ? {
        state: say(next, 'read again every 10 s; R stops it', 'good'),
        effects: [autoTimer(view.key)],
      }
    : {
        state: say(next, 'no longer read again by itself', 'warn'),
        effects: [{kind: 'cancel', slots: [`auto:${view.key}`]}],
      };
}

function sortable(view: ListView): string[] {
  return view.resource.columns.map(column => column.id);
}

function changeSort(state: AppState, change: (view: ListView) => ListView['sort']): Step {
  const view = currentView(state);
  if (view.kind !== 'list') return stay(state);
  const sorted = {...view, sort: change(view)};
  return stay(changeView(state, view.key, () => settleCursor(sorted, bodyLines(state))));
}

function nextMatch(state: AppState, by: number): Step {
  const view = currentView(state);
  if (view.kind !== 'text') return stay(state);
  const lines = linesOfText(view, state);
  const matches = matchingLines(lines, view.search);
  if (matches.length === 0) return stay(say(state, 'nothing to go to: / searches', 'warn'));
  const after = by > 0 ? matches.find(i => i > view.top) : matches.findLast(i => i < view.top);
  const to = after ?? (by > 0 ? matches[0] : matches.at(-1)) ?? 0;
  return scroll(state, () => to);
}

function copyCommand(state: AppState): Step {
  const command = commandShown(state);
  if (command === undefined) return stay(say(state, 'this view made no request', 'warn'));
  return {state, effects: [{kind: 'copy', text: command, what: 'the command'}]};
}

function copyId(state: AppState): Step {
  const view = currentView(state);
  const row = view.kind === 'list' ? rowAtCursor(view) : undefined;
  if (row === undefined) return stay(say(state, 'nothing is selected', 'warn'));
  const id = row.id.split(' ')[0] ?? '';
  return {state, effects: [{kind: 'copy', text: id, what: id}]};
}

/** The command that gives what is on the screen; on the home screen, that of the selected line. */
export function commandShown(state: AppState): string | undefined {
  const view: HomeView | ListView | TextView = currentView(state);
  if (view.kind === 'list' && view.resource.local !== undefined) {
    const command = readPointer(rowAtCursor(view)?.value, '/command');
    return typeof command === 'string' ? command : undefined;
  }
  const fixed = view.kind === 'text' && view.call === undefined && view.typed === undefined;
  if (fixed) return commandBehind(state);
  if (view.kind !== 'home') return view.sent.at(-1)?.command;
  const entry = homeEntries[view.cursor];
  const start =
    entry && `${entry.call.service === 'tracker' ? 'jr' : 'cf'} ${entry.call.operation}`;
  return view.sent.find(s => start !== undefined && s.command.startsWith(start))?.command;
}

/** A text that came with its row was made by the request of the list it came from. */
function commandBehind(state: AppState): string | undefined {
  const place = state.places.at(-2);
  return place?.views[place.tab]?.sent.at(-1)?.command;
}

/** Stops what the view waits for; a second time within 1.5 seconds it quits. */
function interrupt(state: AppState): Step {
  if (state.interrupted) return quit(state);
  const view = currentView(state);
  const stopped =
    view.load.status === 'loading'
      ? changeView(state, view.key, v => ({...v, load: {status: 'ready', atMs: state.nowMs}}))
      : state;
  return {
    state: say({...stopped, interrupted: true}, 'ctrl+c again quits', 'warn'),
    effects: [
      cancelEffect([view]),
      {kind: 'timer', slot: 'interrupted', ms: quitWithinMs, event: {kind: 'calm'}},
    ],
  };
}

function quit(state: AppState): Step {
  return {state: {...state, quitting: true}, effects: [{kind: 'quit'}]};
}

function goTo(state: AppState, command: Extract<Command, {kind: 'goto'}>): Step {
  const screen = findScreen(command.screen);
  if (screen === undefined) return stay(say(state, `no screen ${command.screen}`, 'bad'));
  const names = screen.needs;
  const params = Object.fromEntries(names.map((name, i) => [name, command.args[i] ?? '']));
  const home = state.places.slice(0, 1);
  const step =
    screen.id === 'home'
      ? stay({...state, places: home})
      : openPlace({...state, places: home}, tabsOf(screen.id, params));
  const view = currentView(step.state);
  if (command.filter === undefined || view.kind !== 'list') return step;
  const {filter} = command;
  return {...step, state: changeView(step.state, view.key, () => ({...view, filter}))};
}

/** The state with a notice. */
export function say(state: AppState, text: string, tone: Notice['tone']): AppState {
  return {...state, notice: {text, tone}};
}
