import {accountOf} from '../../api/account.ts';
import {findTaskId} from '../../api/follow-task.ts';
import {backOf} from '../../api/journal/back-of.ts';
import {describeWrite, resultOfFailure} from '../../api/journal/describe-write.ts';
import {entryText, type JournalEntry} from '../../api/journal/entry.ts';
import {refetchOf} from '../../api/journal/refetch.ts';
import {retryAfterSeconds} from '../../api/retry-after.ts';
import {hintAfterUncertainWrite} from '../../api/uncertain-write.ts';
import {undoNeedsCurrentValues} from '../../api/undo.ts';
import {Failure, toFailure} from '../../base/failure.ts';
import {safeText} from '../../base/safe-text.ts';
import {errorLine, hintOf, reasonOf} from '../ask/error-summary.ts';
import type {Ports} from '../model/transition.ts';
import {fillAwaited, refuseAwaiting} from './fill-awaited.ts';
import {planOne} from './plan-requests.ts';
import {readObject, textOfBefore} from './reads.ts';
import type {Outcome, WriteRequest} from './state.ts';

/** Ports for sending: the writing clients and the journal. */
export interface WritePorts extends Ports {
  /** Clients that can write. */
  readonly writer: Ports['client'];
  /**
   * Append an entry to the journal; resolves when it is on disk. Rejects with the system's error.
   */
  readonly keepEntry: (entry: string) => Promise<void>;
}

/** The result of a request. */
export interface SendResult {
  readonly outcome: Outcome;
  /** The request with the values that it awaited. */
  readonly request: WriteRequest;
  /** For the journal, without the data for undo. */
  readonly entry: JournalEntry;
  /** The server's Retry-After, if the request was abandoned because of it. */
  readonly comeAgainSeconds?: number | undefined;
}

/** Context of a request while it is sent. */
export interface SendingAt {
  /** Unique within the session. */
  readonly id: string;
  readonly about: Pick<JournalEntry, 'what' | 'by'>;
  readonly signal: AbortSignal;
  /** The response of an earlier request of the plan, by its index. */
  readonly answerOf: (index: number) => string | undefined;
  /** The server returned 429; the client waits, then retries. */
  readonly onLimited: (retryAfterSeconds: number | undefined) => void;
}

/** Send one request after its journal line is written. Never throws. */
export async function sendOne(
  unfilled: WriteRequest,
  {id, about, signal, answerOf, onLimited}: SendingAt,
  ports: WritePorts,
): Promise<SendResult> {
  const request = fillAwaited(unfilled, answerOf);
  const {call} = request;
  const {service} = call.operation;
  const atMs = ports.clock.now();
  const base = {
    atMs,
    id: `${atMs}-${id}-${ports.persisted.session}`,
    ...about,
    ...describeWrite(call),
  };
  let sent: Pick<JournalEntry, 'request' | 'command' | 'account'> = plannedTexts(unfilled);
  let plan = unfilled.planned?.plan;
  try {
    refuseAwaiting(request);
    const client = ports.writer(service);
    const planned = request.planned ?? planOne(request, client.identity, ports.flags(service));
    plan = planned.plan;
    const {command} = planned;
    sent = {request: planned.text, command, account: accountOf(client.identity)};
    const entry = entryText({...base, ...sent, result: 'sending'});
    await ports.keepEntry(entry).catch(refuseUnjournaled);
    const reply = await client.request(plan, {
      signal,
      onWait: wait => ports.dispatch({kind: 'limited', wait}),
      onExchange(exchange, traffic) {
        if (exchange.status === 429) {
          onLimited(retryAfterSeconds(traffic?.answerHeaders ?? {}, ports.clock.now()));
        }
        ports.dispatch({kind: 'exchange', exchange, traffic, command, atMs: ports.clock.now()});
      },
    });
    // A failed background task, or items that failed within a successful request.
    if (reply.failure !== undefined) throw reply.failure;
    const {status, text: answer} = reply;
    const known = {status, answer, task: findTaskId(reply)};
    return {
      request,
      outcome: {state: 'done', text: String(status)},
      entry: {...base, ...sent, ...known, ...describeWrite(call, [answer]), result: 'done'},
    };
  } catch (thrown) {
    const failure = toFailure(thrown);
    const look =
      failure.details.mayBeDone && plan !== undefined
        ? hintAfterUncertainWrite(plan, ports.flags(service))
        : undefined;
    return {request, ...failedOne(failure, look, {...base, ...sent})};
  }
}

function plannedTexts({planned}: WriteRequest): Pick<JournalEntry, 'request' | 'command'> {
  if (planned === undefined) throw new Failure('bug', 'A request was not planned.');
  return {request: planned.text, command: planned.command};
}

/** Do not send what the journal cannot record: it could be neither looked up nor undone. */
function refuseUnjournaled(thrown: unknown): never {
  throw new Failure('config_error', `Not sent: cannot write the journal (${reasonOf(thrown)}).`, {
    hint: 'Make the journal file writable, then retry.',
    attempts: 0,
    cause: thrown,
  });
}

/** The result of a failed request; if it may have been carried out, with a hint how to check. */
function failedOne(
  failure: Failure,
  look: string | undefined,
  base: Omit<JournalEntry, 'result'>,
): Omit<SendResult, 'request'> {
  const {status, body, retryAfterSeconds: comeAgainSeconds} = failure.details;
  const state = resultOfFailure(failure);
  const said = [errorLine(failure), safeText(look ?? hintOf(failure) ?? '')]
    .filter(Boolean)
    .join(' ');
  return {
    outcome: {state, text: said},
    entry: {...base, result: state, status, answer: body, trouble: said},
    ...(failure.kind === 'rate_limited' && {comeAgainSeconds}),
  };
}

/** The data for undoing a request that was carried out, for its entry. */
export async function undoPlanOf(
  {request, outcome, entry}: SendResult,
  signal: AbortSignal,
  ports: Ports,
  called: Readonly<Record<string, string>> = {},
): Promise<Pick<JournalEntry, 'undoes' | 'back'>> {
  const {call, undoes} = request;
  if (outcome.state !== 'done') return {undoes};
  const look = undoNeedsCurrentValues(call) ? refetchOf(call) : undefined;
  const after = look && (await readObject(look, ports, signal));
  const back = backOf(
    call,
    {before: textOfBefore(request.before), after: textOfBefore(after), answer: entry.answer},
    called,
  );
  return {undoes, ...(back && {back})};
}
