import type {OpensView, Params} from '../model/params.ts';
import {type Row, valueInRow} from '../model/row.ts';

/**
 * The parameters that name the thing of a row; undefined when the row lacks one of them, as a row
 * without its id does: a request without it would be about something else.
 *
 * @param wanted parameter → pointers in the row, the first that holds a value counts
 * @param params those the list was opened with
 * @param needed the parameters without which nothing is named
 */
export function paramsNaming(
  wanted: OpensView['params'],
  row: Pick<Row, 'value' | 'filled'>,
  params: Params,
  needed: readonly string[] = Object.keys(wanted),
): Params | undefined {
  const found = paramsFromRow(wanted, row, params);
  return needed.every(name => name in found) ? found : undefined;
}

/**
 * The parameters a row gives by pointer, on top of those the list was opened with. Objects and arrays
 * are no parameters; one that the row should give and does not is left out.
 */
export function paramsFromRow(
  wanted: OpensView['params'],
  row: Pick<Row, 'value' | 'filled'>,
  params: Params,
): Params {
  const {crumb: _, ...kept} = params;
  const found: Record<string, string> = {...kept};
  for (const [name, pointers] of Object.entries(wanted)) {
    const value = valueInRow(row, pointers);
    if (value === undefined || value === null || typeof value === 'object') delete found[name];
    else found[name] = String(value);
  }
  return found;
}

/** Whether a row has the value that is asked for there; every row where none is. */
export function hasValue(only: OpensView['only'], row: Pick<Row, 'value' | 'filled'>): boolean {
  return only === undefined || valueInRow(row, [only.pointer]) === only.equals;
}
