import {isArray, type JsonValue, readPointer} from '../base/json-value.ts';
import {hourMs} from '../base/times.ts';
import {operationNamed} from './catalogue.ts';
import {mentionedIn} from './mentions.ts';
import {
  type FilledInputs,
  fillInputs,
  fillTemplate,
  type OperationRef,
  type Sources,
  sourceOf,
  type ValueSource,
} from './operation-ref.ts';
import type {ResolvedCall} from './request-plan.ts';

/**
 * The sources of every reference: the parameters of the location, `{values/name}`, the values of a
 * parameter separated by commas, and `{hoursAgo/N}`, N hours ago in epoch milliseconds.
 */
function placeSources(params: Readonly<Record<string, string>>, nowMs: number): Sources {
  return {
    place: sourceOf(params),
    values: pointer => params[pointer.slice(1)]?.split(','),
    hoursAgo: pointer => String(nowMs - Number(pointer.slice(1)) * hourMs),
  };
}

/**
 * Fill a reference with parameters.
 *
 * @param nowMs milliseconds since the UNIX epoch
 * @throws Error if the operation or a parameter does not exist (a bug)
 */
export function resolveCall(
  ref: OperationRef,
  params: Readonly<Record<string, string>>,
  nowMs: number,
): ResolvedCall {
  return callOf(ref, fillInputs(ref, placeSources(params, nowMs)));
}

/** Make a reference from a call and its values; the file of an upload is left out. */
export function refOfCall({
  operation,
  given: {inputs, body},
  firstPage,
}: ResolvedCall): OperationRef {
  const {service, group, name} = operation;
  const sent = typeof body === 'string' ? {body: [body] as const} : {};
  return {service, operation: `${group} ${name}`, inputs, ...sent, ...(firstPage && {firstPage})};
}

/**
 * The calls of a read in `after`: one, or one for `each` value; none if the response lacks a
 * value. `{mentions/pointer}` are the accounts that a text in storage format mentions.
 */
export function resolveFollowUps(
  ref: OperationRef,
  response: JsonValue,
  params: Readonly<Record<string, string>>,
  nowMs: number,
): readonly ResolvedCall[] {
  const answer = answerSource(response);
  const mentions: ValueSource = pointer => mentionedIn(String(answer(pointer))).slice(0, mostNamed);
  const {each} = ref;
  const own = each === undefined ? [{}] : fillTemplate(each, {answer}).map(one => ({each: one}));
  return own.flatMap(more => {
    const filled = fillInputs(ref, {
      ...placeSources({...params, ...more}, nowMs),
      answer,
      mentions,
    });
    return filled.missing.some(({source}) => source !== 'place') ? [] : callOf(ref, filled);
  });
}

function callOf(ref: OperationRef, {given, missing}: FilledInputs): ResolvedCall {
  const [first] = missing;
  if (first !== undefined) throw new Error(`unknown parameter: ${first.text}`);
  return {operation: operationNamed(ref), given, ...(ref.firstPage && {firstPage: true})};
}

/** Limit of values of a response that are looked up. */
const mostNamed = 50;

/** Strings and numbers of a response; for an array with one element, those of the element. */
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
