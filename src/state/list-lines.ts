import {safeText} from '../base/safe-text.ts';
import {padText} from '../base/width.ts';
import {cellOf} from './cells.ts';
import {columnGap, type PlacedColumn} from './column-layout.ts';
import type {Line, ListView, Row, Span} from './model.ts';
import type {ColumnKind} from './resource.ts';

const gap = ' '.repeat(columnGap);
const barred: ReadonlySet<ColumnKind> = new Set(['progress', 'daysBar', 'bar']);
const rightAligned: ReadonlySet<ColumnKind> = new Set(['number', 'count', 'age']);

/** The column titles; the sorted one carries an arrow. */
export function titleLine(placed: readonly PlacedColumn[], sort: ListView['sort']): Line {
  return placed.map(({column, width}, i): Span => {
    const arrow = sort?.column === column.id ? (sort.reverse ? '↓' : '↑') : '';
    const title = padText(column.title + arrow, width, alignOf(column.kind));
    return {text: (i === 0 ? '' : gap) + title, tone: arrow === '' ? 'dim' : 'accent'};
  });
}

/** One row, made safe, cut and filled to the columns' widths. */
export function rowLine(placed: readonly PlacedColumn[], row: Row, nowMs: number): Line {
  return placed.flatMap(({column, width}, i): Span[] => {
    const cell = cellOf(column, row, nowMs, width);
    const text = padText(safeText(cell.text), width, alignOf(column.kind));
    const before: Span[] = i === 0 ? [] : [{text: gap}];
    if (!barred.has(column.kind)) return [...before, {text, tone: cell.tone}];
    const bar = /^[\u2588\u2593\u2591]*/.exec(text)?.[0] ?? '';
    const rest = {text: text.slice(bar.length), tone: cell.tone};
    return bar === ''
      ? [...before, rest]
      : [...before, {text: bar, tone: cell.tone, solid: true}, rest];
  });
}

function alignOf(kind: ColumnKind): 'left' | 'right' {
  return rightAligned.has(kind) ? 'right' : 'left';
}
