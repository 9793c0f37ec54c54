import {columnOf} from '../../../base/column.ts';
import {lookUp} from '../../../base/look-up.ts';
import {safeText} from '../../../base/safe-text.ts';
import type {Tone} from '../../../base/tone.ts';
import {widthOf} from '../../../base/width.ts';
import {plainValue} from '../../../output/column-kind.ts';
import type {Line, Span} from '../../model/line.ts';
import {continuesLine, sharedWidths, visibleLine, widthOfLine} from '../line-shape.ts';
import {flowPieces, type InlinePiece, piecesOf} from './inline.ts';
import {
  blocksOf,
  childOf,
  elementsIn,
  headingLevel,
  isDone,
  parameterOf,
  parseStorage,
  type StorageElement,
  type StorageNode,
  textInside,
} from './tree.ts';

const narrowest = 16;
const narrowestInside = 4;
/** Limit of characters of a document on the screen. */
const longestDocument = 2_000_000;

/**
 * Render a text in storage format for reading: headings, paragraphs, lists, tables, code, panels,
 * tasks, links; other macros by name.
 *
 * @param columns width of the screen
 */
export function storageLines(xml: string, columns: number): Line[] {
  const isCut = xml.length > longestDocument;
  const nodes = parseStorage(isCut ? xml.slice(0, longestDocument) : xml);
  const lines = blockLines(nodes, Math.max(narrowest, columns));
  // One blank line between blocks, none at the ends.
  const end = lines.findLastIndex(line => line.length > 0) + 1;
  const isReported = (line: Line | undefined): boolean => line !== undefined && line.length > 0;
  const shown = lines
    .slice(0, end)
    .filter((line, i) => isReported(line) || isReported(lines[i - 1]));
  return isCut ? [...shown, [], continuesLine] : shown;
}

/** The width left beside a sign, with a minimum for deep nesting. */
function inside(columns: number, taken: number): number {
  return Math.max(narrowestInside, columns - taken);
}

function blockLines(nodes: readonly StorageNode[], columns: number): Line[] {
  return blocksOf(nodes).flatMap(part => {
    if ('name' in part) return oneBlock(part, columns);
    const pieces = piecesOf(part);
    const isEmpty = pieces.every(piece => piece !== 'break' && piece.text.trim() === '');
    return isEmpty ? [] : [...flowPieces(pieces, columns), []];
  });
}

function oneBlock(element: StorageElement, columns: number): Line[] {
  const {name, children} = element;
  const level = headingLevel(element);
  if (level !== undefined) return headingLines(level, children, columns);
  switch (name) {
    case 'ul':
    case 'ol':
      return [...listLines(element, columns), []];
    case 'table':
      return [...tableLines(element, columns), []];
    case 'hr':
      return [[{text: '─'.repeat(columns), tone: 'dim'}], []];
    case 'blockquote':
      return [...prefixed(blockLines(children, inside(columns, 2)), '│ ', 'dim'), []];
    case 'pre':
      return codeLines(textInside(children), undefined);
    case 'ac:task-list':
      return [...taskLines(element, columns), []];
    case 'ac:structured-macro':
      return macroLines(element, columns);
    case 'p':
      return [...blockLines(children, columns), []];
    default:
      return blockLines(children, columns);
  }
}

function headingLines(level: number, children: readonly StorageNode[], columns: number): Line[] {
  const sign = '#'.repeat(level);
  const words = piecesOf(children, level <= 2 ? 'accent' : 'title');
  const lines = flowPieces(words, inside(columns, level + 1));
  return [[], ...hanging(lines, `${sign} `, 'dim'), []];
}

function listLines(list: StorageElement, columns: number): Line[] {
  let number = Number(list.attributes.start ?? 1) || 1;
  return elementsIn(list.children).flatMap(({children}) => {
    const sign = list.name === 'ol' ? `${number++}. ` : '• ';
    return hanging(tight(blockLines(children, inside(columns, sign.length))), sign, 'dim');
  });
}

function taskLines(list: StorageElement, columns: number): Line[] {
  return elementsIn(list.children).flatMap(task => {
    const done = isDone(task);
    const body = childOf(task, 'ac:task-body')?.children ?? [];
    const lines = tight(blockLines(body, inside(columns, 4)));
    return hanging(lines, done ? '[x] ' : '[ ] ', done ? 'good' : 'warn');
  });
}

const panelTones: Readonly<Record<string, Tone>> = {
  info: 'accent',
  tip: 'good',
  note: 'warn',
  warning: 'bad',
  panel: 'accent',
  expand: 'dim',
  excerpt: 'dim',
};

function macroLines(macro: StorageElement, columns: number): Line[] {
  const name = macro.attributes['ac:name'] ?? 'macro';
  const plain = childOf(macro, 'ac:plain-text-body');
  if (plain) return codeLines(textInside(plain.children), parameterOf(macro, 'language') ?? name);
  const rich = childOf(macro, 'ac:rich-text-body');
  const title = parameterOf(macro, 'title');
  const tone = lookUp(panelTones, name);
  if (rich === undefined) return [[{text: `[macro: ${safeText(name)}]`, tone: 'dim'}], []];
  const heading = tone === undefined ? `[macro: ${name}]` : (title ?? name);
  const body = tight(blockLines(rich.children, inside(columns, 2)));
  const head: Line = [{text: safeText(heading), tone: tone ?? 'dim'}];
  return [...prefixed([head, ...body], '▌ ', tone ?? 'dim'), []];
}

/** Code is cut at the edge rather than wrapped, so that it keeps its columns. */
function codeLines(code: string, language: string | undefined): Line[] {
  const lines = code.replace(/\n$/, '').split(/\r?\n/);
  const head: Line[] = language === undefined ? [] : [[{text: safeText(language), tone: 'dim'}]];
  const body = lines.map((line): Line => [{text: safeText(line.replaceAll('\t', '    '))}]);
  return [...prefixed([...head, ...body], '┃ ', 'accent'), []];
}

/** Remove blank lines. */
function tight(lines: readonly Line[]): Line[] {
  return lines.filter(line => line.length > 0);
}

function prefixed(lines: readonly Line[], sign: string, tone: Tone): Line[] {
  return tight(lines).map(line => [{text: sign, tone}, ...line]);
}

/** Put the sign before the first line, and indent the others by its width. */
function hanging(lines: readonly Line[], sign: string, tone: Tone): Line[] {
  const first: Span = {text: sign, tone};
  const shown = lines.length === 0 ? [[]] : lines;
  return shown.map((line, i) => [i === 0 ? first : {text: ' '.repeat(sign.length)}, ...line]);
}

/** The text of storage XML on one line, for a cell of a list. */
export function storageText(xml: string): string {
  return piecesOf(parseStorage(xml))
    .map(piece => (piece === 'break' ? ' ' : piece.text))
    .join('')
    .trim();
}

const markupText: typeof plainValue = value => storageText(plainValue(value));

/** A column kind for storage XML: its text without tags, on one line. */
export const markup = columnOf({text: markupText, csv: markupText});

interface Cell {
  readonly pieces: readonly InlinePiece[];
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
function tableLines(table: StorageElement, columns: number): Line[] {
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

function widthOfPieces(pieces: readonly InlinePiece[], most: number): number {
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
