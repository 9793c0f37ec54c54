import type {ClientIdentity} from '../../api/client.ts';
import {commandFor} from '../../api/command-for.ts';
import {describePlan} from '../../api/describe-plan.ts';
import {planRequest} from '../../api/plan.ts';
import type {ResolvedCall} from '../../api/request-plan.ts';
import {Failure} from '../../base/failure.ts';
import {redactedText} from '../../base/hide-secrets.ts';
import {findJson, readPointer} from '../../base/json-value.ts';
import {summarizeError} from '../ask/error-summary.ts';
import type {ErrorSummary} from '../model/load.ts';
import type {AppState} from '../model/state.ts';
import type {PlannedRequest, WriteRequest} from './state.ts';

const notConnected: ErrorSummary = {
  title: 'Not connected yet',
  text: 'Requests can be planned once the service is connected.',
  advice: [],
};

/**
 * Plan those requests of a write that are not planned yet.
 *
 * @returns `trouble` explains why one of them cannot be planned
 */
export function planRequests(
  requests: readonly WriteRequest[],
  {connection, session}: Pick<AppState, 'connection' | 'session'>,
): {readonly requests: readonly WriteRequest[]; readonly trouble: ErrorSummary | undefined} {
  const {identities = {}, troubles = {}} = connection.status === 'ready' ? connection : {};
  let trouble: ErrorSummary | undefined;
  const planned = requests.map(one => {
    const {service} = one.call.operation;
    const identity = identities[service];
    if (identity === undefined) trouble ??= troubles[service] ?? notConnected;
    if (identity === undefined || one.planned !== undefined) return one;
    try {
      return {...one, planned: planOne(one, identity, session.flags[service])};
    } catch (thrown) {
      trouble ??= summarizeError(thrown);
      return one;
    }
  });
  return {requests: planned, trouble};
}

/**
 * Plan one request.
 *
 * @param flags flags that select the session, for the command shown
 * @throws Failure 'validation_error'
 */
export function planOne(
  request: WriteRequest,
  identity: ClientIdentity,
  flags: readonly string[],
): PlannedRequest {
  const {operation, given} = request.call;
  const plan = planRequest(operation, given, identity);
  const text = describePlan(
    plan,
    identity.authType === 'none' ? {} : {Authorization: redactedText},
  );
  const command = commandFor({operation, given}, flags);
  return {
    plan,
    text: withAwaitedNames(text, request),
    command: withAwaitedNames(command, request),
  };
}

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
function withAwaitedNames(text: string, {awaits = {}}: WriteRequest): string {
  return Object.entries(awaits).reduce((shown, [placeholder, {request}]) => {
    const name = `{id from request ${request + 1}}`;
    const bare = new RegExp(`(?<=[:[,]\\s*)${placeholder}`, 'g');
    return shown.replace(bare, JSON.stringify(name)).replaceAll(placeholder, name);
  }, text);
}
