import {operationNamed} from '../../api/catalogue.ts';
import {
  type FilledInputs,
  fill,
  type OperationRef,
  type Sources,
  sourceOf,
  textsOf,
  type ValueSource,
} from '../../api/operation-ref.ts';
import type {ResolvedCall} from '../../api/request-plan.ts';
import {isArray, type JsonValue, readPointer} from '../../base/json-value.ts';
import {hourMs} from '../../base/times.ts';
import type {OpensView, Params} from '../model/params.ts';
import {type Row, valueInRow} from '../model/row.ts';

/** Sources of every reference: the parameters of the place, and `{hoursAgo/N}`, epoch milliseconds N hours ago. */
function placeSources(params: Params, nowMs: number): Sources {
  return {
    place: sourceOf(params),
    hoursAgo: pointer => String(nowMs - Number(pointer.slice(1)) * hourMs),
  };
}

/**
 * Fill a reference with parameters.
 *
 * @param nowMs milliseconds since the UNIX epoch
 * @throws Error when the operation or a parameter does not exist (a bug)
 */
export function resolveCall(ref: OperationRef, params: Params, nowMs: number): ResolvedCall {
  return callOf(ref, fill(ref, placeSources(params, nowMs)));
}

/** The reference to a call, with its values; without a file that it sends. */
export function refTo({operation, given: {inputs, body}}: ResolvedCall): OperationRef {
  const {service, group, name} = operation;
  const sent = typeof body === 'string' ? {body: [body] as const} : {};
  return {service, operation: `${group} ${name}`, inputs, ...sent};
}

/** The calls of a read in `after`: one, or one for `each` value; none if the response lacks a value. */
export function resolveAfter(
  ref: OperationRef,
  response: JsonValue,
  params: Params,
  nowMs: number,
): readonly ResolvedCall[] {
  const answer = answerSource(response);
  const {each} = ref;
  const own = each === undefined ? [{}] : textsOf(each, {answer}).map(one => ({each: one}));
  return own.flatMap(more => {
    const filled = fill(ref, {...placeSources({...params, ...more}, nowMs), answer});
    return filled.missing.some(({source}) => source === 'answer') ? [] : callOf(ref, filled);
  });
}

function callOf(ref: OperationRef, {given, missing}: FilledInputs): ResolvedCall {
  const [first] = missing;
  if (first !== undefined) throw new Error(`unknown parameter: ${first.text}`);
  return {operation: operationNamed(ref), given};
}

/** Values of a response that are asked about at once. */
const mostNamed = 50;

/** Texts and numbers of a response; of an array with a single element, those of the element. */
function answerSource(answer: JsonValue): ValueSource {
  const about = isArray(answer) && answer.length === 1 ? answer[0] : answer;
  return pointer => {
    const found = readPointer(about, pointer);
    const all = (isArray(found) ? found : [found ?? null]).filter(
      one => typeof one === 'number' || (typeof one === 'string' && one !== ''),
    );
    return [...new Set(all)].slice(0, mostNamed);
  };
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

/** Whether a row has the value that is asked for there; every row where none is. */
export function hasValue(only: OpensView['only'], row: Pick<Row, 'value' | 'filled'>): boolean {
  return only === undefined || valueInRow(row, [only.pointer]) === only.equals;
}
