import type {AppState} from './state.ts';

/** What a family remembers of a profile, under a name of its own; with another one it begins anew. */
export interface Slice<T> {
  of(state: Pick<AppState, 'own'>): T;
  with(state: AppState, next: T): AppState;
}

/** Make the slice of that name; until something is remembered it is `fresh`. */
export function slice<T>(name: string, fresh: T): Slice<T> {
  return {
    of: ({own}) => (own[name] as T | undefined) ?? fresh,
    with: (state, next) => ({...state, own: {...state.own, [name]: next}}),
  };
}
