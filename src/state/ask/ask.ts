import type {CallOptions, Page} from '../../api/client.ts';
import {commandFor} from '../../api/command-for.ts';
import {filterByName} from '../../api/naming/match-name.ts';
import {
  type EntityEntry,
  idList,
  listingInputs,
  type NameFilter,
  type NameList,
  readEntities,
  wholeList,
} from '../../api/naming/name-listing.ts';
import type {OperationRef} from '../../api/operation-ref.ts';
import {addFollowUpReads, type RefReader, readRef} from '../../api/read-ref.ts';
import type {ResolvedCall} from '../../api/request-plan.ts';
import {refOfCall, resolveCall} from '../../api/resolve-call.ts';
import {defined} from '../../base/defined.ts';
import {loadSlot, slowTimer} from '../model/locations.ts';
import type {Params, RequestCommand} from '../model/params.ts';
import type {Effect, Ports, Task} from '../model/transition.ts';
import {errorLine, summarizeError} from './error-summary.ts';

/** The one-shot command that makes the same request as a call. */
export function commandOfCall(call: OperationRef, params: Params, ports: Ports): RequestCommand {
  return sentAs(resolveCall(call, params, ports.clock.now()), ports);
}

function sentAs(resolved: ResolvedCall, ports: Ports): RequestCommand {
  const {service} = resolved.operation;
  return {service, command: commandFor(resolved, ports.flags(service))};
}

/** The commands of a call and of its companion calls; the call's own comes last. */
export function commandsOfCall(call: OperationRef, params: Params, ports: Ports): RequestCommand[] {
  const beside = Object.values(call.also ?? {});
  return [...beside, call].map(one => commandOfCall(one, params, ports));
}

/**
 * Fetch the whole response of a call as JSON text, with the responses of its companion and
 * follow-up calls as members. A companion that fails is reported in its member, unless it is
 * required.
 *
 * @param onSent receives each follow-up command, known only from the response
 * @throws Failure of the kinds of contract 4
 */
export async function fetchText(
  call: OperationRef,
  params: Params,
  ports: Ports,
  signal: AbortSignal,
  onSent?: (sent: RequestCommand) => void,
): Promise<string> {
  return readRef(call, params, readerWith(ports, signal, onSent));
}

/**
 * Extend a text with the responses of follow-up calls about the entities it names.
 *
 * @param after as of a call
 * @throws Failure 'interrupted'; other failures are reported in the text
 */
export async function withFollowUps(
  after: OperationRef['after'],
  text: string,
  params: Params,
  ports: Ports,
  signal: AbortSignal,
): Promise<string> {
  return addFollowUpReads(after, text, params, readerWith(ports, signal));
}

function readerWith(
  ports: Ports,
  signal: AbortSignal,
  onSent?: (sent: RequestCommand) => void,
): RefReader {
  return {
    async send(call) {
      const {client, plan, options} = planCall(call, ports, signal);
      return (await client.request(plan, options)).text;
    },
    now: () => ports.clock.now(),
    signal,
    explain: errorLine,
    onLater: call => onSent?.(sentAs(call, ports)),
  };
}

/**
 * Read the pages of a call.
 *
 * @throws Failure of the kinds of contract 4
 */
export function fetchPages(
  call: OperationRef,
  params: Params,
  ports: Ports,
  signal: AbortSignal,
): AsyncIterable<Page> {
  const resolved = resolveCall(call, params, ports.clock.now());
  const {client, plan, options} = planCall(resolved, ports, signal);
  return client.pages(plan, options);
}

/**
 * Read the entities of a list, page by page, for looking up names.
 *
 * @throws Failure of the kinds of contract 4
 */
export async function* fetchEntities(
  list: NameList,
  question: NameFilter,
  ports: Ports,
  signal: AbortSignal,
): AsyncGenerator<{readonly entities: readonly EntityEntry[]; readonly last: boolean}, void> {
  const {like} = question;
  const whole = like === undefined ? undefined : wholeList(list);
  let isFound = whole === undefined;
  for await (const {entities, last} of entityPages(list, question, ports, signal)) {
    isFound ||= entities.length > 0;
    yield {entities, last: last && isFound};
  }
  if (isFound || whole === undefined || like === undefined) return;
  for await (const {entities, last} of entityPages(whole, {}, ports, signal)) {
    yield {entities: filterByName(entities, like), last};
  }
}

async function* entityPages(
  list: NameList,
  question: NameFilter,
  ports: Ports,
  signal: AbortSignal,
): AsyncGenerator<{readonly entities: readonly EntityEntry[]; readonly last: boolean}, void> {
  const from = question.ids === undefined ? list : idList(list);
  const ref = refOfCall({operation: from.operation, given: listingInputs(from, question)});
  for await (const {text, last} of fetchPages(ref, {}, ports, signal)) {
    yield {entities: readEntities(from, text), last};
  }
}

/** Plan a call; each exchange is logged with the equivalent one-shot command. */
export function planCall(
  resolved: ResolvedCall,
  ports: Ports,
  signal: AbortSignal,
  more: Partial<CallOptions> = {},
) {
  const client = ports.client(resolved.operation.service);
  const {command} = sentAs(resolved, ports);
  const options: CallOptions = {
    signal,
    ...(resolved.firstPage && {paginate: false}),
    onExchange: (exchange, traffic) =>
      ports.dispatch({kind: 'exchange', exchange, traffic, command, atMs: ports.clock.now()}),
    onWait: wait => ports.dispatch({kind: 'limited', wait}),
    ...defined({maxWaitMs: ports.maxWaitMs}),
    ...more,
  };
  return {client, plan: client.plan(resolved.operation, resolved.given, options), options};
}

/** Effects that fetch the single response a view waits for, with the equivalent commands. */
export function fetchResponse(view: number, call: OperationRef, params: Params): readonly Effect[] {
  const run: Task = async (ports, {signal}) => {
    try {
      for (const sent of commandsOfCall(call, params, ports))
        ports.dispatch({kind: 'sent', view, sent});
      const text = await fetchText(call, params, ports, signal, sent =>
        ports.dispatch({kind: 'sent', view, sent, beside: true}),
      );
      if (!signal.aborted) ports.dispatch({kind: 'response', view, text, atMs: ports.clock.now()});
    } catch (thrown) {
      if (!signal.aborted) ports.dispatch({kind: 'failed', view, trouble: summarizeError(thrown)});
    }
  };
  return [{kind: 'task', asks: true, slot: loadSlot(view), run}, slowTimer(view)];
}
