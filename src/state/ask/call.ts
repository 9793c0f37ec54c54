import {findOperation} from '../../api/catalogue.ts';
import type {Call, Opens, Params, ResolvedCall} from '../model/call.ts';
import type {Row} from '../model/row.ts';
import {valueInRow} from '../model/row-value.ts';

const msPerHour = 3_600_000;

/**
 * Find the operation of a call and put the parameters into its inputs.
 *
 * @param nowMs milliseconds since the UNIX epoch, for `{hoursAgo:N}`
 * @throws Error when the call names an operation or a parameter that does not exist (a bug)
 */
export function resolveCall(call: Call, params: Params, nowMs: number): ResolvedCall {
  const [group = '', name = ''] = call.operation.split(' ');
  const operation = findOperation(call.service, group, name);
  if (operation === undefined) throw new Error(`no such operation: ${call.operation}`);
  const inputs: Record<string, readonly string[]> = {};
  for (const [input, value] of Object.entries(call.inputs)) {
    const texts = typeof value === 'string' ? [value] : value;
    inputs[input] = texts.map(text => fillIn(text, params, nowMs));
  }
  return {operation, given: {inputs}};
}

function fillIn(text: string, params: Params, nowMs: number): string {
  return text.replace(/\{(\w+)(?::(\d+))?\}/g, (_, name: string, number: string | undefined) => {
    if (name === 'hoursAgo') return String(nowMs - Number(number) * msPerHour);
    const value = params[name];
    if (value === undefined) throw new Error(`no such parameter: ${name}`);
    return value;
  });
}

/** The parameters a row gives by pointer, on top of those the list was opened with. */
export function paramsFromRow(
  wanted: Opens['params'],
  row: Pick<Row, 'value' | 'filled'>,
  params: Params,
): Params {
  const {crumb: _, ...kept} = params;
  const found: Record<string, string> = {...kept};
  for (const [name, pointers] of Object.entries(wanted)) {
    const value = valueInRow(row, pointers);
    if (value !== undefined && value !== null) found[name] = String(value);
  }
  return found;
}

/** Whether enter opens that row's own screen; a row it does not open is described. */
export function opensRow({only}: Opens, row: Pick<Row, 'value' | 'filled'>): boolean {
  return only === undefined || valueInRow(row, [only.pointer]) === only.equals;
}
