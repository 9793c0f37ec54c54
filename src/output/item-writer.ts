import type {CellPlace, Column} from '../base/column.ts';
import {escapeControls} from '../base/json-escape.ts';
import {compactJson} from '../base/json-pretty.ts';
import {isArray, isObject, type JsonValue, parseJsonValue} from '../base/json-value.ts';
import {safeText} from '../base/safe-text.ts';
import {cutText, padText, widthOf} from '../base/width.ts';
import {columnKindOf, columnValue, plainValue} from './column-kind.ts';
import {csvLine, tsvLine} from './csv.ts';
import {columnGap, fitColumns, type MeasuredColumn, type Placed} from './fit-columns.ts';
import {columnsOfValues} from './guess-columns.ts';
import {yamlLines} from './yaml.ts';

/** What items are written as, beside plain JSON. */
export type ItemFormat = 'jsonl' | 'table' | 'csv' | 'tsv' | 'yaml';

/** How items are written. */
export interface ItemWriting {
  readonly format: ItemFormat;
  /** @default every member of the items */
  readonly columns?: readonly Column[] | undefined;
  /** The columns of a list without items, where `columns` is absent. */
  readonly whenEmpty?: readonly Column[];
  /** How many items are held at most to find every member. @default 1000 */
  readonly guessFrom?: number;
  /** Called at the end with members that came after the columns were found. */
  readonly onLateMembers?: (names: readonly string[]) => void;
  /** The columns were asked for: none is left out. */
  readonly chosen: boolean;
  /** Keep columns without a value, as each is a member of the items. @default false */
  readonly keepsEmpty?: boolean;
  /**
   * Columns of the terminal that shows it, where whatever could steer it is shown as escapes;
   * undefined where none does, and nothing is cut.
   */
  readonly width?: number | undefined;
  /** The titles of a table stand out. */
  readonly styled: boolean;
  /** Milliseconds since the UNIX epoch, for ages. */
  readonly nowMs: number;
  readonly write: (text: string) => void;
  /** Told of columns for which a terminal has no room, by their titles. */
  readonly onLeftOut: (titles: readonly string[]) => void;
  /** Told at the end of columns in which nothing stood, where there were items. */
  readonly onEmpty: (columns: readonly Column[]) => void;
}

/** Items on their way out. Has a lifetime: items are added in order, then it ends. */
export interface ItemWriter {
  /** JSON texts. */
  add(items: readonly string[]): void;
  end(): void;
}

/**
 * Write items as they come: JSON and YAML with every number and escape as it came, CSV and TSV with
 * the whole values of the columns. Only a table is held until its end.
 *
 * @param isList false for one object, which is no list in YAML
 */
export function makeItemWriter(writing: ItemWriting, isList = true): ItemWriter {
  const {write, format, columns} = writing;
  const hasColumns = format !== 'jsonl' && format !== 'yaml';
  if (hasColumns && columns === undefined) return guessingWriter(writing);
  switch (writing.format) {
    case 'jsonl':
      return forEach(item => write(`${escapeControls(compactJson(item))}\n`));
    case 'yaml':
      return forEach(item => write(`${yamlOf(item, isList)}\n`));
    case 'csv':
      return separatedWriter(writing, csvLine);
    case 'tsv':
      return separatedWriter(writing, tsvLine);
    case 'table':
      return tableWriter(writing);
  }
}

function forEach(write: (item: string) => void): ItemWriter {
  return {
    add: items => items.forEach(write),
    end: () => undefined,
  };
}

function yamlOf(item: string, isList: boolean): string {
  // Whatever could steer a terminal stands in double quotes, which take escapes.
  const lines = yamlLines(item).map(escapeControls);
  const shown = isList
    ? lines.map((line, i) => (i === 0 ? '- ' : line === '' ? '' : '  ') + line)
    : lines;
  return shown.join('\n');
}

/** Items held at most before their columns are found. */
const usuallyHeld = 1000;

/** A writer that finds its columns from its items, and reports members it found too late. */
function guessingWriter(writing: ItemWriting): ItemWriter {
  const {guessFrom = usuallyHeld, whenEmpty = [], onLateMembers} = writing;
  let held: string[] = [];
  let opened: {readonly writer: ItemWriter; readonly known: ReadonlySet<string>} | undefined;
  const late = new Set<string>();
  const open = () => {
    const columns = held.length === 0 ? whenEmpty : columnsOfValues(oneOfEachShape(held));
    const writer = makeItemWriter({...writing, columns, keepsEmpty: true});
    writer.add(held);
    held = [];
    opened = {writer, known: new Set(columns.map(({id}) => id))};
    return opened;
  };
  return {
    add(items) {
      if (opened === undefined) {
        held = held.concat(items);
        if (held.length >= guessFrom) open();
        return;
      }
      for (const item of items) {
        for (const name of Object.keys(Object(JSON.parse(item)))) {
          if (!opened.known.has(name)) late.add(name);
        }
      }
      opened.writer.add(items);
    },
    end() {
      (opened ?? open()).writer.end();
      if (late.size > 0) onLateMembers?.([...late]);
    },
  };
}

/** One value for each set of members and their types: what columns are found from, without the rest. */
function oneOfEachShape(items: readonly string[]): readonly JsonValue[] {
  const found = new Map<string, JsonValue>();
  for (const item of items) {
    const value = parseJsonValue(item);
    const members = isObject(value) ? Object.entries(value) : [];
    const types = members.map(([name, one]) => [name, one === null ? null : typeof one]);
    const shape = isArray(value) ? [value.length] : isObject(value) ? types : typeof value;
    const key = JSON.stringify(shape);
    if (!found.has(key)) found.set(key, value);
  }
  return [...found.values()];
}

/** Items whose values and lines are in memory at a time. */
const itemsAtOnce = 1000;

function separatedWriter(
  writing: ItemWriting,
  lineOf: (fields: readonly string[]) => string,
): ItemWriter {
  const {width} = writing;
  const shown = (text: string): string => (width === undefined ? text : safeText(text));
  const {columns = []} = writing;
  let isBegun = false;
  const filled = new Set<Column>();
  let count = 0;
  const begin = (): void => {
    isBegun = true;
    if (columns.length > 0) writing.write(lineOf(columns.map(({title}) => shown(title))));
  };
  return {
    add(items) {
      if (items.length === 0) return;
      if (!isBegun) begin();
      // An answer without a body is an object without members, which makes no line.
      if (columns.length === 0) return;
      const cellOf = (column: Column, value: JsonValue): string => {
        const text = shown((columnKindOf(column).csv ?? plainValue)(columnValue(column, value)));
        if (text !== '') filled.add(column);
        return text;
      };
      count += items.length;
      // Values of all the items at once would take ten times their text.
      for (let from = 0; from < items.length; from += itemsAtOnce) {
        const lines = items.slice(from, from + itemsAtOnce).map(item => {
          const value = parseJsonValue(item);
          return lineOf(columns.map(column => cellOf(column, value)));
        });
        writing.write(lines.join(''));
      }
    },
    end() {
      if (!isBegun) begin();
      if (count > 0) writing.onEmpty(columns.filter(column => !filled.has(column)));
    },
  };
}

/** A cell is measured and shown no further. */
const widest = 200;

function tableWriter(writing: ItemWriting): ItemWriter {
  const {nowMs, width, chosen, keepsEmpty = false} = writing;
  const columns = withSafeTitles(writing.columns ?? []);
  const rows: (readonly string[])[] = [];
  return {
    add(items) {
      for (const item of items) {
        const value = parseJsonValue(item);
        rows.push(
          columns.map(column => {
            const text = tableText(column, value, {nowMs, columns: 20}, width !== undefined);
            return safeText(width === undefined ? text : text.slice(0, widest * 24));
          }),
        );
      }
    },
    end() {
      if (columns.length === 0) return;
      const all = columns.map((column, at) => measured(column, at, rows));
      // A column in which nothing stands tells nothing, unless it was asked for.
      const filled = all.filter(
        ({full, column}) =>
          chosen || keepsEmpty || rows.length === 0 || full > 0 || column.worth < 2,
      );
      const empty = filled.filter(({full}) => full === 0).map(({column}) => column);
      if (rows.length > 0) writing.onEmpty(empty);
      const placed = width === undefined ? asWide(filled) : fitted(filled, width, chosen);
      const left = filled.filter(one => !placed.some(({column}) => column.at === one.column.at));
      if (left.length > 0) writing.onLeftOut(left.map(({column}) => column.title));
      const titles = lineOf(placed, at => columns[at]?.title ?? '');
      writing.write(`${writing.styled ? `\u001b[1m${titles}\u001b[22m` : titles}\n`);
      for (const row of rows) writing.write(`${lineOf(placed, at => row[at] ?? '')}\n`);
    },
  };
}

/** The text of a cell; off a terminal a kind that only shortens the value leaves it whole. */
function tableText(column: Column, item: JsonValue, place: CellPlace, isShort: boolean): string {
  const kind = columnKindOf(column);
  const value = columnValue(column, item);
  return isShort || kind.csv !== undefined ? kind.text(value, place) : plainValue(value);
}

/** Titles may be names of members, which are the server's. */
function withSafeTitles(columns: readonly Column[]): readonly Column[] {
  return columns.map(column => ({...column, title: safeText(column.title)}));
}

/** A column and where in a row its text is. */
type At = Column & {readonly at: number};

function measured(
  column: Column,
  at: number,
  rows: readonly (readonly string[])[],
): MeasuredColumn<At> {
  const full = rows.reduce((most, row) => Math.max(most, widthOf(row[at] ?? '')), 0);
  const title = widthOf(column.title);
  const natural = Math.max(title, full);
  const min = Math.min(natural, Math.max(title, column.min ?? column.max ?? 40));
  return {column: {...column, id: `${at}`, at}, min, natural, full};
}

function asWide(all: readonly MeasuredColumn<At>[]): Placed<At>[] {
  return all.map(({column, natural}) => ({column, width: natural}));
}

/** What was asked for stays, however narrow it gets. */
function fitted(all: readonly MeasuredColumn<At>[], width: number, chosen: boolean): Placed<At>[] {
  const room = Math.floor((width - columnGap * (all.length - 1)) / Math.max(1, all.length));
  const most = Math.max(1, room);
  const bounded = all.map(one => ({
    ...one,
    natural: Math.min(one.natural, widest),
    min: Math.min(one.min, chosen ? most : widest),
  }));
  return fitColumns(bounded, width);
}

function lineOf(placed: readonly Placed<At>[], textAt: (at: number) => string): string {
  return placed
    .map(({column, width}) =>
      padText(cutText(textAt(column.at), width), width, columnKindOf(column).align),
    )
    .join(' '.repeat(columnGap))
    .trimEnd();
}
