import {safeText} from '../../../base/safe-text.ts';
import {cutText, widthOf} from '../../../base/width.ts';
import type {MatrixColumn} from './state.ts';

/** What a column is called, over two lines, so that many columns fit on the screen. */
export interface ColumnTitle {
  /** Upper and lower line; a short name stands on the lower one, next to the cells. */
  readonly lines: readonly [string, string];
  /** Columns it takes. */
  readonly width: number;
}

const narrowest = 4;
const widest = 11;

const titles = new WeakMap<MatrixColumn, ColumnTitle>();

/** The title of a column in the narrowest form that keeps its words whole; long words are cut. */
export function titleOf(column: MatrixColumn): ColumnTitle {
  const known = titles.get(column);
  if (known !== undefined) return known;
  // What is wrong is told by a mark, not by colour alone.
  const mark = column.problem === undefined ? '' : '!';
  const made = makeTitle(mark + safeText(column.label));
  titles.set(column, made);
  return made;
}

function makeTitle(label: string): ColumnTitle {
  const whole = widthOf(label);
  const alone: ColumnTitle = {lines: ['', label], width: Math.max(narrowest, whole)};
  const split = bestSplit(label);
  // Two lines are worth it where they save a few columns, or where one would be cut.
  if (split !== undefined && split.width <= Math.min(widest, whole - 3)) return split;
  if (whole <= widest) return alone;
  if (split !== undefined && split.width <= widest) return split;
  const upper = [...label].slice(0, widest).join('');
  const rest = label.slice(upper.length);
  return widthOf(upper) <= widest
    ? {lines: [upper, cutText(rest, widest)], width: widest}
    : {lines: ['', cutText(label, widest)], width: widest};
}

/** The narrowest way to part a label after a glyph, a space, a dash or a dot. */
function bestSplit(label: string): ColumnTitle | undefined {
  const pieces = label.match(/[^\s\-_.:]*[\s\-_.:]*/g)?.filter(Boolean) ?? [label];
  let best: ColumnTitle | undefined;
  for (let i = 1; i < pieces.length; i++) {
    const upper = pieces.slice(0, i).join('').trimEnd();
    const lower = pieces.slice(i).join('').trimEnd();
    const width = Math.max(narrowest, widthOf(upper), widthOf(lower));
    if (best === undefined || width < best.width) best = {lines: [upper, lower], width};
  }
  return best;
}
