import {clamp} from '../../base/clamp.ts';
import {type Location, ofKind} from './location.ts';
import type {Resource} from './resource.ts';
import type {AppState} from './state.ts';

/** Position and size of the preview, including its title line and border. */
export interface PreviewArea {
  /** `whole` if it is zoomed: the list is hidden. */
  readonly where: 'beside' | 'below' | 'whole';
  readonly columns: number;
  readonly lines: number;
}

type Screen = Pick<AppState, 'rows'> &
  Partial<Pick<AppState, 'columns' | 'locations' | 'preview' | 'own' | 'guide'>>;

const besideFrom = 100;
/** The width of a preview beside a list: a share of the screen within limits. */
const pane = {part: 0.44, least: 46, most: 84};
const linesForBelow = 8;

/**
 * The area of the preview: the right of a wide screen, the lower half of a narrow one; undefined if
 * there is none, as in any view but a list with rows.
 *
 * @param room lines between the frame's top and bottom
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
    // The list's heading lines span both.
    const own = location === undefined ? 0 : headLines(screen, location);
    return {where: 'beside', columns: wide, lines: room - own};
  }
  if (room < linesForBelow) return undefined;
  return {where: 'below', columns, lines: Math.floor(room / 2)};
}

/**
 * Lines of the screen outside the list: header, breadcrumbs, column titles, status, command,
 * footer.
 */
const frameLines = 6;

/** Lines of a guide, between the view and the frame's bottom. */
export const guideLines = 2;

/** Lines between the frame's top and bottom, including the column titles; at least 2. */
export function visibleLineCount({rows, guide}: Pick<AppState, 'rows' | 'guide'>): number {
  const own = guide === undefined ? 0 : guideLines;
  return Math.max(1, rows - frameLines - own) + 1;
}

/** Number of rows shown of a list or text; at least 1. Some lists have heading lines. */
export function bodyLines(state: Screen): number {
  const location = state.locations?.at(-1);
  const own = location === undefined ? 0 : headLines(state, location);
  const area = previewArea(state, visibleLineCount(state));
  const below = area?.where === 'below' ? area.lines : 0;
  return Math.max(1, visibleLineCount(state) - 1 - own - below);
}

/** The width of a list on the screen. */
export function listColumns(state: AppState): number {
  const area = previewArea(state, visibleLineCount(state));
  return area?.where === 'beside' ? state.columns - area.columns : state.columns;
}

/** From this screen height, lists with heading lines show all of them. */
const chartFrom = 24;

/** Number of heading lines above the lists of a location: one, and a chart if there is room. */
export function headLines(
  {rows, own = {}}: Pick<AppState, 'rows'> & Partial<Pick<AppState, 'own'>>,
  location: Location,
): number {
  const wanted = headOf(location)?.(own) ?? 0;
  return rows >= chartFrom ? wanted : Math.min(1, wanted);
}

/** Whether the lists of a location have heading lines. */
export function isHeaded(location: Location): boolean {
  return headOf(location) !== undefined;
}

function headOf({tabs}: Location): Resource['headed'] {
  return tabs.flatMap(({spec}) => ofKind(spec, 'list')?.resource.headed ?? [])[0];
}
