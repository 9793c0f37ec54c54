import {nameMentions} from '../../api/mentions.ts';
import {clamp} from '../../base/clamp.ts';
import type {Column} from '../../base/column.ts';
import {groupedNumber} from '../../base/grouped-number.ts';
import {
  isArray,
  isObject,
  type JsonValue,
  readFirstOf,
  readPointer,
} from '../../base/json-value.ts';
import {safeStart, safeText} from '../../base/safe-text.ts';
import {cutText, padText, widthOf, wrappedLines, wrapText} from '../../base/width.ts';
import {columnKindOf, columnValue} from '../../output/column-kind.ts';
import {drawSpark, sumNeighbours} from '../../output/spark.ts';
import type {Card, CardLine, ChartBar} from '../model/card.ts';
import type {Line, ReadAt, Span} from '../model/line.ts';
import {sharedWidths, visibleLine, widthOfLine} from './line-shape.ts';
import {storageLines} from './storage/document.ts';
import {swatchSpans} from './swatch.ts';

/** Width of a label, including the space after it. */
const labelColumns = 15;
const between: Span = {text: ' · ', tone: 'dim'};
/** Limit of characters of a value. */
const longestValue = 600;
const linesOfField = 4;
const linesOfTitle = 3;
const longestBar = 40;
/** The least width of a value in a line of `rows`. */
const leastInRows = 8;
/** Columns of groups on a wide screen. */
const mostColumns = 3;

/**
 * Render a card: its title, then its non-empty lines, none wider than the screen.
 *
 * @param answer the response of its call, or a row with part of the data
 */
export function cardLines(card: Card, answer: JsonValue, at: ReadAt): Line[] {
  const screen = {...at, columns: Math.max(20, at.columns)};
  const [alone, ...others] = isArray(answer) ? answer : [answer];
  const value = withAdded(card, others.length === 0 ? (alone ?? answer) : answer, screen);
  const title = titleOf(card, value, screen);
  const blocks = blocksOf(card, value, screen);
  const columns = columnsIn(screen.columns, Math.min(mostColumns, blocks.length));
  if (columns.count === 1) return [...title, ...blocks.flatMap(block => [[], ...block])];
  const narrow = blocksOf(card, value, {...screen, columns: columns.width});
  return [...title, [], ...besideEachOther(filled(narrow, columns.count), columns.width)];
}

/** The lines before the first heading, then those of each group with its heading; none is empty. */
function blocksOf(card: Card, value: JsonValue, screen: ReadAt): readonly (readonly Line[])[] {
  const blocks: Line[][] = [[]];
  let heading: Line | undefined;
  for (const line of card.lines) {
    if (line.kind === 'group') {
      // A count of zero is omitted.
      const values = valueSpans(line.values, value, screen).filter(({text}) => text !== '0');
      heading = headingOf(line.heading, values, screen);
      // A label without values is kept if it has its own text.
      if (values.length > 0) {
        blocks.push([heading]);
        heading = undefined;
      }
      continue;
    }
    const made = linesOf(line, value, screen).map(one => cutLine(one, screen.columns));
    if (made.length === 0) continue;
    if (heading !== undefined) blocks.push([heading]);
    heading = undefined;
    blocks.at(-1)?.push(...made);
  }
  return blocks.filter(({length}) => length > 0);
}

function cutLine(line: Line, columns: number): Line {
  const last = line.at(-1);
  // A wrapped line may end with the space it was wrapped at.
  if (last?.text.endsWith(' ')) {
    return cutLine([...line.slice(0, -1), {...last, text: last.text.trimEnd()}], columns);
  }
  if (widthOfLine(line, columns) <= columns) return line;
  return [...visibleLine(line, 0, columns - 1), {text: '…', tone: 'dim'}];
}

function withAdded({adds}: Card, answer: JsonValue, at: ReadAt): JsonValue {
  return adds === undefined || !isObject(answer) ? answer : {...answer, ...adds(answer, at)};
}

/** The title, wrapped to a few lines, followed by details if they fit. */
function titleOf({title}: Card, value: JsonValue, at: ReadAt): Line[] {
  const [first, ...others] = title.flatMap(column => valueSpans([column], value, at));
  if (first === undefined) return [[]];
  const spans = others.flatMap((span): Span[] => [
    {text: '  '},
    {...span, tone: span.tone === 'plain' ? 'dim' : (span.tone ?? 'dim')},
  ]);
  const name = mostLines(wrapText(first.text, at.columns), linesOfTitle, at.columns);
  const last = name.length - 1;
  return name.map((text, i) =>
    cutLine([{text, tone: 'title'}, ...(i === last ? spans : [])], at.columns),
  );
}

/** The first lines of a text; a mark at the end shows that there are more. */
function mostLines(lines: readonly string[], most: number, columns: number): readonly string[] {
  if (lines.length <= most) return lines;
  return [...lines.slice(0, most - 1), cutText(`${lines[most - 1]}…`, columns)];
}

function headingOf(heading: string, values: readonly Span[], {columns}: ReadAt): Line {
  const body = values.flatMap((span, i): Span[] => [i === 0 ? {text: '  '} : between, span]);
  return visibleLine([{text: heading, tone: 'accent'}, ...body], 0, columns);
}

function linesOf(
  line: Exclude<CardLine, {kind: 'group'}>,
  value: JsonValue,
  at: ReadAt,
): readonly Line[] {
  switch (line.kind) {
    case 'field':
      return fieldLines(line.label, valueSpans(line.values, value, at), at);
    case 'rows':
      return rowLines(line, value, at);
    case 'bars':
      return barLines(line.amounts, value, at);
    case 'chart':
      return chartLines(readPointer(value, line.from), line.tone, at);
    case 'words':
      return wordLines(line, value, at);
  }
}

/** Render the non-empty values of columns; an unreadable value gives its reason, once. */
function valueSpans(columns: readonly Column[], value: JsonValue, at: ReadAt): Span[] {
  const place = {nowMs: at.nowMs, columns: longestBar, forPeople: true};
  const reasons = new Set<string>();
  return columns.flatMap((column): Span[] => {
    const {from, tones, tone, words} = column;
    const kind = columnKindOf(column);
    const found = columnValue(column, value);
    if (found === undefined || found === null || found === '') {
      const said = reasonFor(from, value).filter(({text}) => !reasons.has(text));
      for (const {text} of said) reasons.add(text);
      return said;
    }
    if (at.isAwaited === true && isIdForName(from, value)) return [{text: '…', tone: 'dim'}];
    const text = kind.text(found, place);
    const own = kind.tone?.(found, at.nowMs) ?? tones?.[text] ?? tone ?? 'plain';
    const shown = words?.[text] ?? text;
    return text === '' ? [] : [{text: safeStart(shown, longestValue), tone: own}];
  });
}

/** Whether a value is an id, since the object with the name is not a member yet. */
function isIdForName([name = '', ...ids]: readonly string[], value: JsonValue): boolean {
  const [, member = '', ...inside] = name.split('/');
  return ids.length > 0 && inside.length > 0 && isObject(value) && value[member] === undefined;
}

/** A companion call that failed leaves a text with the reason. */
function reasonFor([from = '']: readonly string[], value: JsonValue): Span[] {
  const [, member = '', ...inside] = from.split('/');
  const said = inside.length > 0 && isObject(value) ? value[member] : undefined;
  return typeof said === 'string' ? [{text: safeStart(said, longestValue), tone: 'dim'}] : [];
}

/** A label followed by its values; what does not fit continues below. */
function fieldLines(label: string, values: readonly Span[], {columns}: ReadAt): Line[] {
  if (values.length === 0) return [];
  const room = columns - labelColumns;
  const lines: Span[][] = [[{text: `${padText(label, labelColumns - 1)} `, tone: 'dim'}]];
  let used = 0;
  for (const [i, span] of values.entries()) {
    const width = widthOf(span.text, room) + (used > 0 ? widthOf(between.text) : 0);
    if (used > 0 && used + width <= room) {
      lines.at(-1)?.push(between, span);
      used += width;
      continue;
    }
    const parts = mostLines(wrapText(span.text, room), linesOfField, room);
    for (const [j, part] of parts.entries()) {
      if (i + j > 0) lines.push([{text: ' '.repeat(labelColumns)}]);
      lines.at(-1)?.push(...swatchSpans({...span, text: part}));
      used = widthOf(part);
    }
  }
  return lines;
}

function rowLines(
  {from, values, most}: Extract<CardLine, {kind: 'rows'}>,
  value: JsonValue,
  at: ReadAt,
): Line[] {
  const items = readPointer(value, from);
  if (!isArray(items)) return [];
  const left = items.length - most;
  const rest: Line[] = left > 0 ? [[{text: ` and ${left} more`, tone: 'dim'}]] : [];
  // A single value is shown in full.
  if (values.length === 1) {
    const spans = items.slice(0, most).flatMap(item => valueSpans(values, item, at));
    return [...spans.flatMap(span => wrappedSpan(span, at.columns)), ...rest];
  }
  const cells = items
    .slice(0, most)
    .map(item => values.map(column => valueSpans([column], item, at)[0]));
  const wanted = values.map((_, i) =>
    Math.max(0, ...cells.map(row => widthOf(row[i]?.text ?? ''))),
  );
  // Each has a space on both sides.
  const room = at.columns - 2 * wanted.filter(width => width > 0).length;
  const widths = sharedWidths(wanted, room, leastInRows);
  const lines = cells.map(row =>
    row.flatMap((span, i): Span[] => {
      const width = widths[i] ?? 0;
      if (width === 0) return [];
      const text = padText(span?.text ?? '', width);
      return [{text: ' '}, {...span, text}, {text: ' '}];
    }),
  );
  return [...lines, ...rest];
}

function wrappedSpan(span: Span, columns: number): Line[] {
  return wrapText(span.text, columns - 3).map((text, i) => [
    {text: i === 0 ? ' ' : '   '},
    {...span, text},
  ]);
}

/** Bars on a common scale: the longest fills the width. */
function barLines(amounts: readonly ChartBar[], value: JsonValue, {columns}: ReadAt): Line[] {
  const known = amounts.flatMap(amount => {
    const count = readPointer(value, amount.from);
    const isReported = typeof count === 'number' && (count > 0 || amount.rare !== true);
    return isReported ? [{...amount, count}] : [];
  });
  const most = Math.max(0, ...known.map(({count}) => count));
  if (most === 0) return [];
  const labels = Math.max(...known.map(({label}) => widthOf(label)));
  const digits = Math.max(...known.map(({count}) => groupedNumber(count).length));
  const room = clamp(columns - labels - digits - 4, 4, longestBar);
  return known.map(({label, count, tone = 'plain', fill = '█'}): Line => {
    const length = count === 0 ? 0 : Math.max(1, Math.round((count / most) * room));
    return [
      {text: ` ${padText(label, labels)} `, tone: 'dim'},
      {text: groupedNumber(count).padStart(digits), tone: count === 0 ? 'dim' : 'plain'},
      {text: ` ${fill.repeat(length)}`, tone},
    ];
  });
}

/**
 * Neighbours are added up if there are more numbers than columns; with enough room, a number takes
 * two columns.
 */
function chartLines(numbers: JsonValue | undefined, tone: Span['tone'], at: ReadAt): Line[] {
  if (!isArray(numbers)) return [];
  const room = at.columns - 12;
  const sums = sumNeighbours(numbers.map(Number), room);
  const most = Math.max(0, ...sums);
  if (most === 0) return [];
  const wide = sums.length * 2 <= room ? 2 : 1;
  const text = drawSpark(sums.flatMap(n => Array.from({length: wide}, () => n)));
  return [
    [
      {text: ` ${text}`, ...(tone && {tone})},
      {text: ` peak ${groupedNumber(most)}`, tone: 'dim'},
    ],
  ];
}

function wordLines(
  {from, storage, most}: Extract<CardLine, {kind: 'words'}>,
  value: JsonValue,
  {columns, isAwaited}: ReadAt,
): Line[] {
  const text = readFirstOf(value, from);
  if (typeof text !== 'string' || text.trim() === '') return [];
  // The object that has the text also has the names.
  const [owner] = (from[0] ?? '').split('/body/');
  const named = () => nameMentions(text, readPointer(value, `${owner}/mentioned`), isAwaited);
  const lines = storage ? documentLines(named(), columns) : plainLines(text, columns, most + 1);
  const shown = lines.slice(0, most);
  return lines.length > most ? [...shown, [{text: '…', tone: 'dim'}]] : shown;
}

/** The start of a document without blank lines. */
function documentLines(xml: string, columns: number): readonly Line[] {
  return storageLines(xml, columns).filter(line => line.some(({text}) => text.trim() !== ''));
}

function plainLines(text: string, columns: number, most: number): Line[] {
  const lines: Line[] = [];
  for (const part of wrappedLines(safeText(text.slice(0, most * columns * 2)), columns)) {
    if (lines.length >= most) break;
    lines.push([{text: part}]);
  }
  return lines;
}

/** The least width of a column: labels with their values, and a chart. */
const leastColumn = 60;
const gap = 3;

/** How many columns of text fit beside each other, and the width of each. */
export function columnsIn(width: number, most = mostColumns): {count: number; width: number} {
  const count = Math.max(1, Math.min(most, Math.floor((width + gap) / (leastColumn + gap))));
  return {count, width: Math.floor((width + gap) / count) - gap};
}

/**
 * Lay columns of lines beside each other.
 *
 * @param width of each column; no line may be wider
 */
export function besideEachOther(
  columns: readonly (readonly Line[])[],
  width: number,
): readonly Line[] {
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
 * Distribute blocks in order down the columns, each after an empty line, with the least height that
 * needs no more columns.
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
