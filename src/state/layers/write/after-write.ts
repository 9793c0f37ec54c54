import {findNamed} from '../../../api/catalogue.ts';
import type {Operation} from '../../../api/operation.ts';
import {counted} from '../../../base/counted.ts';
import {refresh} from '../../locations/refresh.ts';
import type {Call} from '../../model/call.ts';
import {ofKind, type Trail, type View} from '../../model/location.ts';
import {changeOf, changeView, changeViews, findView, viewsIn} from '../../model/locations.ts';
import {say} from '../../model/notice.ts';
import {type AppState, currentView, viewOf} from '../../model/state.ts';
import {kindOf, type Parts, type Reaction} from '../../model/step.ts';
import {countEntries} from '../../views/home/count-entry.ts';
import type {ListView} from '../../views/list/state.ts';
import type {RunStage} from '../../write/state.ts';
import {unreadPreview} from '../preview/state.ts';

/**
 * The lists a write was begun on when it has ended: marks go from the rows of which every request was
 * carried out, the others keep them; and where something was made, the cursor waits for its row.
 */
export function withRowsWritten(state: AppState, {plan, outcomes}: RunStage): AppState {
  const isDone = (i: number): boolean => outcomes[i]?.state === 'done';
  const rowsOf = (wanted: boolean): readonly string[] =>
    plan.requests.flatMap(({rows = []}, i) => (isDone(i) === wanted ? rows : []));
  const left = new Set(rowsOf(false));
  const done = new Set(rowsOf(true).filter(id => !left.has(id)));
  const makes = plan.requests.some(({call}, i) => isDone(i) && call.operation.effect === 'create');
  let staying = 0;
  const written = (view: View): View => {
    const list = ofKind(view, 'list');
    if (list === undefined || list.resource.noun !== plan.noun) return view;
    staying += [...list.marked].filter(id => left.has(id)).length;
    const marked = new Set([...list.marked].filter(id => !done.has(id)));
    const next: ListView = {...list, marked};
    return makes ? {...next, awaits: list.cursorId ?? ''} : next;
  };
  const next = {...state, locations: changeViews(state.locations, written)};
  if (staying === 0) return next;
  return say(next, `${counted(staying, plan.noun ?? 'row')} not done: still marked`, 'warn');
}

/**
 * The state after writes: every view that shows something of what they are about is stale, wherever
 * it is, so that it is read again as soon as it is on the screen.
 */
export function withStale(state: AppState, writes: readonly Operation[], parts: Parts): AppState {
  if (writes.length === 0) return state;
  const isStale = (view: View) => writes.some(write => shows(view, write, parts));
  const inTrail = (trail: Trail) =>
    changeViews(trail, view => (isStale(view) ? {...view, stale: true} : view));
  const {past, future, previous} = state.history;
  return {
    ...state,
    locations: inTrail(state.locations),
    history: {
      past: past.map(inTrail),
      future: future.map(inTrail),
      previous: previous && inTrail(previous),
    },
    preview: state.preview && {...state.preview, ...unreadPreview},
  };
}

/** What comes to the screen stale is read again; what is being read, when that has ended. */
export const staleRead: Reaction = (_, step, __, parts) => {
  const {key, stale, load} = currentView(step.state);
  if (!stale || load.status === 'loading') return step;
  const state = changeView(step.state, key, ({stale: _, ...view}) => view as View);
  const {state: next, effects} = refresh(state, parts);
  return {state: next, effects: [...step.effects, ...effects]};
};

/**
 * A list and home say one figure: where a list was read that home counts, home counts it again when
 * it is on the screen.
 */
export const homeCountsAgain: Reaction = (_, step, event) => {
  const state =
    event.kind === 'page' && event.first ? readOnce(step.state, event.view) : step.state;
  const home = viewOf(state, 'home');
  if (home?.again === undefined) return {...step, state};
  const {again, key} = home;
  const entries = home.entries.filter(({id}) => again.includes(id));
  const next = changeView(state, key, () => ({...home, again: undefined}));
  const slot = `again:${key}`;
  const run = countEntries(key, entries);
  return {state: next, effects: [...step.effects, {kind: 'task', slot, run, asks: true}]};
};

function readOnce(state: AppState, key: number): AppState {
  const list = ofKind(findView(state, key), 'list');
  if (list === undefined || Object.keys(list.params).length > 0) return state;
  const {id} = list.resource;
  return viewsIn(state.locations).reduce(
    (next, {key: at}) =>
      changeOf(next, 'home', at, home => {
        if (!home.entries.some(entry => entry.id === id)) return home;
        return {...home, again: [...new Set([...(home.again ?? []), id])]};
      }),
    state,
  );
}

/** Whether a view shows something of what a write is about, by the records of what it reads. */
function shows(view: View, write: Operation, parts: Parts): boolean {
  const reads = kindOf(view, parts).reads?.(view) ?? [];
  if (reads === 'anything') return true;
  const wanted = wordsOf(write);
  return operationsOf(reads).some(
    read => read.service === write.service && wordsOf(read).some(word => wanted.includes(word)),
  );
}

function operationsOf(calls: readonly Call[]): readonly Operation[] {
  return calls.flatMap(call => {
    const beside = operationsOf(Object.values({...call.also, ...call.after}));
    const found = findNamed(call);
    return found === undefined ? beside : [found, ...beside];
  });
}

const rootWords: ReadonlySet<string> = new Set(['', 'rest', 'api', '3']);

/** What an operation is about: the kinds of things its group and its path name, in the singular. */
function wordsOf({group, path}: Operation): readonly string[] {
  const parts = path.split('/').filter(part => !rootWords.has(part) && !part.startsWith('{'));
  return [group, ...parts].map(word => word.replace(/s$/, ''));
}
