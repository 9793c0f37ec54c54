import type {ResolvedCall} from '../../api/request-plan.ts';
import {Failure} from '../../base/failure.ts';
import {findJson, readPointer} from '../../base/json-value.ts';
import type {WriteRequest} from './state.ts';

/** A placeholder for a value in the response of an earlier request of the plan. */
export function placeholderFor(index: number): string {
  return `90071992547${String(index).padStart(5, '0')}`;
}

/**
 * Replace the placeholders of values that earlier requests have returned; the others stay.
 *
 * @param answerOf returns the response of a request by its index, if it was carried out
 */
export function fillAwaited(
  request: WriteRequest,
  answerOf: (index: number) => string | undefined,
): WriteRequest {
  let {call} = request;
  const left: Record<string, NonNullable<WriteRequest['awaits']>[string]> = {};
  for (const [placeholder, awaited] of Object.entries(request.awaits ?? {})) {
    const answer = answerOf(awaited.request);
    const value = answer && readPointer(findJson(answer), awaited.pointer);
    if (typeof value === 'string' || typeof value === 'number') {
      call = replaced(call, placeholder, String(value));
    } else left[placeholder] = awaited;
  }
  if (call === request.call) return request;
  const {awaits: _, planned: __, ...rest} = request;
  return {...rest, call, ...(Object.keys(left).length > 0 && {awaits: left})};
}

/** @throws Failure 'validation_error' if a value is unknown */
export function refuseAwaiting({awaits = {}}: WriteRequest): void {
  const [first] = Object.values(awaits);
  if (first === undefined) return;
  const message = `Not sent: it needs the id that request ${first.request + 1} returns.`;
  throw new Failure('validation_error', message, {attempts: 0});
}

function replaced({operation, given}: ResolvedCall, from: string, to: string): ResolvedCall {
  const inputs = Object.entries(given.inputs).map(
    ([name, texts]) => [name, texts.map(text => text.replaceAll(from, to))] as const,
  );
  const {body} = given;
  return {
    operation,
    given: {
      ...given,
      inputs: Object.fromEntries(inputs),
      ...(typeof body === 'string' && {body: body.replaceAll(from, to)}),
    },
  };
}

/** The text of a request for the screen: placeholders name the request that returns the value. */
export function withAwaitedNames(text: string, {awaits = {}}: WriteRequest): string {
  return Object.entries(awaits).reduce((shown, [placeholder, {request}]) => {
    const name = `{id from request ${request + 1}}`;
    const bare = new RegExp(`(?<=[:[,]\\s*)${placeholder}`, 'g');
    return shown.replace(bare, JSON.stringify(name)).replaceAll(placeholder, name);
  }, text);
}
