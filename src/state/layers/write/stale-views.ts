import {findOperation} from '../../../api/catalogue.ts';
import type {Operation} from '../../../api/operation.ts';
import {refresh} from '../../locations/refresh.ts';
import type {Call} from '../../model/call.ts';
import type {Trail, View} from '../../model/location.ts';
import {changeView, findView} from '../../model/locations.ts';
import {type AppState, currentView} from '../../model/state.ts';
import type {Reaction} from '../../model/step.ts';

/**
 * The state after writes: every view that shows something of what they are about is stale, wherever
 * it is, so that it is read again as soon as it is on the screen.
 */
export function withStale(state: AppState, writes: readonly Operation[]): AppState {
  if (writes.length === 0) return state;
  const inTrail = (trail: Trail): Trail =>
    trail.map(place => ({
      ...place,
      views: Object.fromEntries(
        Object.entries(place.views).map(([tab, view]) => [
          tab,
          writes.some(write => shows(view, write)) ? {...view, stale: true as const} : view,
        ]),
      ),
    }));
  const {past, future, previous} = state.history;
  return {
    ...state,
    locations: inTrail(state.locations),
    history: {
      past: past.map(inTrail),
      future: future.map(inTrail),
      previous: previous && inTrail(previous),
    },
    preview: state.preview && {...state.preview, readAgain: true},
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
  const home = currentView(state);
  if (home.kind !== 'home' || home.again === undefined) return {...step, state};
  const {again, key} = home;
  const entries = home.entries.filter(({id}) => again.includes(id));
  const next = changeView(state, key, () => ({...home, again: undefined}));
  const slot = `again:${key}`;
  return {state: next, effects: [...step.effects, {kind: 'count', slot, view: key, entries}]};
};

function readOnce(state: AppState, key: number): AppState {
  const list = findView(state, key);
  if (list?.kind !== 'list' || Object.keys(list.params).length > 0) return state;
  const {id} = list.resource;
  const homes = state.locations.flatMap(({views}) => Object.values(views));
  return homes.reduce((next, home) => {
    if (home.kind !== 'home' || !home.entries.some(entry => entry.id === id)) return next;
    const again = [...new Set([...(home.again ?? []), id])];
    return changeView(next, home.key, () => ({...home, again}));
  }, state);
}

/** Whether a view shows something of what a write is about, by the records of what it reads. */
function shows(view: View, write: Operation): boolean {
  // What is counted there asks more than the entries say.
  if (view.kind === 'home') return true;
  const wanted = wordsOf(write);
  return readsOf(view).some(
    read => read.service === write.service && wordsOf(read).some(word => wanted.includes(word)),
  );
}

function readsOf(view: View): readonly Operation[] {
  switch (view.kind) {
    case 'form':
    case 'home':
      return [];
    case 'list': {
      const {sources, fills = []} = view.resource;
      return operationsOf([...sources, ...fills.map(({call}) => call)]);
    }
    case 'matrix':
      return operationsOf([view.call]);
    case 'text':
      return [
        ...operationsOf(view.call ? [view.call] : []),
        ...(view.typed ? [view.typed.operation] : []),
      ];
  }
}

function operationsOf(calls: readonly Call[]): readonly Operation[] {
  return calls.flatMap(({service, operation, also}) => {
    const [group = '', name = ''] = operation.split(' ');
    const found = findOperation(service, group, name);
    return [...(found ? [found] : []), ...operationsOf(Object.values(also ?? {}))];
  });
}

const rootWords: ReadonlySet<string> = new Set(['', 'rest', 'api', '3']);

/** What an operation is about: the kinds of things its group and its path name, in the singular. */
function wordsOf({group, path}: Operation): readonly string[] {
  const parts = path.split('/').filter(part => !rootWords.has(part) && !part.startsWith('{'));
  return [group, ...parts].map(word => word.replace(/s$/, ''));
}
