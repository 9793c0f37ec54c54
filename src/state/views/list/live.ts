import {type AppState, currentView} from '../../model/state.ts';
import type {ListView} from './state.ts';

/** The list of the monitor on the screen; undefined when there is none. */
export function liveList(state: AppState): ListView | undefined {
  const view = currentView(state);
  return view.kind === 'list' && view.live !== undefined ? view : undefined;
}

/** A list whose cursor was moved holds still: what is new is counted from here. */
export function holdStill(view: ListView): ListView {
  const {live} = view;
  if (live === undefined || !live.follow) return view;
  const stopped = {...live, follow: false, seenSeq: live.shownSeq};
  return {...view, live: stopped, fresh: new Set<string>()};
}
