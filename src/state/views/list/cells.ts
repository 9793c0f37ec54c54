import type {Column} from '../../../base/column.ts';
import type {JsonValue} from '../../../base/json-value.ts';
import type {Tone} from '../../../base/tone.ts';
import {columnKindOf} from '../../../output/column-kind.ts';
import {hasValue, paramsIdentifying} from '../../ask/row-params.ts';
import type {Fill} from '../../model/resource.ts';
import {type Row, valueInRow} from '../../model/row.ts';

/** The text of a cell, not yet escaped or cut. */
export interface Cell {
  readonly text: string;
  readonly tone: Tone;
}

/** The value of a column in a row, including filled values. */
export function cellValue(
  column: Column,
  row: Pick<Row, 'value' | 'filled'>,
): JsonValue | undefined {
  const {read} = columnKindOf(column);
  return read ? read(row.value) : valueInRow(row, column.from);
}

/**
 * The text of a cell.
 *
 * @param nowMs milliseconds since the UNIX epoch, for ages and days left
 * @param columns width of the cell, for bars
 * @param forPeople format days and times for reading, not as ISO 8601; `aloud` as words
 */
export function cellOf(
  column: Column,
  row: Row,
  nowMs: number,
  columns: number,
  forPeople: boolean | 'aloud' = false,
): Cell {
  const value = cellValue(column, row);
  if (value === null && isFillFailed(column, row)) return {text: 'unknown', tone: 'dim'};
  const kind = columnKindOf(column);
  const textOf = (forPeople === 'aloud' && kind.announced) || kind.text;
  const text = textOf(value, {nowMs, columns, forPeople: forPeople !== false});
  const tone = kind.tone?.(value, nowMs) ?? column.tones?.[text] ?? column.tone ?? 'plain';
  return {text: forPeople === false ? text : (column.words?.[text] ?? text), tone};
}

/**
 * Whether the value of a cell is still to be read, and it would show an id until then: names that
 * replace ids would look like changes.
 *
 * @param fills those of the list
 */
export function isAwaited({from}: Column, row: Row, fills: readonly Fill[] = []): boolean {
  const [first = '', ...others] = from;
  if (others.length === 0) return false;
  return fills.some(
    ({pointer, only, params}) =>
      first.startsWith(`${pointer}/`) &&
      valueInRow(row, [pointer]) === undefined &&
      hasValue(only, row) &&
      paramsIdentifying(params, row, {}) !== undefined,
  );
}

/** Whether the request for this cell's value failed. */
function isFillFailed(column: Column, {filled = {}}: Row): boolean {
  return Object.entries(filled).some(
    ([at, value]) => value === null && column.from.some(from => `${from}/`.startsWith(`${at}/`)),
  );
}
