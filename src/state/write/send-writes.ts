import {describePlan, hiddenValue} from '../../api/describe-plan.ts';
import {findTaskId} from '../../api/follow-task.ts';
import {hintToLook} from '../../api/look-first.ts';
import type {Operation} from '../../api/operation.ts';
import {retryAfterSeconds} from '../../api/retry-after.ts';
import {type Failure, toFailure} from '../../base/failure.ts';
import {parseJsonValue, readPointer} from '../../base/json-value.ts';
import {safeText} from '../../base/safe-text.ts';
import {toMs} from '../../base/times.ts';
import {optionsFor} from '../ask/ask.ts';
import {commandFor} from '../ask/command-line.ts';
import {hintOf, troubleOf} from '../ask/trouble.ts';
import type {ResolvedCall} from '../model/call.ts';
import type {Trouble} from '../model/row.ts';
import type {Ports} from '../model/step.ts';
import {checkWritten} from './check-writes.ts';
import {inverseCalls, jsonOrNull, looksAfter} from './inverse-call.ts';
import {entryText, type JournalEntry, type KeptCall, type KeptWrite} from './journal.ts';
import {lookOf} from './look-before.ts';
import type {Outcome, RequestPreview, WriteEffect, WriteEvent, WriteRequest} from './state.ts';

/** Requests in flight at a time. */
const atOnce = 4;
/** Longest wait a server may ask for before the next request begins, in seconds. */
const longestPauseSeconds = 300;

type SendEffect = Extract<WriteEffect, {kind: 'send'}>;

/** A queue that runs. */
export interface WriteQueue {
  /** No further request begins; with `now` those that run are given up too. */
  stop(now: boolean): void;
  /** Resolves when nothing runs any more and the journal has it. */
  readonly done: Promise<void>;
}

/** What sending adds to the ports: who may write, and where entries of the journal go. */
export interface WritePorts extends Ports {
  /** The clients that may write. */
  readonly writer: Ports['client'];
  /** Done when the entry is safe, or when it was said that it is not. */
  readonly keepEntry: (entry: string) => Promise<void>;
}

/** The request as --dry-run prints it; an Authorization that would be sent is starred. */
function previewOf(call: ResolvedCall, ports: WritePorts): RequestPreview {
  const {operation, given} = call;
  const client = ports.writer(operation.service);
  const signed = client.identity.authType !== 'none';
  const text = describePlan(
    client.plan(operation, given),
    signed ? {Authorization: hiddenValue} : {},
  );
  return {text, command: commandFor(call, ports.flags(operation.service))};
}

/** Plan the requests, or tell why one cannot be made. */
export function planWrites(requests: readonly WriteRequest[], ports: WritePorts): WriteEvent {
  const previews: RequestPreview[] = [];
  let trouble: Trouble | undefined;
  for (const {call} of requests) {
    try {
      previews.push(previewOf(call, ports));
    } catch (thrown) {
      trouble ??= troubleOf(thrown);
    }
  }
  return {kind: 'planned', previews, trouble};
}

/**
 * Send the requests of a plan, four at a time, or one after the other where it says so. While the
 * server refuses one for being too many, no other begins; trying that one again is the client's
 * business alone (contract 9.1). Each becomes events and two lines of the journal, one
 * before the request and one when its end is known. This is the only place that sends a write.
 */
export function sendWrites(effect: SendEffect, ports: WritePorts): WriteQueue {
  const {run, plan, only} = effect;
  const abort = new AbortController();
  const pause = new AbortController();
  const answered = new Set<number>();
  const wrote = new Set<Operation>();
  let doneCount = 0;
  const queue = [...only];
  const limited = new Set<number>();
  let freed: (() => void)[] = [];
  let pausedUntilMs = 0;
  let stopping = false;
  const tell = (event: WriteEvent) => ports.dispatch({kind: 'write', event});

  async function mayBegin(): Promise<void> {
    while (limited.size > 0 && !stopping) {
      await new Promise<void>(resolve => freed.push(resolve));
    }
    const wait = pausedUntilMs - ports.clock.now();
    // With nothing left to begin there is nothing to wait for: the report comes at once.
    if (wait <= 0 || stopping || queue.length === 0) return;
    // Stopping ends the wait, which sleep reports as a failure.
    await ports.clock.sleep(wait, pause.signal).catch(() => undefined);
  }

  function free(index: number): void {
    limited.delete(index);
    const waiting = freed;
    freed = [];
    for (const resolve of waiting) resolve();
  }

  async function work(): Promise<void> {
    // Nothing is left to begin: what the server asks to wait for is nobody's concern any more.
    while (queue.length > 0) {
      await mayBegin();
      const index = stopping ? undefined : queue.shift();
      const request = index === undefined ? undefined : plan.requests[index];
      if (index === undefined || request === undefined) return;
      tell({kind: 'began', run, index});
      const about = {what: whatOf(request), by: effect.by};
      const sent = await sendOne(request.call, index, about);
      free(index);
      if (sent.outcome.state !== 'failed') wrote.add(request.call.operation);
      const isDone = sent.outcome.state === 'done';
      const after = isDone && looksAfter(request.call) ? await lookAfter(request.call) : undefined;
      const back = isDone ? backOf(request, sent.entry.answer, after) : undefined;
      const {undoes} = request;
      const entry = entryText({...sent.entry, ...about, undoes, ...(back && {back})});
      await ports.keepEntry(entry);
      tell({kind: 'ended', run, index, outcome: sent.outcome, entry});
      const waitMs = pausedUntilMs - ports.clock.now();
      if (waitMs > 0 && queue.length > 0) noteWait(Math.ceil(waitMs / 1000));
      if (plan.inOrder && sent.outcome.state !== 'done') stopping = true;
    }
  }

  /** What is there once it was carried out; undefined where it cannot be read, and it cannot be taken back. */
  async function lookAfter(call: ResolvedCall): Promise<string | undefined> {
    const look = lookOf(call);
    if (look === undefined) return undefined;
    try {
      const options = optionsFor(look, ports, abort.signal);
      const client = ports.client(look.operation.service);
      return (await client.request(client.plan(look.operation, look.given, options), options)).text;
    } catch {
      return undefined;
    }
  }

  function whatOf({label}: WriteRequest): string {
    return plan.requests.length === 1 ? plan.title : `${label} · ${plan.title}`;
  }

  async function sendOne(
    call: ResolvedCall,
    index: number,
    about: Pick<JournalEntry, 'what' | 'by'>,
  ): Promise<SentOne> {
    const {operation, given} = call;
    const atMs = ports.clock.now();
    const base = {atMs, id: `${atMs}-${run}.${index}-${ports.kept.session}`};
    const unknown = {status: undefined, answer: undefined, trouble: undefined};
    let preview: RequestPreview = {text: '{}', command: ''};
    try {
      preview = previewOf(call, ports);
      const began = {...base, ...about, ...parts(preview), ...unknown, result: 'sending'} as const;
      await ports.keepEntry(entryText(began));
      const client = ports.writer(operation.service);
      const reply = await client.request(client.plan(operation, given), {
        signal: abort.signal,
        onExchange(exchange, traffic) {
          if (exchange.status === 429) {
            limited.add(index);
            noteWait(retryAfterSeconds(traffic?.answerHeaders ?? {}, ports.clock.now()));
          }
          const {command} = preview;
          ports.dispatch({kind: 'exchange', exchange, traffic, command, atMs: ports.clock.now()});
        },
      });
      // A task that was followed and did not end well answers all the same.
      if (reply.failure !== undefined) throw reply.failure;
      const {status, text: answer} = reply;
      doneCount += 1;
      noteTime(answer);
      const outcome: Outcome = {
        state: 'done',
        text: String(status),
        ...(plan.requests.length === 1 && {answer}),
      };
      return {
        outcome,
        entry: {
          ...base,
          ...parts(preview),
          ...{result: 'done', status, answer, trouble: undefined, task: findTaskId(reply)},
        },
      };
    } catch (thrown) {
      const failure = toFailure(thrown);
      if (failure.kind === 'rate_limited') holdBack(failure.details.retryAfterSeconds);
      const client = ports.writer(operation.service);
      const look = failure.details.mayBeDone
        ? hintToLook(client.plan(operation, given), ports.flags(operation.service))
        : undefined;
      return failedOne(failure, look, {...base, ...parts(preview)});
    }
  }

  /** The time an answer gives for all that it changed, to tell them from what it ignored. */
  function noteTime(answer: string): void {
    if (plan.check === undefined) return;
    const time = toMs(readPointer(parseJsonValue(answer), plan.check.value));
    if (time !== undefined) answered.add(time);
  }

  /** The server asks to wait, and the client does before it tries again. */
  function noteWait(seconds: number | undefined): void {
    if (seconds !== undefined) tell({kind: 'waits', run, seconds});
  }

  /** A request was given up although the server said when to come again: the others wait for that. */
  function holdBack(seconds: number | undefined): void {
    if (seconds === undefined || seconds > longestPauseSeconds) return;
    pausedUntilMs = Math.max(pausedUntilMs, ports.clock.now() + seconds * 1000);
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
      for (const index of [...limited]) free(index);
      pause.abort();
      if (now) abort.abort();
    },
  };
}

/** What taking a write back needs: the calls that do, or what was there. */
function backOf(
  {call, before}: WriteRequest,
  answer: string | undefined,
  after: string | undefined,
): KeptWrite | undefined {
  const kept = keptCall(call);
  const held = typeof before === 'object' && 'text' in before ? before.text : undefined;
  const {service} = call.operation;
  const [was, is, said] = [held, after, answer].map(jsonOrNull);
  const ruled = inverseCalls({call, before: was ?? null, after: is ?? null, answer: said ?? null});
  const undo = ruled?.map(keptCall);
  if (undo !== undefined) return {service, ...kept, undo};
  if (kept.file) return undefined;
  return {
    service,
    ...kept,
    ...(held !== undefined && {before: held}),
    ...(answer !== undefined && {answer}),
  };
}

/** A call as the journal has it: without the file it sends. */
function keptCall({operation, given: {inputs, body}}: ResolvedCall): KeptCall & {file?: true} {
  const title = `${operation.group} ${operation.name}`;
  const sent = typeof body === 'string' ? {body} : body && {file: true as const};
  return {operation: title, inputs, ...sent};
}

interface SentOne {
  readonly outcome: Outcome;
  readonly entry: Omit<JournalEntry, 'what' | 'by'>;
}

function parts({text, command}: RequestPreview) {
  return {request: text, command};
}

/** What became of a request that failed; of one that may have been carried out, how to look. */
function failedOne(
  failure: Failure,
  look: string | undefined,
  base: Pick<JournalEntry, 'atMs' | 'id' | 'request' | 'command'>,
): SentOne {
  const {title, text} = troubleOf(failure);
  const [line = ''] = text.split('\n');
  const {mayBeDone, status, body} = failure.details;
  const state = mayBeDone ? 'unclear' : 'failed';
  const said = [`${title}: ${line}`, safeText(look ?? hintOf(failure) ?? '')]
    .filter(Boolean)
    .join(' ');
  return {
    outcome: {state, text: said},
    entry: {...base, result: state, status, answer: body, trouble: said},
  };
}
