import {type JsonValue, readFirstOf, readPointer} from '../../base/json-value.ts';
import type {Row} from './row.ts';

/**
 * The value the first of several pointers leads to in a row; what was filled in counts first. Null
 * where filling in was tried and could not be.
 */
export function valueInRow(
  row: Pick<Row, 'value' | 'filled'>,
  pointers: readonly string[],
): JsonValue | undefined {
  if (row.filled === undefined) return readFirstOf(row.value, pointers);
  let unknown: null | undefined;
  for (const pointer of pointers) {
    const filled = filledAt(row, pointer);
    if (filled === null) unknown = null;
    else if (filled !== undefined) return filled;
  }
  return readFirstOf(row.value, pointers) ?? unknown;
}

/** A value that was filled in as a whole can be read into. */
function filledAt({filled}: Pick<Row, 'filled'>, pointer: string): JsonValue | undefined {
  for (const [at, value] of Object.entries(filled ?? {})) {
    if (pointer === at || (value === null && pointer.startsWith(`${at}/`))) return value;
    if (pointer.startsWith(`${at}/`)) return readPointer(value, pointer.slice(at.length));
  }
  return undefined;
}
