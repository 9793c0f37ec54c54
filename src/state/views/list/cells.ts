import {isArray, isObject, type JsonValue, readPointer} from '../../../base/json-value.ts';
import {recipientsText} from '../../../screens/schemes/recipients.ts';
import type {Column} from '../../model/column.ts';
import type {Tone} from '../../model/line.ts';
import type {Row} from '../../model/row.ts';
import {valueInRow} from '../../model/row-value.ts';
import {storageText} from '../../show/storage/document.ts';
import {ageText, clockText, daysLeftText, instantText, timeText, toMs} from '../../show/times.ts';
import {barText, daysBarText, sparkText} from './bar-cells.ts';

/** A cell as it is shown; the text is not yet made safe or cut. */
export interface Cell {
  readonly text: string;
  readonly tone: Tone;
}

/** Value of a column in a row, filled-in values included. */
export function cellValue(column: Column, row: Row): JsonValue | undefined {
  return valueInRow(row, column.from);
}

/**
 * What a cell shows.
 *
 * @param nowMs milliseconds since the UNIX epoch, for ages and days left
 * @param columns width of a progress bar with its figures
 */
export function cellOf(column: Column, row: Row, nowMs: number, columns: number): Cell {
  if (column.kind === 'state') {
    const state = column.states?.[stateIndex(column, row) ?? -1];
    return {text: state?.word ?? '', tone: state?.tone ?? 'plain'};
  }
  const value = cellValue(column, row);
  if (value === null && isFillFailed(column, row)) return {text: 'unknown', tone: 'dim'};
  const text = cellText(column, value, nowMs, columns);
  return {text, tone: toneOf(column, value, text, nowMs)};
}

/** Whether a cell would show what was asked for by a request of its own, and could not be read. */
function isFillFailed(column: Column, {filled = {}}: Row): boolean {
  return Object.entries(filled).some(
    ([at, value]) => value === null && column.from.some(from => `${from}/`.startsWith(`${at}/`)),
  );
}

/** Which of a state column's states a row is in; undefined when it is in none. */
export function stateIndex(column: Column, row: Row): number | undefined {
  const index = (column.states ?? []).findIndex(
    ({flag}) => flag === undefined || readPointer(row.value, flag) === true,
  );
  return index === -1 ? undefined : index;
}

function cellText(
  column: Column,
  value: JsonValue | undefined,
  nowMs: number,
  columns: number,
): string {
  switch (column.kind) {
    case 'count':
      return isArray(value) ? String(value.length) : '';
    case 'joined':
      return isArray(value) ? joined(value) : plain(value);
    case 'time':
      return timeText(toMs(value));
    case 'instant':
      return instantText(toMs(value));
    case 'clock':
      return clockText(toMs(value));
    case 'age':
      return ageText(toMs(value), nowMs);
    case 'daysLeft':
      return daysLeftText(toMs(value), nowMs);
    case 'recipients':
      return recipientsText(value);
    case 'unresolved':
      return unresolvedText(value);
    case 'daysBar':
      return daysBarText(toMs(value), nowMs, columns);
    case 'spark':
      return sparkText(value, columns);
    case 'bar':
      return barText(value, columns);
    case 'progress':
      return progressText(value, columns);
    case 'markup':
      return storageText(plain(value));
    case 'firstLine':
      return plain(value).split(/\r?\n/, 1)[0] ?? '';
    case 'url':
      return plain(value).replace(/^https?:\/\//, '');
    case 'text':
    case 'number':
    case 'date':
    case 'state':
      return plain(value);
  }
}

function plain(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Elements in order, a repeated one once with its number. */
function joined(values: readonly JsonValue[]): string {
  const counts = new Map<string, number>();
  for (const value of values) {
    const text = plain(value);
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return [...counts].map(([text, n]) => (n === 1 ? text : `${text} ×${n}`)).join(', ');
}

function toneOf(column: Column, value: JsonValue | undefined, text: string, nowMs: number): Tone {
  if (column.kind === 'daysLeft' || column.kind === 'daysBar') {
    const ms = toMs(value);
    if (ms === undefined) return 'dim';
    const days = (ms - nowMs) / 86_400_000;
    return days < 3 ? 'bad' : days < 7 ? 'warn' : 'good';
  }
  if (column.kind === 'progress') {
    const counts = progressOf(value);
    return counts === undefined
      ? 'dim'
      : counts.done === counts.all && counts.all > 0
        ? 'good'
        : 'accent';
  }
  return column.tones?.[text] ?? column.tone ?? 'plain';
}

/** `3/39`, or `3` of a total that is not known; `…` until it is asked, `unknown` where it cannot be. */
function unresolvedText(value: JsonValue | undefined): string {
  if (value === undefined) return '…';
  const open = readPointer(value, '/issuesUnresolvedCount');
  const all = readPointer(value, '/issuesCount');
  if (open === undefined) return 'unknown';
  return all === undefined ? plain(open) : `${plain(open)}/${plain(all)}`;
}

/** Issue counts of a version; undefined when they are not there. */
export function progressOf(
  value: JsonValue | undefined,
): {done: number; doing: number; toDo: number; unmapped: number; all: number} | undefined {
  if (!isObject(value)) return undefined;
  const [done, doing, toDo, unmapped] = ['done', 'inProgress', 'toDo', 'unmapped'].map(k =>
    Number(value[k] ?? 0),
  );
  if (done === undefined || doing === undefined || toDo === undefined || unmapped === undefined) {
    return undefined;
  }
  return {done, doing, toDo, unmapped, all: done + doing + toDo + unmapped};
}

/** Columns from which on the counts are written out behind the bar. */
const writtenOut = 58;

/** `████▓▓░░ 62% 31/50`: done, in progress and open as a bar, then the share and the numbers. */
function progressText(value: JsonValue | undefined, columns: number): string {
  const counts = progressOf(value);
  if (counts === undefined) return value === undefined ? '…' : 'unknown';
  if (counts.all === 0) return 'no issues';
  const percent = `${String(Math.floor((counts.done / counts.all) * 100)).padStart(3)}%`;
  if (columns >= writtenOut) {
    const {done, doing, toDo, unmapped} = counts;
    const words = `done ${done} · doing ${doing} · to do ${toDo} · unmapped ${unmapped}`;
    return `${barOf(counts, 10)} ${percent}  ${words}`;
  }
  const withNumbers = columns - percent.length - 1 - 9 >= 10;
  const width = columns - percent.length - 1 - (withNumbers ? 9 : 0);
  const bar = barOf(counts, Math.max(4, Math.min(20, width)));
  return `${bar} ${percent}${withNumbers ? ` ${counts.done}/${counts.all}` : ''}`;
}

type Progress = NonNullable<ReturnType<typeof progressOf>>;

/** A bar is full only when all is done. */
function barOf(counts: Progress, width: number): string {
  const share = Math.round((counts.done / counts.all) * width);
  const done = counts.done === counts.all ? width : Math.min(width - 1, share);
  const doing = Math.min(width - done, Math.round((counts.doing / counts.all) * width));
  return '█'.repeat(done) + '▓'.repeat(doing) + '░'.repeat(width - done - doing);
}
