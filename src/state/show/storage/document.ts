import {columnOf} from '../../../base/column.ts';
import {lookUp} from '../../../base/look-up.ts';
import {safeText} from '../../../base/safe-text.ts';
import type {Tone} from '../../../base/tone.ts';
import {plainValue} from '../../../output/column-kind.ts';
import type {Line, Span} from '../../model/line.ts';
import {flowPieces, piecesOf} from './inline.ts';
import {tableLines} from './table.ts';
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

/**
 * Render a text in storage format for reading: headings, paragraphs, lists, tables, code, panels,
 * tasks, links; other macros by name.
 *
 * @param columns width of the screen
 */
export function storageLines(xml: string, columns: number): Line[] {
  const lines = blockLines(parseStorage(xml), Math.max(narrowest, columns));
  // One blank line between blocks, none at the ends.
  const end = lines.findLastIndex(line => line.length > 0) + 1;
  const isTold = (line: Line | undefined): boolean => line !== undefined && line.length > 0;
  return lines.slice(0, end).filter((line, i) => isTold(line) || isTold(lines[i - 1]));
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
