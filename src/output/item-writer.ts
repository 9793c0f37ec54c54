import type {CellPlace, Column} from '../base/column.ts';
import {escapeControls} from '../base/json-escape.ts';
import {compactJson} from '../base/json-pretty.ts';
import {isArray, isObject, type JsonValue, parseJsonValue} from '../base/json-value.ts';
import {safeText, safeTextUpTo} from '../base/safe-text.ts';
import {cutText, padText, widthOf} from '../base/width.ts';
import {columnKindOf, columnValue, plainValue} from './column-kind.ts';
import {csvLine, tsvLine} from './csv.ts';
import {type ColumnWidth, columnGap, fitColumns, type MeasuredColumn} from './fit-columns.ts';
import {columnsOfValues} from './guess-columns.ts';
import {yamlLines} from './yaml.ts';

/** The output formats for items other than plain JSON. */
export type ItemFormat = 'jsonl' | 'table' | 'csv' | 'tsv' | 'yaml';

export interface ItemWriterOptions {
  readonly format: ItemFormat;
  /** @default every member of the items */
  readonly columns?: readonly Column[] | undefined;
  /** The columns of an empty list, if `columns` is absent. */
  readonly whenEmpty?: readonly Column[];
  /** Maximum number of items buffered to find all members. @default 1000 */
  readonly guessFrom?: number;
  /** Called at the end with members that first occurred after the columns were determined. */
  readonly onLateMembers?: (names: readonly string[]) => void;
  /** The user chose the columns: none is dropped. */
  readonly chosen: boolean;
  /** Include empty columns, since each is a member of the items. @default false */
  readonly includeEmpty?: boolean;
  /**
   * Width of the terminal, where control characters are escaped; undefined if the output is not a
   * terminal and nothing is cut.
   */
  readonly width?: number | undefined;
  /** Texts of CSV and TSV that start like a formula are unchanged. @default false */
  readonly unguarded?: boolean;
  /**
   * The items are outputs of a filter: columns that are not known have its order. @default false
   */
  readonly inOrder?: boolean;
  /** Highlight the titles of a table. */
  readonly styled: boolean;
  /** Milliseconds since the UNIX epoch, for ages. */
  readonly nowMs: number;
  /** Called with the titles of columns that do not fit into the terminal. */
  readonly onDroppedColumns: (titles: readonly string[]) => void;
  /** Called at the end with empty columns, if there were items. */
  readonly onEmpty: (columns: readonly Column[]) => void;
}

/**
 * Formats items. Has a lifetime: items are added in order, then it ends. Both methods return the
 * texts to write, which are made while they are read; the caller reads them all.
 */
export interface ItemWriter {
  /** @param items JSON texts */
  add(items: readonly string[]): Iterable<string>;
  end(): Iterable<string>;
}

/**
 * Create a writer that writes items as they arrive: JSON and YAML with unchanged numbers and
 * escapes, CSV and TSV with whole values. Only the cells of a table are buffered until its end.
 *
 * @param isList false for a single object, which is not a list in YAML
 */
export function makeItemWriter(writing: ItemWriterOptions, isList = true): ItemWriter {
  const {format, columns} = writing;
  const hasColumns = format !== 'jsonl' && format !== 'yaml';
  if (hasColumns && columns === undefined) return guessingWriter(writing);
  switch (writing.format) {
    case 'jsonl':
      return forEach(item => `${escapeControls(compactJson(item))}\n`);
    case 'yaml':
      return forEach(item => `${yamlOf(item, isList)}\n`, isList ? '[]\n' : undefined);
    case 'csv':
      return separatedWriter(writing, fields => csvLine(fields, !writing.unguarded));
    case 'tsv':
      return separatedWriter(writing, fields => tsvLine(fields, !writing.unguarded));
    case 'table':
      return tableWriter(writing);
  }
}

/** @param whenNone what is written at the end if there were no items @default nothing */
function forEach(textOf: (item: string) => string, whenNone?: string): ItemWriter {
  let isEmpty = true;
  return {
    add(items) {
      isEmpty &&= items.length === 0;
      return inPieces(items, textOf);
    },
    end: () => (isEmpty && whenNone !== undefined ? [whenNone] : []),
  };
}

/** Number of characters to write at a time. */
const pieceLength = 65_536;

/**
 * Join the texts of values into pieces, so that neither each nor all of them is written at once.
 */
function* inPieces<T>(values: readonly T[], textOf: (value: T) => string): Iterable<string> {
  let texts: string[] = [];
  let length = 0;
  for (const value of values) {
    const text = textOf(value);
    texts.push(text);
    length += text.length;
    if (length < pieceLength) continue;
    yield texts.join('');
    texts = [];
    length = 0;
  }
  if (texts.length > 0) yield texts.join('');
}

function yamlOf(item: string, isList: boolean): string {
  // Control characters occur in double quotes only, which support escapes.
  const lines = Array.from(yamlLines(item), escapeControls);
  const indented = isList
    ? lines.map((line, i) => (i === 0 ? '- ' : line === '' ? '' : '  ') + line)
    : lines;
  return indented.join('\n');
}

/** Default number of items buffered to determine the columns. */
const defaultBufferSize = 1000;

/**
 * Create a writer that determines its columns from the items, and reports members found too late.
 */
function guessingWriter(writing: ItemWriterOptions): ItemWriter {
  const {guessFrom = defaultBufferSize, whenEmpty = [], inOrder, onLateMembers} = writing;
  let buffered: string[] = [];
  let opened: {readonly writer: ItemWriter; readonly knownNames: ReadonlySet<string>} | undefined;
  const late = new Set<string>();
  function* openWriter(): Iterable<string> {
    const columns =
      buffered.length === 0 ? whenEmpty : columnsOfValues(oneOfEachShape(buffered), inOrder);
    const writer = makeItemWriter({...writing, columns, includeEmpty: true});
    opened = {writer, knownNames: new Set(columns.map(({id}) => id))};
    const items = buffered;
    buffered = [];
    yield* writer.add(items);
  }
  return {
    *add(items) {
      if (opened === undefined) {
        buffered = buffered.concat(items);
        if (buffered.length >= guessFrom) yield* openWriter();
        return;
      }
      for (const item of items) {
        for (const name of Object.keys(Object(JSON.parse(item)))) {
          if (!opened.knownNames.has(name)) late.add(name);
        }
      }
      yield* opened.writer.add(items);
    },
    *end() {
      if (opened === undefined) yield* openWriter();
      yield* opened?.writer.end() ?? [];
      if (late.size > 0) onLateMembers?.([...late]);
    },
  };
}

/**
 * Return one value for each combination of members and types, which is enough to determine the
 * columns.
 */
function oneOfEachShape(items: readonly string[]): readonly JsonValue[] {
  const valueByShape = new Map<string, JsonValue>();
  for (const item of items) {
    const value = parseJsonValue(item);
    const members = isObject(value) ? Object.entries(value) : [];
    const types = members.map(([name, one]) => [name, one === null ? null : typeof one]);
    const shape = isArray(value) ? [value.length] : isObject(value) ? types : typeof value;
    const key = JSON.stringify(shape);
    if (!valueByShape.has(key)) valueByShape.set(key, value);
  }
  return [...valueByShape.values()];
}

function separatedWriter(
  writing: ItemWriterOptions,
  lineOf: (fields: readonly string[]) => string,
): ItemWriter {
  const {width} = writing;
  const display = (text: string): string => (width === undefined ? text : safeText(text));
  const {columns = []} = writing;
  let hasHeader = false;
  const filled = new Set<Column>();
  let count = 0;
  function* header(): Iterable<string> {
    if (hasHeader) return;
    hasHeader = true;
    if (columns.length > 0) yield lineOf(columns.map(({title}) => display(title)));
  }
  const cellOf = (column: Column, value: JsonValue): string => {
    const text = display((columnKindOf(column).csv ?? plainValue)(columnValue(column, value)));
    if (text !== '') filled.add(column);
    return text;
  };
  return {
    *add(items) {
      if (items.length === 0) return;
      yield* header();
      // An empty response is an object without members, which has no line.
      if (columns.length === 0) return;
      count += items.length;
      yield* inPieces(items, item => {
        const value = parseJsonValue(item);
        return lineOf(columns.map(column => cellOf(column, value)));
      });
    },
    *end() {
      yield* header();
      if (count > 0) writing.onEmpty(columns.filter(column => !filled.has(column)));
    },
  };
}

const maxCellWidth = 200;

/** Separates the cells of a row in memory; in a cell it is escaped. */
const cellSeparator = '\n';

function tableWriter(writing: ItemWriterOptions): ItemWriter {
  const {nowMs, width, chosen, includeEmpty: keepsEmpty = false} = writing;
  const columns = withSafeTitles(writing.columns ?? []);
  /** The cells of each row as one text: an array for each row would take several times as much. */
  const rows: string[] = [];
  /** Width of the widest cell of each column. */
  const fullWidths = columns.map(() => 0);
  const cellOf = (column: Column, value: JsonValue, at: number): string => {
    const text = tableText(column, value, {nowMs, columns: 20}, width !== undefined);
    const cell = safeTextUpTo(text, width === undefined ? text.length : maxCellWidth * 24);
    fullWidths[at] = Math.max(fullWidths[at] ?? 0, widthOf(cell));
    return cell;
  };
  return {
    add(items) {
      for (const item of items) {
        const value = parseJsonValue(item);
        rows.push(columns.map((column, at) => cellOf(column, value, at)).join(cellSeparator));
      }
      return [];
    },
    *end() {
      if (columns.length === 0) return;
      const all = columns.map((column, at) => measureColumn(column, at, fullWidths[at] ?? 0));
      // An empty column is dropped unless the user chose it.
      const filled = all.filter(
        ({full, column}) =>
          chosen || keepsEmpty || rows.length === 0 || full > 0 || column.dropPriority < 2,
      );
      const empty = filled.filter(({full}) => full === 0).map(({column}) => column);
      if (rows.length > 0) writing.onEmpty(empty);
      const placed =
        width === undefined ? atNaturalWidth(filled) : fitToWidth(filled, width, chosen);
      const dropped = filled.filter(one => !placed.some(({column}) => column.at === one.column.at));
      if (dropped.length > 0) writing.onDroppedColumns(dropped.map(({column}) => column.title));
      const titles = lineOf(placed, at => columns[at]?.title ?? '');
      yield `${writing.styled ? `\u001b[1m${titles}\u001b[22m` : titles}\n`;
      yield* inPieces(rows, row => {
        const cells = row.split(cellSeparator);
        return `${lineOf(placed, at => cells[at] ?? '')}\n`;
      });
    },
  };
}

/** Return the text of a cell; off a terminal, kinds that only shorten a value leave it whole. */
function tableText(column: Column, item: JsonValue, place: CellPlace, isShort: boolean): string {
  const kind = columnKindOf(column);
  const value = columnValue(column, item);
  return isShort || kind.csv !== undefined ? kind.text(value, place) : plainValue(value);
}

/** Escape the titles, which may be member names from the server. */
function withSafeTitles(columns: readonly Column[]): readonly Column[] {
  return columns.map(column => ({...column, title: safeText(column.title)}));
}

/** A column and the index of its text in a row. */
type IndexedColumn = Column & {readonly at: number};

function measureColumn(column: Column, at: number, full: number): MeasuredColumn<IndexedColumn> {
  const title = widthOf(column.title);
  const natural = Math.max(title, full);
  const min = Math.min(natural, Math.max(title, column.min ?? column.max ?? 40));
  return {column: {...column, id: `${at}`, at}, min, natural, full};
}

function atNaturalWidth(
  all: readonly MeasuredColumn<IndexedColumn>[],
): ColumnWidth<IndexedColumn>[] {
  return all.map(({column, natural}) => ({column, width: natural}));
}

/** Fit columns into a width; chosen columns are never dropped, however narrow they get. */
function fitToWidth(
  all: readonly MeasuredColumn<IndexedColumn>[],
  width: number,
  chosen: boolean,
): ColumnWidth<IndexedColumn>[] {
  const columnWidth = Math.floor((width - columnGap * (all.length - 1)) / Math.max(1, all.length));
  const maxMinWidth = Math.max(1, columnWidth);
  const bounded = all.map(one => ({
    ...one,
    natural: Math.min(one.natural, maxCellWidth),
    min: Math.min(one.min, chosen ? maxMinWidth : maxCellWidth),
  }));
  return fitColumns(bounded, width);
}

function lineOf(
  placed: readonly ColumnWidth<IndexedColumn>[],
  textAt: (at: number) => string,
): string {
  return placed
    .map(({column, width}) =>
      padText(cutText(textAt(column.at), width), width, columnKindOf(column).align),
    )
    .join(' '.repeat(columnGap))
    .trimEnd();
}
