import {counted} from '../../base/counted.ts';
import {endLoad, isSlowLoad} from '../model/load.ts';
import type {View} from '../model/location.ts';
import {cancelEffect, changeViewOfKind, closeLocation, withView} from '../model/locations.ts';
import {showNotice} from '../model/notice.ts';
import {type AppState, currentView, viewOf} from '../model/state.ts';
import {
  type Action,
  andThen,
  isReading,
  kindOf,
  noEffects,
  type Registry,
  type Transition,
} from '../model/transition.ts';
import {focusPreview, zoomPreview} from '../overlays/preview/preview.ts';
import {isReadingRest, stopReadingRest} from '../views/list/list-update.ts';
import {countStaged, stagingContextOf, withStaged} from '../views/matrix/staged.ts';
import {currentStagedCount} from '../views/matrix/staging.ts';
import {noStagedChanges} from '../views/matrix/state.ts';
import {countChangeSets} from '../write/change-set.ts';

const quitWithinMs = 3000;

/**
 * Go back one layer: pending keys, an unread notice, help, search, filter, selection, then the
 * view; never quit.
 */
export const back: Action = (state, registry) => {
  if (state.typeAhead !== undefined) return noEffects({...state, typeAhead: undefined});
  if (state.notice?.stays === 'unread') return noEffects({...state, notice: undefined});
  const view = currentView(state);
  if (isReading(view, registry) && isSlowLoad(view.load)) {
    return andThen(stopLoad(state, registry), stopped =>
      noEffects(showNotice(stopped, 'Loading stopped · r loads the view again', 'warn')),
    );
  }
  if (state.preview?.focused === true && viewOf(state, 'list')) {
    return state.preview.zoomed ? zoomPreview(state) : focusPreview(state);
  }
  const without = kindOf(view, registry).back?.(view, state);
  return without === undefined
    ? leavePlace(state, 'esc', registry)
    : noEffects(withView(state, without));
};

/** Close the view; on the home screen, ask whether to quit. */
export function close(state: AppState, registry: Registry): Transition {
  if (state.locations.length > 1) return leavePlace(state, 'q', registry);
  return state.interrupted || unsent(state, registry) === ''
    ? quit(state)
    : ask(state, 'q', registry);
}

/**
 * Leave the location on the screen; if it has changes that were not sent, only when the key is
 * pressed twice.
 */
function leavePlace(state: AppState, key: string, registry: Registry): Transition {
  const stage = stagingContextOf(state);
  const own = registry.localLists[viewOf(state, 'list')?.resource.local ?? '']?.unsent;
  const staged = stage === undefined ? 0 : currentStagedCount(state);
  const count = staged + (own?.count(state) ?? 0);
  if (count === 0) return closeLocation(state);
  if (state.notice?.asks === 'leave') {
    const without =
      stage === undefined || staged === 0 ? state : withStaged(state, stage, noStagedChanges);
    return closeLocation(own?.discard(without) ?? without);
  }
  const what = counted(count, staged > 0 ? 'staged change' : 'edited row');
  const them = count === 1 ? 'it' : 'them';
  const text = `${what} not sent: ctrl+s previews; ${key} again discards ${them}`;
  return noEffects({...state, notice: {text, tone: 'warn', stays: true, asks: 'leave'}});
}

/** Describe what quitting would lose; '' if nothing. */
function unsent(state: AppState, {localLists}: Registry): string {
  const forms = Object.keys(state.drafts).length;
  const staged = countStaged(state) + countChangeSets(state);
  const edited = Object.values(localLists).map(({unsent: own}) => own?.count(state) ?? 0);
  const rows = edited.reduce((all, one) => all + one, 0);
  return [
    ...(forms === 0 ? [] : [counted(forms, 'unsent form')]),
    ...(staged === 0 ? [] : [counted(staged, 'unsent staged change')]),
    ...(rows === 0 ? [] : [counted(rows, 'unsent edited row')]),
  ].join(', ');
}

/** Stop the view's load, if any; pressed twice within three seconds, quit. */
export function interrupt(state: AppState, registry: Registry): Transition {
  if (state.interrupted) return quit(state);
  const list = viewOf(state, 'list');
  const reads = list !== undefined && isReadingRest(list);
  const isLoading = isReading(currentView(state), registry);
  const stopped = stopLoad(state, registry);
  const said = reads ? 'Stopped, G continues' : isLoading ? 'Loading stopped' : undefined;
  return andThen(stopped, still => ask(still, 'ctrl+c', registry, said));
}

/** Stop the load of the view on the screen. */
function stopLoad(state: AppState, registry: Registry): Transition {
  const view = currentView(state);
  const stopped = withView(state, stoppedView(view, state, registry));
  return {
    state: changeViewOfKind(stopped, 'list', view.key, stopReadingRest),
    effects: [cancelEffect([view])],
  };
}

/** Ask whether to quit; pressing the same key within three seconds confirms. */
function ask(state: AppState, key: string, registry: Registry, said?: string): Transition {
  const lost = unsent(state, registry);
  const again = `ress ${key} again to quit${lost === '' ? '' : `; ${lost}`}`;
  const text = said === undefined ? `P${again}` : `${said} · p${again}`;
  return {
    state: showNotice({...state, interrupted: true}, text, 'warn'),
    effects: [{kind: 'timer', slot: 'interrupted', ms: quitWithinMs, event: {kind: 'calm'}}],
  };
}

/**
 * Mark a view whose load was cancelled; loaded content stays, an empty view says that it was
 * stopped.
 */
function stoppedView(view: View, state: AppState, registry: Registry): View {
  const kind = kindOf(view, registry);
  const own = kind.onLoadCancelled?.(view, state);
  if (own !== undefined || !isReading(view, registry)) return own ?? view;
  if (kind.hasContent?.(view)) return {...view, load: endLoad(view.load, 'stopped', state.nowMs)};
  const trouble = {
    title: 'Stopped',
    text: 'Loading was stopped before any data arrived.',
    advice: ['r loads it again.'],
  };
  return {...view, load: {status: 'failed', trouble}};
}

export function quit(state: AppState): Transition {
  return {state: {...state, quitting: true}, effects: [{kind: 'quit'}]};
}
