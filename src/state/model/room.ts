import type {AppState} from './model.ts';

/** Where the preview stands and how large it is, its title line and border included. */
export interface PreviewArea {
  /** `whole` when it is zoomed: the list is hidden. */
  readonly where: 'beside' | 'below' | 'whole';
  readonly columns: number;
  readonly lines: number;
}

type Screen = Pick<AppState, 'rows'> & Partial<Pick<AppState, 'columns' | 'places' | 'preview'>>;

const besideFrom = 100;
const linesForBelow = 8;

/**
 * The part of the screen that the preview takes: the right half of a wide screen, the lower half of
 * a narrow one; undefined when there is none, as beside anything but a list.
 *
 * @param room lines between those of the frame at the top and at the bottom
 */
export function previewArea(
  {columns, preview, places}: Screen,
  room: number,
): PreviewArea | undefined {
  const place = places?.at(-1);
  if (preview === undefined || columns === undefined) return undefined;
  if (place?.views[place.tab]?.kind !== 'list') return undefined;
  if (preview.zoomed) return {where: 'whole', columns, lines: room};
  if (columns >= besideFrom) {
    return {where: 'beside', columns: Math.floor(columns / 2), lines: room};
  }
  if (room < linesForBelow) return undefined;
  return {where: 'below', columns, lines: Math.floor(room / 2)};
}
