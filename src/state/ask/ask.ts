import type {CallOptions, Page} from '../../api/client.ts';
import {
  givenFor,
  type NamedEntity,
  type NameList,
  type NameQuestion,
  readEntities,
} from '../../api/naming/name-listing.ts';
import {isFailure} from '../../base/failure.ts';
import {itemSpans, kindOf, memberSpans, rootSpan} from '../../base/json-scan.ts';
import {parseJsonValue} from '../../base/json-value.ts';
import type {Call, Params, ResolvedCall, SentRequest} from '../model/call.ts';
import {loadSlot, slowTimer} from '../model/locations.ts';
import type {Effect, Ports, Task} from '../model/transition.ts';
import {commandFor} from './command-line.ts';
import {errorLine, summarizeError} from './error-summary.ts';
import {callAbout, eachOf, resolveCall} from './resolve-call.ts';

/** The one-shot command that makes the same request as a call. */
export function sentBy(call: Call, params: Params, ports: Ports): SentRequest {
  return sentAs(resolveCall(call, params, ports.clock.now()), ports);
}

function sentAs(resolved: ResolvedCall, ports: Ports): SentRequest {
  const {service} = resolved.operation;
  return {service, command: commandFor(resolved, ports.flags(service))};
}

/** The commands of a call and of those asked beside it; its own comes last. */
export function allSentBy(call: Call, params: Params, ports: Ports): SentRequest[] {
  const beside = Object.values(call.also ?? {});
  return [...beside, call].map(one => sentBy(one, params, ports));
}

/**
 * The whole answer of a call as JSON text, with the answers of those asked beside it and after it as
 * members. One of those that fails is told in its place, unless it is required.
 *
 * @param onSent told of each command asked after it, which only the answer says
 * @throws Failure of the kinds of contract 4
 */
export async function askText(
  call: Call,
  params: Params,
  ports: Ports,
  signal: AbortSignal,
  onSent?: (sent: SentRequest) => void,
): Promise<string> {
  const ask = askingIn(ports, signal);
  const beside = Object.entries(call.also ?? {});
  const [text, ...answers] = await Promise.all([
    ask.one(call, params),
    ...beside.map(([, one]) => (one.required ? ask.one : ask.orReason)(one, params)),
  ]);
  const members = beside.map(([name], i) => [name, answers[i] ?? 'null'] as const);
  return withNamed(call.after, withMembers(text, members), params, ports, signal, onSent);
}

/**
 * A text with what was asked about the things it names.
 *
 * @param after as of a call
 * @throws Failure 'interrupted'; any other is told in the text
 */
export async function withNamed(
  after: Call['after'],
  text: string,
  params: Params,
  ports: Ports,
  signal: AbortSignal,
  onSent?: (sent: SentRequest) => void,
): Promise<string> {
  if (after === undefined) return text;
  const answer = parseJsonValue(text);
  const ask = (call: Call, about: Params): Promise<string> => {
    onSent?.(sentBy(call, about, ports));
    return askingIn(ports, signal).orReason(call, about);
  };
  const named = Object.entries(after).flatMap(([name, one]) => {
    if (one.each !== undefined) {
      const asked = eachOf(one, answer).map(each => () => ask(one, {...params, each}));
      return [{name, asked, isList: true}];
    }
    const call = callAbout(one, answer);
    if (call === undefined) return [];
    return [{name, asked: [() => ask(call.call, {...params, ...call.params})], isList: false}];
  });
  const answers = await Promise.all(
    named.map(async ({name, asked, isList}): Promise<readonly [string, string]> => {
      const texts = await Promise.all(asked.map(one => one()));
      return [name, isList ? `[${texts.join(',')}]` : (texts[0] ?? 'null')];
    }),
  );
  return withMembers(text, answers);
}

/** What one call answers alone, with what its failure leaves. */
function askingIn(ports: Ports, signal: AbortSignal) {
  const one = async (call: Call, params: Params): Promise<string> => {
    try {
      return await answerOf(resolveCall(call, params, ports.clock.now()), ports, signal);
    } catch (thrown) {
      if (call.orElse === undefined || !isFailure(thrown) || thrown.kind !== 'not_found')
        throw thrown;
      return call.orElse;
    }
  };
  const orReason = (call: Call, params: Params): Promise<string> =>
    one(call, params).catch(thrown => {
      if (signal.aborted) throw thrown;
      return JSON.stringify(`unknown: ${errorLine(thrown)}`);
    });
  return {one, orReason};
}

/** An object's text with members put at its end, also of one alone in an array; anything else is returned as it is. */
function withMembers(text: string, members: readonly (readonly [string, string])[]): string {
  if (members.length === 0) return text;
  const whole = rootSpan(text);
  const [alone, ...others] = kindOf(text, whole) === 'array' ? itemSpans(text, whole) : [];
  const root = others.length === 0 && alone !== undefined ? alone : whole;
  if (kindOf(text, root) !== 'object') return text;
  const first = memberSpans(text, root).length === 0 ? '' : ',';
  const added = members.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',');
  return `${text.slice(0, root.end - 1)}${first}${added}${text.slice(root.end - 1)}`;
}

/**
 * The pages of a call as they come.
 *
 * @throws Failure of the kinds of contract 4
 */
export function askPages(
  call: Call,
  params: Params,
  ports: Ports,
  signal: AbortSignal,
): AsyncIterable<Page> {
  return pagesOf(resolveCall(call, params, ports.clock.now()), ports, signal);
}

/**
 * What a call answers whose inputs are known, as JSON text.
 *
 * @throws Failure of the kinds of contract 4
 */
export async function answerOf(
  resolved: ResolvedCall,
  ports: Ports,
  signal: AbortSignal,
): Promise<string> {
  const {client, plan, options} = planned(resolved, ports, signal);
  return (await client.request(plan, options)).text;
}

/**
 * The same by its pages as they come.
 *
 * @throws Failure of the kinds of contract 4
 */
export function pagesOf(
  resolved: ResolvedCall,
  ports: Ports,
  signal: AbortSignal,
): AsyncIterable<Page> {
  const {client, plan, options} = planned(resolved, ports, signal);
  return client.pages(plan, options);
}

/**
 * The things a list names, of those that a question asks for: each page as it comes.
 *
 * @throws Failure of the kinds of contract 4
 */
export async function* fetchEntities(
  list: NameList,
  question: NameQuestion,
  ports: Ports,
  signal: AbortSignal,
): AsyncGenerator<{readonly things: readonly NamedEntity[]; readonly last: boolean}, void> {
  const resolved = {operation: list.operation, given: givenFor(list, question)};
  for await (const {text, last} of pagesOf(resolved, ports, signal)) {
    yield {things: readEntities(list, text), last};
  }
}

function planned(resolved: ResolvedCall, ports: Ports, signal: AbortSignal) {
  const client = ports.client(resolved.operation.service);
  const options = optionsFor(resolved, ports, signal);
  return {client, plan: client.plan(resolved.operation, resolved.given, options), options};
}

/** Every exchange goes into the log of the session with the command that makes the same. */
export function optionsFor(resolved: ResolvedCall, ports: Ports, signal: AbortSignal): CallOptions {
  const {command} = sentAs(resolved, ports);
  return {
    signal,
    onExchange: (exchange, traffic) =>
      ports.dispatch({kind: 'exchange', exchange, traffic, command, atMs: ports.clock.now()}),
  };
}

/** What reads the one answer a view waits for, with the commands that make the same. */
export function fetchResponse(view: number, call: Call, params: Params): readonly Effect[] {
  return answerFor(view, (ports, signal) => {
    for (const sent of allSentBy(call, params, ports)) ports.dispatch({kind: 'sent', view, sent});
    return askText(call, params, ports, signal, sent =>
      ports.dispatch({kind: 'sent', view, sent, beside: true}),
    );
  });
}

/** The same of a call whose inputs are known. */
export function fetchResolved(view: number, resolved: ResolvedCall): readonly Effect[] {
  return answerFor(view, (ports, signal) => {
    ports.dispatch({kind: 'sent', view, sent: sentAs(resolved, ports)});
    return answerOf(resolved, ports, signal);
  });
}

function answerFor(
  view: number,
  ask: (ports: Ports, signal: AbortSignal) => Promise<string>,
): readonly Effect[] {
  const run: Task = async (ports, {signal}) => {
    try {
      const text = await ask(ports, signal);
      if (!signal.aborted) ports.dispatch({kind: 'answer', view, text, atMs: ports.clock.now()});
    } catch (thrown) {
      if (!signal.aborted) ports.dispatch({kind: 'failed', view, trouble: summarizeError(thrown)});
    }
  };
  return [{kind: 'task', asks: true, slot: loadSlot(view), run}, slowTimer(view)];
}
