import {operationNamed} from '../../api/catalogue.ts';
import {isArray, type JsonValue, readPointer} from '../../base/json-value.ts';
import {hourMs} from '../../base/times.ts';
import type {Call, OpensView, Params, ResolvedCall} from '../model/call.ts';
import {type Row, valueInRow} from '../model/row.ts';

/**
 * Find the operation of a call and put the parameters into its inputs.
 *
 * @param nowMs milliseconds since the UNIX epoch, for `{hoursAgo:N}`
 * @throws Error when the call names an operation or a parameter that does not exist (a bug)
 */
export function resolveCall(call: Call, params: Params, nowMs: number): ResolvedCall {
  const inputs: Record<string, readonly string[]> = {};
  for (const [input, value] of Object.entries(call.inputs)) {
    const texts = typeof value === 'string' ? [value] : value;
    inputs[input] = texts.map(text => fillIn(text, params, nowMs));
  }
  return {operation: operationNamed(call), given: {inputs}};
}

function fillIn(text: string, params: Params, nowMs: number): string {
  return text.replace(/\{(\w+)(?::(\d+))?\}/g, (_, name: string, number: string | undefined) => {
    if (name === 'hoursAgo') return String(nowMs - Number(number) * hourMs);
    const value = params[name];
    if (value === undefined) throw new Error(`unknown parameter: ${name}`);
    return value;
  });
}

/** Things one answer names that are asked about at once. */
const mostNamed = 50;

/**
 * A call about what an answer names; undefined where it names nothing. What it is about becomes
 * parameters, so that no text of a server is taken for a place to fill.
 */
export function callAbout(
  call: Call,
  answer: JsonValue,
): {readonly call: Call; readonly params: Params} | undefined {
  const [alone, ...others] = isArray(answer) ? answer : [answer];
  const about = others.length === 0 ? (alone ?? null) : answer;
  const params: Record<string, string> = {};
  const asParam = (text: string): string => {
    const name = `named${Object.keys(params).length}`;
    params[name] = text;
    return `{${name}}`;
  };
  const filled = (text: string): readonly string[] | undefined => {
    const [, pointer] = /^\{(\/[^{}]*)\}$/.exec(text) ?? [];
    if (pointer !== undefined) return namedAt(about, pointer).map(asParam);
    let isMissing = false;
    const whole = text.replace(/\{(\/[^{}]*)\}/g, (_, inside: string) => {
      const [one] = namedAt(about, inside);
      isMissing ||= one === undefined;
      return asParam(one ?? '');
    });
    return isMissing ? undefined : [whole];
  };
  const inputs: Record<string, readonly string[]> = {};
  for (const [input, value] of Object.entries(call.inputs)) {
    const parts = (typeof value === 'string' ? [value] : value).map(filled);
    const texts = parts.flatMap(part => part ?? []);
    if (parts.includes(undefined) || (parts.length > 0 && texts.length === 0)) return undefined;
    inputs[input] = texts;
  }
  return {call: {...call, inputs}, params};
}

/** The values that a call asked for each of a list is asked with. */
export function eachOf({each}: Call, answer: JsonValue): readonly string[] {
  const found = each && readPointer(answer, each.list);
  if (each === undefined || !isArray(found)) return [];
  return namedIn(found.map(one => readPointer(one, each.value) ?? null));
}

function namedAt(answer: JsonValue, pointer: string): readonly string[] {
  const found = readPointer(answer, pointer);
  return namedIn(isArray(found) ? found : [found ?? null]);
}

function namedIn(all: readonly JsonValue[]): readonly string[] {
  const texts = all.flatMap(one =>
    typeof one === 'string' || typeof one === 'number' ? [String(one)] : [],
  );
  return [...new Set(texts)].filter(text => text !== '').slice(0, mostNamed);
}

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

/** Whether enter opens that row's own screen; a row it does not open is described. */
export function opensRow({only}: OpensView, row: Pick<Row, 'value' | 'filled'>): boolean {
  return hasValue(only, row);
}

/** Whether a row has the value that is asked for there; every row where none is. */
export function hasValue(only: OpensView['only'], row: Pick<Row, 'value' | 'filled'>): boolean {
  return only === undefined || valueInRow(row, [only.pointer]) === only.equals;
}
