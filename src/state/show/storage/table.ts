import {widthOf} from '../../../base/width.ts';
import type {Line, Span} from '../../model/line.ts';
import {sharedWidths, visibleLine, widthOfLine} from '../line-shape.ts';
import {flowPieces, type Piece, piecesOf} from './inline.ts';
import {elementsIn, type StorageElement, type StorageNode} from './tree.ts';

interface Cell {
  readonly pieces: readonly Piece[];
  /** Number of columns it spans. */
  readonly span: number;
  /** Number of rows it spans. */
  readonly rows: number;
}

const separator = ' │ ';
const least = 4;

/**
 * Render a table as aligned columns that share the width; a cell that spans several is written in
 * the first.
 */
export function tableLines(table: StorageElement, columns: number): Line[] {
  const rows = filledRows(rowsOf(table.children));
  const spans = rows.map(row => row.cells.reduce((sum, c) => sum + c.span, 0));
  const count = spans.reduce((most, span) => Math.max(most, span), 0);
  if (count === 0) return [];
  const room = Math.max(count * least, columns - separator.length * (count - 1));
  const widths = sharedWidths(naturalWidths(rows, count, room), room, least);
  return rows.flatMap((row, i) => {
    const lines = rowLines(row, widths);
    return row.head && i === 0 ? [...lines, ruleLine(widths)] : lines;
  });
}

interface Row {
  readonly cells: readonly Cell[];
  /** It consists of heading cells only. */
  readonly head: boolean;
}

function rowsOf(nodes: readonly StorageNode[]): Row[] {
  return elementsIn(nodes).flatMap((n): Row[] => {
    if (n.name !== 'tr') return n.name === 'table' ? [] : rowsOf(n.children);
    const cells = elementsIn(n.children).filter(({name}) => name === 'td' || name === 'th');
    return [{cells: cells.map(cellOf), head: cells.every(c => c.name === 'th')}];
  });
}

function cellOf(cell: StorageElement): Cell {
  const {colspan, rowspan} = cell.attributes;
  const pieces = piecesOf(cell.children, cell.name === 'th' ? 'title' : 'plain');
  return {pieces, span: spanOf(colspan), rows: spanOf(rowspan)};
}

function spanOf(text: string | undefined): number {
  const span = Number(text ?? 1);
  return Number.isInteger(span) && span > 0 ? Math.min(span, 50) : 1;
}

/** Insert empty cells below a cell that spans rows, so that the others keep their columns. */
function filledRows(rows: readonly Row[]): Row[] {
  let below: {readonly at: number; readonly span: number; readonly rows: number}[] = [];
  return rows.map(row => {
    const cells: Cell[] = [];
    const next: typeof below = [];
    let at = 0;
    const fill = () => {
      for (let found = coverAt(at); found !== undefined; found = coverAt(at)) {
        cells.push({pieces: [], span: found.span, rows: 1});
        if (found.rows > 1) next.push({...found, rows: found.rows - 1});
        at += found.span;
      }
    };
    const coverAt = (column: number) => below.find(b => b.at === column);
    for (const cell of row.cells) {
      fill();
      if (cell.rows > 1) next.push({at, span: cell.span, rows: cell.rows - 1});
      cells.push(cell);
      at += cell.span;
    }
    fill();
    below = next;
    return {...row, cells};
  });
}

/** The natural width of each column, measured up to the available width. */
function naturalWidths(rows: readonly Row[], count: number, room: number): number[] {
  const widths = Array.from({length: count}, () => least);
  for (const {cells} of rows) {
    let at = 0;
    for (const cell of cells) {
      if (cell.span === 1)
        widths[at] = Math.max(widths[at] ?? least, widthOfPieces(cell.pieces, room));
      at += cell.span;
    }
  }
  return widths;
}

function widthOfPieces(pieces: readonly Piece[], most: number): number {
  let sum = 0;
  for (const piece of pieces) {
    sum += piece === 'break' ? 1 : widthOf(piece.text, most);
    if (sum > most) break;
  }
  return sum;
}

function rowLines({cells}: Row, widths: readonly number[]): Line[] {
  let at = 0;
  const flowed = cells.map(cell => {
    const own = widths.slice(at, at + cell.span);
    at += cell.span;
    const width = own.reduce((a, b) => a + b, 0) + separator.length * Math.max(0, own.length - 1);
    return {width, lines: flowPieces(cell.pieces, Math.max(1, width))};
  });
  const height = flowed.reduce((most, cell) => Math.max(most, cell.lines.length), 1);
  return Array.from({length: height}, (_, y) =>
    flowed.flatMap((cell, x): Span[] => [
      ...(x === 0 ? [] : [{text: separator, tone: 'dim' as const}]),
      ...padLine(cell.lines[y] ?? [], cell.width),
    ]),
  );
}

/** Pad a line to its column's width; the space it was wrapped at may exceed it. */
function padLine(line: Line, width: number): Span[] {
  const shown = visibleLine(line, 0, width);
  return [...shown, {text: ' '.repeat(width - widthOfLine(shown))}];
}

function ruleLine(widths: readonly number[]): Line {
  return [{text: widths.map(w => '─'.repeat(w)).join('─┼─'), tone: 'dim'}];
}
