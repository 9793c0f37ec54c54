import type {JsonValue} from '../../../base/json-value.ts';
import type {Tone} from '../../../base/tone.ts';
import type {Column} from '../../model/column.ts';
import {type Row, valueInRow} from '../../model/row.ts';

/** A cell as it is shown; the text is not yet made safe or cut. */
export interface Cell {
  readonly text: string;
  readonly tone: Tone;
}

/** Value of a column in a row, filled-in values included. */
export function cellValue(
  {kind, from}: Column,
  row: Pick<Row, 'value' | 'filled'>,
): JsonValue | undefined {
  return kind.read ? kind.read(row.value) : valueInRow(row, from);
}

/**
 * What a cell shows.
 *
 * @param nowMs milliseconds since the UNIX epoch, for ages and days left
 * @param columns width of the cell, for bars
 * @param forPeople days and times as people read them, not as ISO 8601
 */
export function cellOf(
  column: Column,
  row: Row,
  nowMs: number,
  columns: number,
  forPeople = false,
): Cell {
  const value = cellValue(column, row);
  if (value === null && isFillFailed(column, row)) return {text: 'unknown', tone: 'dim'};
  const text = column.kind.text(value, {nowMs, columns, forPeople});
  const tone = column.kind.tone?.(value, nowMs) ?? column.tones?.[text] ?? column.tone ?? 'plain';
  return {text, tone};
}

/** Whether a cell would show what was asked for by a request of its own, and could not be read. */
function isFillFailed(column: Column, {filled = {}}: Row): boolean {
  return Object.entries(filled).some(
    ([at, value]) => value === null && column.from.some(from => `${from}/`.startsWith(`${at}/`)),
  );
}
