import type {OpensView, Params, RowParams} from '../model/params.ts';
import {type Row, valueInRow} from '../model/row.ts';

/**
 * The parameters that identify the entity of a row; undefined if the row lacks one (a row without
 * its id, for example), since a request without it would concern something else.
 *
 * @param wanted parameter → pointers in the row; the first with a value is used
 * @param params those the list was opened with
 * @param needed the required parameters
 */
export function paramsIdentifying(
  wanted: RowParams,
  row: Pick<Row, 'value' | 'filled'>,
  params: Params,
  needed: readonly string[] = Object.keys(wanted),
): Params | undefined {
  const found = paramsFromRow(wanted, row, params);
  return needed.every(name => name in found) ? found : undefined;
}

/**
 * The parameters of the list, plus those that the row supplies. Objects and arrays are skipped; a
 * missing value is omitted.
 */
export function paramsFromRow(
  wanted: RowParams,
  row: Pick<Row, 'value' | 'filled'>,
  params: Params,
): Params {
  const {crumb: _, ...kept} = params;
  const found: Record<string, string> = {...kept};
  for (const [name, from] of Object.entries(wanted)) {
    const value = typeof from === 'function' ? from(row) || null : valueInRow(row, from);
    if (value === undefined || value === null || typeof value === 'object') delete found[name];
    else found[name] = String(value);
  }
  return found;
}

/** Whether a row meets the condition `only`; true without a condition. */
export function hasValue(only: OpensView['only'], row: Pick<Row, 'value' | 'filled'>): boolean {
  return only === undefined || valueInRow(row, [only.pointer]) === only.equals;
}
