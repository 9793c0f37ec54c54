import {safeStart, safeText} from '../../../base/safe-text.ts';
import {padText} from '../../../base/width.ts';
import {columnKindOf} from '../../../output/column-kind.ts';
import {columnGap} from '../../../output/fit-columns.ts';
import type {Line, Span} from '../../model/line.ts';
import type {Fill} from '../../model/resource.ts';
import type {Row} from '../../model/row.ts';
import {markSpan} from '../../show/line-shape.ts';
import {swatchSpans} from '../../show/swatch.ts';
import {cellOf, isAwaited} from './cells.ts';
import type {PlacedColumn} from './column-layout.ts';
import type {Filter} from './filter.ts';
import type {ListView} from './state.ts';

/** Marks a cell changed by a refresh. */
export const changeSign = '\u0394';
const gap = ' '.repeat(columnGap);

/** The column titles; the sorted one has an arrow, the selected one is emphasized. */
export function titleLine(
  placed: readonly PlacedColumn[],
  sort: ListView['sort'],
  nowMs: number,
  picked?: string | undefined,
): Line {
  return placed.flatMap(({column, width}, i): Span[] => {
    const arrow = sort?.column === column.id ? (sort.reverse ? '↓' : '↑') : '';
    const {align, title: titleAt} = columnKindOf(column);
    const words = titleAt?.({nowMs, columns: width}) ?? safeText(column.title);
    const title = padText(words + arrow, width, align);
    const tone = arrow === '' ? 'dim' : 'accent';
    const before = i === 0 ? '' : gap;
    if (column.id !== picked) return [{text: before + title, tone}];
    const word = title.trim();
    const at = title.indexOf(word);
    return [
      {text: before + title.slice(0, at)},
      {text: word, tone: 'accent', strong: true},
      {text: title.slice(at + word.length)},
    ];
  });
}

/** How a row differs from others when it is rendered. */
export interface RowStyle {
  /**
   * Columns changed by the last refresh; `\u0394` is shown before them, without shifting other
   * text.
   */
  readonly changed?: ReadonlySet<string> | undefined;
  /** Highlights the matches of the filter. */
  readonly filter?: Filter | undefined;
  /** Parts of rows being read; cells that need them show `…`. */
  readonly fills?: readonly Fill[] | undefined;
}

/** Render a row: escaped, cut and padded to the columns' widths. */
export function rowLine(
  placed: readonly PlacedColumn[],
  row: Row,
  nowMs: number,
  {changed, filter, fills}: RowStyle = {},
): Line {
  return placed.flatMap(({column, width}, i): Span[] => {
    const cell = isAwaited(column, row, fills)
      ? ({text: '…', tone: 'dim'} as const)
      : cellOf(column, row, nowMs, width, true);
    const text = padText(safeStart(cell.text, width), width, columnKindOf(column).align);
    const before = i === 0 ? [] : gapBefore(changed?.has(column.id) === true);
    if (columnKindOf(column).swatch) return [...before, ...swatchSpans({text, tone: cell.tone})];
    const found = filter && 'find' in filter ? filter.find(column.id, text) : [];
    return [...before, ...markSpan({text, tone: cell.tone}, found)];
  });
}

function gapBefore(isChanged: boolean): Span[] {
  return isChanged ? [{text: gap.slice(1)}, {text: changeSign, tone: 'warn'}] : [{text: gap}];
}
