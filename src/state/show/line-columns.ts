import type {Line} from '../model/line.ts';
import {visibleLine, widthOfLine} from './line-shape.ts';

/** The least width of a column: labels with their values, and a chart. */
const leastColumn = 60;
const gap = 3;

/** How many columns of text fit beside each other, and the width of each. */
export function columnsIn(width: number, most: number): {count: number; width: number} {
  const count = Math.max(1, Math.min(most, Math.floor((width + gap) / (leastColumn + gap))));
  return {count, width: Math.floor((width + gap) / count) - gap};
}

/**
 * Lay blocks of lines beside each other, in order down the columns, which become as equal in height
 * as the blocks allow.
 *
 * @param width of each column; no line may be wider
 */
export function layOutColumns(
  blocks: readonly (readonly Line[])[],
  {count, width}: {readonly count: number; readonly width: number},
): readonly Line[] {
  const columns = filled(blocks, count);
  const height = Math.max(0, ...columns.map(({length}) => length));
  return Array.from({length: height}, (_, row) => {
    const last = columns.findLastIndex(lines => (lines[row]?.length ?? 0) > 0);
    return columns.slice(0, last + 1).flatMap((lines, i): Line => {
      const line = visibleLine(lines[row] ?? [], 0, width);
      const space = i === last ? 0 : width + gap - widthOfLine(line);
      return space === 0 ? line : [...line, {text: ' '.repeat(space)}];
    });
  });
}

/**
 * Distribute blocks, each after an empty line, with the least height that needs no more columns.
 */
function filled(blocks: readonly (readonly Line[])[], count: number): readonly (readonly Line[])[] {
  const heights = blocks.map(({length}) => length);
  const total = heights.reduce((sum, height) => sum + height + 1, 0);
  let height = Math.max(Math.ceil(total / count), ...heights);
  for (; height < total; height++) if (packed(blocks, height).length <= count) break;
  return packed(blocks, height);
}

function packed(blocks: readonly (readonly Line[])[], height: number): readonly Line[][] {
  const columns: Line[][] = [];
  for (const block of blocks) {
    const column = columns.at(-1);
    if (column === undefined || column.length + 1 + block.length > height) columns.push([...block]);
    else column.push([], ...block);
  }
  return columns;
}
