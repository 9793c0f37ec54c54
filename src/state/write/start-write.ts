import type {ClientIdentity} from '../../api/client.ts';
import {commandFor} from '../../api/command-for.ts';
import {describePlan} from '../../api/describe-plan.ts';
import {refetchOf} from '../../api/journal/refetch.ts';
import {planRequest} from '../../api/plan.ts';
import type {ResolvedCall} from '../../api/request-plan.ts';
import {refOfCall} from '../../api/resolve-call.ts';
import {Failure} from '../../base/failure.ts';
import {redactedText} from '../../base/hide-secrets.ts';
import {findJson, readPointer} from '../../base/json-value.ts';
import {summarizeError} from '../ask/error-summary.ts';
import {isListResponse, responseList} from '../ask/response-list.ts';
import type {ErrorSummary} from '../model/load.ts';
import type {TabSpec} from '../model/location.ts';
import {openLocation} from '../model/locations.ts';
import {showNotice} from '../model/notice.ts';
import type {AppState} from '../model/state.ts';
import {
  type Action,
  type Effect,
  noEffects,
  type Task,
  type Transition,
} from '../model/transition.ts';
import {planOfCall} from './make-plan.ts';
import {whyForbidden, whyNotSent} from './permissions.ts';
import {consequencesTask, countTask, maxRefetched, nameTask, refetchTask} from './reads.ts';
import type {Outcome, PlannedRequest, WritePlan, WriteRequest} from './state.ts';

/** The overlay has been visible for a moment: accept keys. */
export const acceptKeys: Action = state => {
  const {write} = state;
  return noEffects(write && 'ready' in write ? {...state, write: {...write, ready: true}} : state);
};

/**
 * An overlay ignores keys for its first 200 ms: a key typed ahead would confirm what nobody has
 * read. Two timers, so that keys that arrive while the screen renders still meet a dialog that is
 * not ready, however long rendering takes.
 */
export const readyTimer = timer(150, state => ({state, effects: [timer(50, acceptKeys)]}));

function timer(ms: number, take: Action): Effect {
  return {kind: 'timer', slot: 'write-ready', ms, event: {kind: 'taskResult', take}};
}

/**
 * Begin a write: open its preview; nothing is sent before the confirmation its risk requires. Every
 * write of the terminal UI begins here.
 */
export function startWrite(state: AppState, plan: WritePlan): Transition {
  if (plan.requests.length === 0) return noEffects(showNotice(state, 'nothing to send', 'warn'));
  const reason = whyNotPlanned(state, plan);
  if (reason !== undefined) return noEffects(showNotice(state, reason, 'warn'));
  if (plan.risk === 0) return sendPlan(state, plan);
  const planned = planRequests(plan.requests, state);
  const looks = plan.requests.flatMap(({call, expects, awaits, fieldsOf = call}, i) => {
    // Its object does not exist yet.
    if (awaits !== undefined) return [];
    // An undo always checks current values, whatever the number of requests.
    const by = i < maxRefetched || expects !== undefined ? refetchOf(fieldsOf) : undefined;
    return by === undefined ? [] : [{call, by}];
  });
  const looked = new Set(looks.map(({call}) => call));
  const requests = planned.requests.map(one =>
    looked.has(one.call) ? {...one, before: 'looking' as const} : one,
  );
  const write = {
    stage: 'preview',
    plan: {...plan, requests},
    trouble: planned.trouble,
    asRequest: false,
    top: 0,
    ready: false,
  } as const;
  return {
    state: {...state, help: undefined, prompt: undefined, write},
    effects: [
      ...(looks.length === 0 ? [] : [taskOf('look', refetchTask(looks))]),
      ...(plan.namedBy === undefined ? [] : [taskOf('name', nameTask(plan.namedBy))]),
      ...countEffects(plan, 'before'),
      ...(plan.consequences === undefined
        ? []
        : [taskOf('consequences', consequencesTask(plan.consequences))]),
      readyTimer,
    ],
  };
}

/** Return why the profile forbids a request of a plan now; undefined if all are allowed. */
export function whyNotPlanned(state: AppState, {requests}: WritePlan): string | undefined {
  for (const operation of new Set(requests.map(({call}) => call.operation))) {
    const reason = whyForbidden(state, operation);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

/** Effects that read the counts a plan changes; none if it changes none. */
export function countEffects({counts}: WritePlan, when: 'before' | 'after'): readonly Effect[] {
  if (counts === undefined) return [];
  return [taskOf(`count-${when}`, countTask(counts.entities, when))];
}

/** A read for a plan; it replaces the read of an earlier plan. */
function taskOf(what: string, run: Task): Effect {
  return {kind: 'task', slot: `write-${what}`, run};
}

/**
 * Send all or some requests of a plan and show the progress; if sending is not allowed now, report
 * why.
 *
 * @param only indexes of the requests to send; the others keep their outcome
 * @param outcomes outcome of each request so far
 */
export function sendPlan(
  state: AppState,
  unplanned: WritePlan,
  only: readonly number[] = unplanned.requests.map((_, i) => i),
  outcomes: readonly Outcome[] = unplanned.requests.map(() => waiting),
): Transition {
  const reason = whyNotSent(state) ?? whyNotPlanned(state, unplanned);
  if (reason !== undefined) return noEffects(showNotice(state, reason, 'warn'));
  // After a retry, the responses of earlier requests are known.
  const filled = unplanned.requests.map(one => fillAwaited(one, at => outcomes[at]?.answer));
  const {requests, trouble} = planRequests(filled, state);
  if (trouble) return noEffects(showNotice(state, `nothing sent: ${trouble.title}`, 'bad'));
  const run = state.nextKey;
  const plan = {...unplanned, requests};
  const write = {
    stage: 'running',
    run,
    plan,
    outcomes: outcomes.map((outcome, i) => (only.includes(i) ? waiting : outcome)),
    stopping: false,
    checked: undefined,
    top: 0,
    follows: true,
  } as const;
  return {
    state: {...state, nextKey: run + 1, write, reported: undefined},
    effects: [{kind: 'write', effect: {kind: 'send', run, plan, only, by: 'user'}}],
  };
}

const waiting: Outcome = {state: 'waiting', text: ''};

/** Whether requests are being sent, or the reads that verify them are pending. */
export function isSending({write}: AppState): boolean {
  if (write?.stage === 'running') return true;
  if (write?.stage !== 'report' || write.reopened) return false;
  if (write.outcomes.some(({state}) => state !== 'done')) return false;
  const counted = write.plan.counts?.entities ?? [];
  return write.checked === 'checking' || counted.some(({after}) => after === undefined);
}

/**
 * Show the response of a call, a list as a table, anything else as text; a write opens its preview.
 */
export function openTypedCall(state: AppState, typed: ResolvedCall): Transition {
  if (typed.operation.effect !== 'read') return startWrite(state, planOfCall(typed, state));
  const spec: TabSpec = isListResponse(typed)
    ? {kind: 'list', resource: responseList(typed), params: {}}
    : {kind: 'describe', call: refOfCall(typed), params: {}};
  return openLocation(state, {crumb: 'response', tabs: [{title: 'Response', spec}], tab: 0});
}

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
