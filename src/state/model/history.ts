import type {History, Trail} from './location.ts';
import type {AppState} from './state.ts';

/** The state that goes to a trail as to something new: what was on the screen is one back, nothing is forward. */
export function goOn(state: AppState, locations: Trail): AppState {
  const past = [...state.history.past, state.locations].slice(-trailsKept);
  return {...state, locations, history: {past, future: [], previous: state.locations}};
}

/** The state without its last location, which can be gone forward to again. */
export function goUp(state: AppState): AppState {
  const {past, future} = state.history;
  const locations = state.locations.slice(0, -1);
  const isBack = isSame(past.at(-1), locations);
  return {
    ...state,
    locations,
    history: {
      past: isBack ? past.slice(0, -1) : past,
      future: [...future, state.locations].slice(-trailsKept),
      previous: state.locations,
    },
  };
}

/** The state one trail back or forward; undefined when there is none. */
export function goAlong(state: AppState, by: 1 | -1): AppState | undefined {
  const {past, future} = state.history;
  const to = (by === -1 ? past : future).at(-1);
  if (to === undefined) return undefined;
  const left = state.locations;
  const history =
    by === -1
      ? {past: past.slice(0, -1), future: [...future, left]}
      : {past: [...past, left], future: future.slice(0, -1)};
  return {...state, locations: fresh(to, left), history: {...history, previous: left}};
}

/** The state at the trail looked at before; undefined when there is none. */
export function goPrevious(state: AppState): AppState | undefined {
  const {previous} = state.history;
  return previous === undefined ? undefined : goOn(state, fresh(previous, state.locations));
}

/** Nowhere yet. */
export const noHistory: History = {past: [], future: [], previous: undefined};

const trailsKept = 30;

/** A trail with the locations it shares with another as they are there now. */
export function fresh(trail: Trail, now: Trail): Trail {
  return trail.map(location => now.find(p => p.key === location.key) ?? location);
}

function isSame(one: Trail | undefined, other: Trail): boolean {
  return one?.length === other.length && one.every((location, i) => location.key === other[i]?.key);
}
