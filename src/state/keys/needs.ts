import {type AppState, currentPlace, currentView} from '../model/state.ts';
import {visibleRows} from '../views/list/rows.ts';
import {cellAtCursor} from '../views/matrix/matrix-explain.ts';

/** Why a key that works on a row does nothing: there is none. */
export function needsRow(state: AppState): string | undefined {
  const view = currentView(state);
  if (view.kind !== 'list') return undefined;
  return visibleRows(view).rows.length === 0 ? 'nothing is selected' : undefined;
}

/** Why enter does nothing on a text: it leads nowhere. */
export function needsTarget(state: AppState): string | undefined {
  const view = currentView(state);
  if (view.kind !== 'text') return undefined;
  return view.opens === undefined || view.text === '' ? 'there is nothing to open' : undefined;
}

/** Why a key that works on a cell does nothing: there is none. */
export function needsCell(state: AppState): string | undefined {
  const view = currentView(state);
  if (view.kind !== 'matrix') return undefined;
  return cellAtCursor(view) === undefined ? 'there is no cell' : undefined;
}

/** Why a key that works on an order does nothing: the list has none. */
export function needsSort(state: AppState): string | undefined {
  const view = currentView(state);
  return view.kind === 'list' && view.sort === undefined ? 'not sorted: s sorts' : undefined;
}

/** Why a tab key does nothing: the view has one tab. */
export function needsTabs(state: AppState): string | undefined {
  return currentPlace(state).tabs.length < 2 ? 'this view has no tabs' : undefined;
}

/** Why a list cannot be read again by itself: its rows are not a server's list. */
export function needsServer(state: AppState): string | undefined {
  const view = currentView(state);
  const isLocal = view.kind === 'list' && view.resource.local !== undefined;
  return isLocal ? 'this list keeps up by itself' : undefined;
}

/** Why a key of raw texts does nothing: the text is the readable one. */
export function needsRaw(state: AppState): string | undefined {
  const view = currentView(state);
  return view.kind === 'text' && view.form === 'describe'
    ? 'it is readable: y shows it raw'
    : undefined;
}

/** Why scrolling sideways does nothing: every line fits, being wrapped. */
export function needsCut(state: AppState): string | undefined {
  const view = currentView(state);
  const isWrapped = view.kind === 'text' && (view.form === 'describe' || view.wrap === true);
  return isWrapped ? 'its lines are wrapped: all of them can be seen' : undefined;
}

/** Why the key that tells two rows apart does nothing: nothing here can be compared. */
export function needsCompared(state: AppState): string | undefined {
  const view = currentView(state);
  if (view.kind !== 'list' || view.resource.compares === undefined) {
    return 'nothing to compare: versions of posts and custom content can be';
  }
  return needsRow(state);
}

/** Why zooming does nothing: no preview is shown. */
export function needsPreview(state: AppState): string | undefined {
  return state.preview === undefined ? 'no preview is shown: p shows one' : undefined;
}
