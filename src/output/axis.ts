import {clamp} from '../base/clamp.ts';
import {padText, widthOf} from '../base/width.ts';

/** A scale of times on a line of text. Times are epoch milliseconds. */
export interface Axis {
  readonly fromMs: number;
  readonly toMs: number;
  readonly columns: number;
}

/** A part of a bar, drawn with one character. */
export interface AxisBar {
  readonly fromMs: number;
  readonly toMs: number;
  readonly fill: string;
}

/** A text at a time: a mark of one column, or the label of a tick. */
export interface AxisLabel {
  readonly ms: number;
  readonly text: string;
}

/** Return the column of a time, from 0; outside the line if the time is outside the scale. */
function columnAt({fromMs, toMs, columns}: Axis, ms: number): number {
  return Math.floor(((ms - fromMs) / (toMs - fromMs)) * columns);
}

/**
 * Draw bars, and marks over them; later ones cover earlier ones. A bar or mark outside the scale is
 * an arrow at that edge.
 */
export function drawBars(
  axis: Axis,
  bars: readonly AxisBar[],
  marks: readonly AxisLabel[] = [],
): string {
  const {columns} = axis;
  const cells = Array.from({length: columns}, () => ' ');
  const put = (fromMs: number, toMs: number, sign: string): void => {
    const [first, last] = [columnAt(axis, fromMs), columnAt(axis, toMs)];
    if (last < 0) cells[0] = '‹';
    else if (first >= columns) cells[columns - 1] = '›';
    else cells.fill(sign, Math.max(0, first), Math.min(columns, Math.max(first, last) + 1));
  };
  for (const {fromMs, toMs, fill} of bars) put(fromMs, toMs, fill);
  for (const {ms, text} of marks) put(ms, ms, text);
  return cells.join('');
}

/** Draw the labels of a scale, each from its time on; one that would touch another is left out. */
export function drawTicks(axis: Axis, ticks: readonly AxisLabel[]): string {
  let line = '';
  for (const {ms, text} of ticks) {
    const at = columnAt(axis, ms);
    const isFree = at >= 0 && (line === '' || at > widthOf(line));
    if (isFree && at + widthOf(text) <= axis.columns) line = padText(line, at) + text;
  }
  return line;
}

const shades = '░▒▓█';

/**
 * Draw counts as shades, each as wide as the others; a nonzero count is always visible.
 *
 * @param most the count with the darkest shade
 */
export function drawHeat(counts: readonly number[], most: number, columns: number): string {
  const width = Math.max(1, Math.floor(columns / Math.max(1, counts.length)));
  const signOf = (count: number): string => {
    const level = Math.ceil((count / Math.max(1, most)) * shades.length);
    return count === 0 ? ' ' : (shades[clamp(level, 1, shades.length) - 1] ?? ' ');
  };
  return counts.map(count => signOf(count).repeat(width)).join('');
}
