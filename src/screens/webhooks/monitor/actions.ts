import {goOn} from '../../../state/locations/history.ts';
import {type AppState, bodyLines, currentView, type ListView} from '../../../state/model/model.ts';
import {say} from '../../../state/model/notice.ts';
import {changeView, type Step, stay} from '../../../state/model/places.ts';
import {moveCursor} from '../../../state/views/list/list-update.ts';
import {visibleRows} from '../../../state/views/list/rows.ts';
import {monitorWindows, windowOf} from './monitor-state.ts';
import {keepWatch, startWatch, watchSlot} from './monitor-update.ts';

/** The list of the monitor on the screen; undefined when there is none. */
export function liveList(state: AppState): ListView | undefined {
  const view = currentView(state);
  return view.kind === 'list' && view.live !== undefined ? view : undefined;
}

/** Show the newest as it comes, or hold still. */
export function toggleFollow(state: AppState): Step {
  const view = liveList(state);
  if (view?.live === undefined) return stay(state);
  const {live} = view;
  if (live.follow) {
    const held = holdStill(view);
    return stay(
      say(
        changeView(state, view.key, () => held),
        'held still; f follows',
        'warn',
      ),
    );
  }
  const followed = {
    ...view,
    live: {...live, follow: true, seenSeq: live.shownSeq},
    fresh: new Set<string>(),
    top: 0,
  };
  const moved = moveCursor(followed, 0, bodyLines(state));
  return stay(
    say(
      changeView(state, view.key, () => moved),
      'following the newest',
      'good',
    ),
  );
}

/** A list whose cursor was moved holds still: what is new is counted from here. */
export function holdStill(view: ListView): ListView {
  const {live} = view;
  if (live === undefined || !live.follow) return view;
  const stopped = {...live, follow: false, seenSeq: live.shownSeq};
  return {...view, live: stopped, fresh: new Set<string>()};
}

/** The next longer time window; after the longest the shortest. */
export function nextWindow(state: AppState): Step {
  if (liveList(state) === undefined) return stay(state);
  const window = (state.monitor.window + 1) % monitorWindows.length;
  const monitor = {...state.monitor, window};
  return stay(say({...state, monitor}, `time window ${windowOf(monitor).name}`, 'good'));
}

/** Go to the next or previous row with failures nobody has looked at. */
export function nextNew(state: AppState, by: number): Step {
  const view = liveList(state);
  if (view === undefined) return stay(state);
  const {rows} = visibleRows(view);
  const isNew = (index: number): boolean => view.fresh.has(rows[index]?.id ?? '');
  for (let step = 1; step <= rows.length; step++) {
    const index = (view.cursor + by * step + rows.length * 2) % rows.length;
    if (!isNew(index)) continue;
    // What is new stays marked: going from one to the next is no reason to forget the others.
    const stopped = view.live && {...view, live: {...view.live, follow: false}};
    const moved = moveCursor(stopped ?? view, index, bodyLines(state));
    return stay(changeView(state, view.key, () => moved));
  }
  return stay(say(state, 'nothing new', 'warn'));
}

/** Ring on a new URL, or no longer; kept for the user. */
export function setBell(state: AppState, on: boolean): Step {
  const next = {...state, monitor: {...state.monitor, bell: on}};
  const text = on ? 'a URL that begins to fail rings' : 'nothing rings';
  return {
    state: say(next, text, 'good'),
    effects: [{kind: 'keep', name: 'bell', text: JSON.stringify(on)}],
  };
}

/** End the watch, in later sessions too, until the monitor is opened again. */
export function monitorOff(state: AppState): Step {
  const monitor = {...state.monitor, status: {kind: 'off'} as const};
  // The screens of the monitor would begin it again at once.
  const home = goOn(state, state.places.slice(0, 1));
  return {
    state: say({...home, monitor}, 'failed deliveries are no longer watched', 'good'),
    effects: [{kind: 'cancel', slots: [watchSlot]}, keepWatch(monitor, false)],
  };
}

/** Poll now; a watch that ended begins again. */
export function pollNow(state: AppState): Step {
  const {kind} = state.monitor.status;
  if (kind === 'ended' || kind === 'off') return startWatch(state);
  return {state, effects: [{kind: 'watchPace', looked: true, now: true}]};
}
