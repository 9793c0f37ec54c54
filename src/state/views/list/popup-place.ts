import {clamp} from '../../../base/clamp.ts';
import {withView} from '../../model/locations.ts';
import {type AppState, currentLocation, viewOf} from '../../model/state.ts';
import {headLines, visibleLineCount} from '../../model/viewport.ts';
import {visibleRows} from './rows.ts';

/** The position of a popup beside its row, which it never covers. */
export interface PopupPlace {
  /** Body line that stays visible; undefined if the view has no rows. */
  readonly besides?: number;
  /** First row of the list while the popup is open; undefined if the list need not scroll. */
  readonly listTop?: number;
}

const widestPopup = 72;

/** Greatest inner width of a popup. */
export function popupWidth(columns: number): number {
  return clamp(columns - 8, 20, widestPopup);
}

export const frameLines = 2;

/** The body line of the row under the cursor, below the titles; undefined without rows. */
export function rowLine(state: AppState): number | undefined {
  const view = viewOf(state, 'list');
  if (view === undefined || view.rows.length === 0) return undefined;
  return view.cursor - view.top + firstLine(state);
}

function firstLine(state: AppState): number {
  return 1 + headLines(state, currentLocation(state));
}

/**
 * Place a popup of so many lines below or above a row, scrolling the list if necessary. Undefined
 * on a small screen.
 *
 * @param id id of the row. @default the row under the cursor
 */
export function placePopup(
  state: AppState,
  lines: number,
  id: string | undefined,
): PopupPlace | undefined {
  const room = visibleLineCount(state);
  const tall = lines + frameLines;
  const view = viewOf(state, 'list');
  if (view === undefined || view.rows.length === 0) return tall > room ? undefined : {};
  const first = firstLine(state);
  const found = visibleRows(view).rows.findIndex(row => row.id === id);
  const at = found === -1 ? view.cursor : found;
  const line = at - view.top + first;
  const isShown = line >= first && line < room;
  if (isShown && (line + 1 + tall <= room || tall <= line)) return {besides: line};
  return first + 1 + tall > room ? undefined : {besides: first, listTop: at};
}

/** Scroll the list to make room for a popup. */
export function withPopupPlace(state: AppState, {listTop}: PopupPlace): AppState {
  const view = viewOf(state, 'list');
  return view === undefined || listTop === undefined
    ? state
    : withView(state, {...view, top: listTop});
}
