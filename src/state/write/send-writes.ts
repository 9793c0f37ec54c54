import {accountOf} from '../../api/account.ts';
import {findTaskId} from '../../api/follow-task.ts';
import {
  describeWrite,
  entryText,
  type JournalEntry,
  journalName,
  newNameOf,
  resultOfFailure,
} from '../../api/journal/entry.ts';
import {refetchOf} from '../../api/journal/refetch.ts';
import {undoDataOf} from '../../api/journal/undo-data.ts';
import type {Operation} from '../../api/operation.ts';
import {hintAfterUncertainWrite} from '../../api/uncertain-write.ts';
import {readsAfterWrite, undoRestoresValues} from '../../api/undo.ts';
import {defined} from '../../base/defined.ts';
import {endSentence} from '../../base/end-sentence.ts';
import {Failure, toFailure} from '../../base/failure.ts';
import {parseJsonValue, readPointer} from '../../base/json-value.ts';
import {safeText} from '../../base/safe-text.ts';
import {minuteMs, parseInstantMs} from '../../base/times.ts';
import {errorLine, hintOf, reasonOf} from '../ask/error-summary.ts';
import type {Ports} from '../model/transition.ts';
import {persistedJournal} from './journal.ts';
import {checkWritten, readObject, textOfBefore} from './reads.ts';
import {fillAwaited, planOne, refuseAwaiting} from './start-write.ts';
import type {Outcome, WriteEffect, WriteEvent, WriteRequest} from './state.ts';

/** Limit of concurrent requests. */
const atOnce = 4;
/** Longest wait of a request for the rate limit, if a plan has many. */
const maxWaitOfManyMs = 10 * minuteMs;

type SendEffect = Extract<WriteEffect, {kind: 'send'}>;

/** Runs write effects with clients that can write. */
interface Writer {
  perform(effect: WriteEffect): void;
  /** Abort everything. */
  stop(): void;
}

/**
 * Make the writing part of the effect runner.
 *
 * @param writer the clients that can write, used only by the queue
 */
export function makeWriter(outer: Ports, writer: Ports['client']): Writer {
  const queues = new Map<number, WriteQueue>();
  const ports: WritePorts = {
    ...outer,
    writer,
    keepEntry: entry => outer.persisted.append(journalName, persistedJournal.scope, entry),
  };
  return {
    perform(effect) {
      switch (effect.kind) {
        case 'send': {
          const queue = sendWrites(effect, ports);
          queues.set(effect.run, queue);
          void queue.done.finally(() => queues.delete(effect.run));
          return;
        }
        case 'stop':
          queues.get(effect.run)?.stop(effect.now);
          return;
      }
    },
    stop() {
      for (const queue of queues.values()) queue.stop(true);
    },
  };
}

interface WriteQueue {
  /** Start no further requests; with `now`, abort the running ones too. */
  stop(now: boolean): void;
  /** Resolves when no request is running and the journal is complete. */
  readonly done: Promise<void>;
}

/**
 * Send the requests of a plan, four at a time, or one by one if the plan requires it. The client
 * retries them and waits for the rate limit, together with all others of the account. Each request
 * produces events and two journal lines, one before the request and one when its
 * outcome is known. This is the only place that sends writes.
 */
export function sendWrites(effect: SendEffect, ports: WritePorts): WriteQueue {
  const {run, plan, only} = effect;
  const abort = new AbortController();
  const waiting = new AbortController();
  const answered = new Set<number>();
  const answers = new Map<number, string>();
  const wrote = new Set<Operation>();
  let doneCount = 0;
  const queue = [...only];
  let stopping = false;
  const tell = (event: WriteEvent) => ports.dispatch({kind: 'write', event});

  async function work(): Promise<void> {
    while (!stopping) {
      const index = queue.shift();
      const request = index === undefined ? undefined : plan.requests[index];
      if (index === undefined || request === undefined) return;
      tell({kind: 'began', run, index});
      const fresh = plan.inOrder && doneCount > 0 ? await readAgain(request) : request;
      const sent = await sendOne(fresh, placeOf(request, index), ports);
      const {state} = sent.outcome;
      if (state !== 'failed') wrote.add(request.call.operation);
      if (state === 'done') noteDone(index, sent.entry.answer ?? '');
      const entry = entryText({
        ...sent.entry,
        ...(await undoPlanOf(sent, abort.signal, ports, plan.called).catch(noteNoUndo)),
      });
      await ports.keepEntry(entry).catch(noteUnkept);
      const outcome = withAnswer(index, sent);
      tell({kind: 'ended', run, index, outcome, entry});
      if (plan.inOrder && state !== 'done') stopping = true;
    }
  }

  /**
   * Earlier requests of the plan may have changed the values that the undo of this one restores.
   */
  async function readAgain(request: WriteRequest): Promise<WriteRequest> {
    const {call} = request;
    const ref = undoRestoresValues(call) ? refetchOf(call) : undefined;
    return ref ? {...request, before: await readObject(ref, ports, abort.signal)} : request;
  }

  /** The request was sent, but the journal has only its first line. */
  function noteUnkept(thrown: unknown): void {
    const text = `not recorded in the journal: ${reasonOf(thrown)}`;
    ports.dispatch({kind: 'notice', notice: {text, tone: 'warn'}});
  }

  /**
   * The request was sent: an error while preparing its undo must not leave it marked as running.
   */
  function noteNoUndo(thrown: unknown): undefined {
    const text = `cannot be undone here: ${reasonOf(thrown)}`;
    ports.dispatch({kind: 'notice', notice: {text, tone: 'warn'}});
  }

  function placeOf({label, call}: WriteRequest, index: number): SendingAt {
    const isOne = plan.requests.length === 1;
    const about = isOne ? plan.title : label;
    const what = `${about}${newNameOf(call, about)}${isOne ? '' : ` · ${plan.title}`}`;
    return {
      id: `${run}.${index}`,
      about: {what, by: effect.by},
      signal: abort.signal,
      waitSignal: waiting.signal,
      maxWaitMs: ports.maxWaitMs ?? (isOne ? undefined : maxWaitOfManyMs),
      answerOf: at => answers.get(at),
    };
  }

  /** A time in the response, equal for all changed objects, tells them from the ignored ones. */
  function noteDone(index: number, answer: string): void {
    doneCount += 1;
    answers.set(index, answer);
    if (plan.check === undefined) return;
    const time = parseInstantMs(readPointer(parseJsonValue(answer), plan.check.value));
    if (time !== undefined) answered.add(time);
  }

  /** Keep the response of a single request, which is shown, and of one that others need. */
  function withAnswer(index: number, {outcome, entry: {answer}}: SendResult): Outcome {
    const isAwaited = plan.requests.some(({awaits = {}}) =>
      Object.values(awaits).some(({request}) => request === index),
    );
    const isKept = (plan.requests.length === 1 || isAwaited) && outcome.state === 'done';
    return isKept && answer !== undefined ? {...outcome, answer} : outcome;
  }

  async function all(): Promise<void> {
    await Promise.all(Array.from({length: plan.inOrder ? 1 : atOnce}, work));
    tell({kind: 'finished', run, wrote: [...wrote]});
    const {check} = plan;
    if (check === undefined || doneCount === 0) return;
    tell({kind: 'checked', run, checked: await checkWritten(check, answered, ports, abort.signal)});
  }

  return {
    done: all(),
    stop(now) {
      stopping = true;
      waiting.abort();
      if (now) abort.abort();
    },
  };
}

/** Ports for sending: the writing clients and the journal. */
export interface WritePorts extends Ports {
  readonly writer: Ports['client'];
  /**
   * Append an entry to the journal; resolves when it is on disk. Rejects with the system's error.
   */
  readonly keepEntry: (entry: string) => Promise<void>;
}

interface SendResult {
  readonly outcome: Outcome;
  /** The request with the values that it awaited. */
  readonly request: WriteRequest;
  /** For the journal, without the data for undo. */
  readonly entry: JournalEntry;
}

/** Context of a request while it is sent. */
interface SendingAt {
  /** Unique within the session. */
  readonly id: string;
  readonly about: Pick<JournalEntry, 'what' | 'by'>;
  readonly signal: AbortSignal;
  /** The response of an earlier request of the plan, by its index. */
  readonly answerOf: (index: number) => string | undefined;
  /** Ends its wait for the rate limit. */
  readonly waitSignal: AbortSignal;
  /** Longest wait for the rate limit. @default that of a single request */
  readonly maxWaitMs: number | undefined;
}

/** Send one request after its journal line is written. Never throws. */
async function sendOne(
  unfilled: WriteRequest,
  {id, about, signal, waitSignal, maxWaitMs, answerOf}: SendingAt,
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
      waitSignal,
      ...defined({maxWaitMs}),
      written: {call, before: () => textOfBefore(request.before)},
      onWait: wait => ports.dispatch({kind: 'limited', wait}),
      onExchange(exchange, traffic) {
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
  const {status, body} = failure.details;
  const state = resultOfFailure(failure);
  const problem = errorLine(failure);
  const hint = safeText(look ?? hintOf(failure) ?? '');
  const said = hint === '' ? problem : `${endSentence(problem)} ${hint}`;
  return {
    outcome: {state, text: said},
    entry: {...base, result: state, status, answer: body, trouble: said},
  };
}

/** The data for undoing a request that was carried out, for its entry. */
async function undoPlanOf(
  {request, outcome, entry}: SendResult,
  signal: AbortSignal,
  ports: Ports,
  called: Readonly<Record<string, string>> = {},
): Promise<Pick<JournalEntry, 'undoes' | 'back'>> {
  const {call, undoes} = request;
  if (outcome.state !== 'done') return {undoes};
  const look = readsAfterWrite(call) ? refetchOf(call) : undefined;
  const after = look && (await readObject(look, ports, signal));
  const back = undoDataOf(
    call,
    {before: textOfBefore(request.before), after: textOfBefore(after), answer: entry.answer},
    called,
  );
  return {undoes, ...(back && {back})};
}
