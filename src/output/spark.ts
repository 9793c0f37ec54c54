import {clamp} from '../base/clamp.ts';

const eighths = ' ▁▂▃▄▅▆▇█';

/** Draw bars of one line by their heights, in eighths of it. */
export function drawEighths(heights: readonly number[]): string {
  return heights.map(height => eighths[clamp(height, 0, 8)]).join('');
}

/** Draw counts as bars, the largest with the height of the line; a nonzero count is visible. */
export function drawSpark(counts: readonly number[]): string {
  const most = Math.max(1, ...counts);
  return drawEighths(counts.map(count => Math.ceil((count / most) * 8)));
}

/** Add up neighbours, so that at most so many counts remain. */
export function sumNeighbours(counts: readonly number[], most: number): readonly number[] {
  const each = Math.max(1, Math.ceil(counts.length / Math.max(1, most)));
  return Array.from({length: Math.ceil(counts.length / each)}, (_, i) =>
    counts.slice(i * each, (i + 1) * each).reduce((a, b) => a + b, 0),
  );
}
