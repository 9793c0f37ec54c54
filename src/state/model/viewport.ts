import {clamp} from '../../base/clamp.ts';
import {type Location, ofKind} from './location.ts';
import type {Resource} from './resource.ts';
import type {AppState} from './state.ts';

/** Where the preview stands and how large it is, its title line and border included. */
export interface PreviewArea {
  /** `whole` when it is zoomed: the list is hidden. */
  readonly where: 'beside' | 'below' | 'whole';
  readonly columns: number;
  readonly lines: number;
}

type Screen = Pick<AppState, 'rows'> &
  Partial<Pick<AppState, 'columns' | 'locations' | 'preview' | 'own'>>;

const besideFrom = 100;
/** Columns of a pane beside a list: a part of the screen, from so many to so many. */
const pane = {part: 0.44, least: 46, most: 84};
const linesForBelow = 8;

/**
 * The part of the screen that the preview takes: the right of a wide screen, the lower half of a
 * narrow one; undefined when there is none, as beside anything but a list with rows.
 *
 * @param room lines between those of the frame at the top and at the bottom
 */
export function previewArea(screen: Screen, room: number): PreviewArea | undefined {
  const {columns, preview, locations} = screen;
  const location = locations?.at(-1);
  if (preview === undefined || columns === undefined) return undefined;
  const list = ofKind(location?.views[location.tab], 'list');
  if (list === undefined || list.rows.length === 0) return undefined;
  if (preview.zoomed) return {where: 'whole', columns, lines: room};
  if (columns >= besideFrom) {
    const wanted = Math.floor(columns * pane.part);
    const wide = clamp(wanted, pane.least, pane.most);
    // The list's own lines stand across both.
    const own = location === undefined ? 0 : headLines(screen, location);
    return {where: 'beside', columns: wide, lines: room - own};
  }
  if (room < linesForBelow) return undefined;
  return {where: 'below', columns, lines: Math.floor(room / 2)};
}

/** Lines of the screen that are not the list: header, breadcrumb, column titles, status, command, footer. */
const frameLines = 6;

/** Lines between the frame's at the top and those at the bottom, with the column titles; at least 2. */
export function roomLines(state: Pick<AppState, 'rows'>): number {
  return Math.max(1, state.rows - frameLines) + 1;
}

/** Rows of a list or text on the screen; at least 1. Some lists have a line of their own. */
export function bodyLines(state: Screen): number {
  const location = state.locations?.at(-1);
  const own = location === undefined ? 0 : headLines(state, location);
  const area = previewArea(state, roomLines(state));
  const below = area?.where === 'below' ? area.lines : 0;
  return Math.max(1, roomLines(state) - 1 - own - below);
}

/** Columns of a list on the screen. */
export function listColumns(state: AppState): number {
  const area = previewArea(state, roomLines(state));
  return area?.where === 'beside' ? state.columns - area.columns : state.columns;
}

/** Rows of a screen from which on lists that have lines of their own have more than one. */
const chartFrom = 24;

/** Lines of their own over the titles of the lists of that location: one, and a chart where there is room. */
export function headLines(
  {rows, own = {}}: Pick<AppState, 'rows'> & Partial<Pick<AppState, 'own'>>,
  location: Location,
): number {
  const wanted = headOf(location)?.(own) ?? 0;
  return rows >= chartFrom ? wanted : Math.min(1, wanted);
}

/** Whether lines of their own stand over the lists of a location. */
export function isHeaded(location: Location): boolean {
  return headOf(location) !== undefined;
}

function headOf({tabs}: Location): Resource['headed'] {
  return tabs.flatMap(({spec}) => ofKind(spec, 'list')?.resource.headed ?? [])[0];
}
