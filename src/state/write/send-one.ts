import {accountOf} from '../../api/account.ts';
import {describePlan} from '../../api/describe-plan.ts';
import {findTaskId} from '../../api/follow-task.ts';
import {retryAfterSeconds} from '../../api/retry-after.ts';
import {hintAfterUncertainWrite} from '../../api/uncertain-write.ts';
import {Failure, toFailure} from '../../base/failure.ts';
import {hiddenValue} from '../../base/hide-secrets.ts';
import {findJson} from '../../base/json-value.ts';
import {safeText} from '../../base/safe-text.ts';
import {commandFor} from '../ask/command-line.ts';
import {errorLine, hintOf, reasonOf} from '../ask/error-summary.ts';
import type {ResolvedCall} from '../model/call.ts';
import type {Ports} from '../model/transition.ts';
import {inverseCalls, isPlainUpdate, undoNeedsCurrentValues} from './inverse-call.ts';
import {entryText, type JournalEntry, type PersistedCall, type PersistedWrite} from './journal.ts';
import {namesOfIds} from './names-of-ids.ts';
import {readObject, refetchOf, textOfBefore} from './reads.ts';
import type {Outcome, RequestPreview, WriteRequest} from './state.ts';

/** What sending adds to the ports: who may write, and where entries of the journal go. */
export interface WritePorts extends Ports {
  /** The clients that may write. */
  readonly writer: Ports['client'];
  /** Write an entry to the journal; done when it is on the disk. Throws the system's error. */
  readonly keepEntry: (entry: string) => Promise<void>;
}

/** The request as --dry-run prints it; an Authorization that would be sent is starred. */
export function previewOf(call: ResolvedCall, ports: WritePorts): RequestPreview {
  const {operation, given} = call;
  const client = ports.writer(operation.service);
  const signed = client.identity.authType !== 'none';
  const text = describePlan(
    client.plan(operation, given),
    signed ? {Authorization: hiddenValue} : {},
  );
  return {text, command: commandFor(call, ports.flags(operation.service))};
}

/** What became of a request. */
export interface SendResult {
  readonly outcome: Outcome;
  /** For the journal, without what takes it back. */
  readonly entry: JournalEntry;
  /** It was given up although the server said when to come again. */
  readonly comeAgainSeconds?: number | undefined;
}

/** What is around a request while it is sent. */
export interface SendingAt {
  /** Tells it from the others of the session. */
  readonly id: string;
  readonly about: Pick<JournalEntry, 'what' | 'by'>;
  readonly signal: AbortSignal;
  /** The server refused it for being too many; the client waits, then sends it again. */
  readonly onLimited: (retryAfterSeconds: number | undefined) => void;
}

/** Send one request, when the journal has the line that it is being sent. Never throws. */
export async function sendOne(
  call: ResolvedCall,
  {id, about, signal, onLimited}: SendingAt,
  ports: WritePorts,
): Promise<SendResult> {
  const {operation, given} = call;
  const atMs = ports.clock.now();
  const base = {atMs, id: `${atMs}-${id}-${ports.persisted.session}`, ...about};
  let sent: Pick<JournalEntry, 'request' | 'command' | 'account'> = {request: '{}', command: ''};
  try {
    const {text: request, command} = previewOf(call, ports);
    sent = {request, command, account: accountOf(ports.writer(operation.service).identity)};
    const entry = entryText({...base, ...sent, result: 'sending'});
    await ports.keepEntry(entry).catch(refuseUnjournaled);
    const client = ports.writer(operation.service);
    const reply = await client.request(client.plan(operation, given), {
      signal,
      onExchange(exchange, traffic) {
        if (exchange.status === 429) {
          onLimited(retryAfterSeconds(traffic?.answerHeaders ?? {}, ports.clock.now()));
        }
        ports.dispatch({kind: 'exchange', exchange, traffic, command, atMs: ports.clock.now()});
      },
    });
    // A failed task, or items that failed within a successful request.
    if (reply.failure !== undefined) throw reply.failure;
    const {status, text: answer} = reply;
    const known = {status, answer, task: findTaskId(reply)};
    return {
      outcome: {state: 'done', text: String(status)},
      entry: {...base, ...sent, ...known, result: 'done'},
    };
  } catch (thrown) {
    const failure = toFailure(thrown);
    const {service} = operation;
    // A service that is not there fails too, and was sent nothing.
    const look = failure.details.mayBeDone
      ? hintAfterUncertainWrite(ports.writer(service).plan(operation, given), ports.flags(service))
      : undefined;
    return failedOne(failure, look, {...base, ...sent});
  }
}

/** Nothing is sent that the journal cannot hold: nobody could look it up or undo it. */
function refuseUnjournaled(thrown: unknown): never {
  throw new Failure('config_error', `Not sent: cannot write the journal (${reasonOf(thrown)}).`, {
    hint: 'Make the journal file writable, then retry.',
    attempts: 0,
    cause: thrown,
  });
}

/** What became of a request that failed; of one that may have been carried out, how to look. */
function failedOne(
  failure: Failure,
  look: string | undefined,
  base: Omit<JournalEntry, 'result'>,
): SendResult {
  const {mayBeDone, partial, status, body, retryAfterSeconds: comeAgainSeconds} = failure.details;
  const state = mayBeDone ? 'unclear' : partial ? 'partly' : 'failed';
  const said = [errorLine(failure), safeText(look ?? hintOf(failure) ?? '')]
    .filter(Boolean)
    .join(' ');
  return {
    outcome: {state, text: said},
    entry: {...base, result: state, status, answer: body, trouble: said},
    ...(failure.kind === 'rate_limited' && {comeAgainSeconds}),
  };
}

/** What taking a request back that was carried out needs, for its entry. */
export async function undoPlanOf(
  request: WriteRequest,
  {outcome, entry}: SendResult,
  signal: AbortSignal,
  ports: Ports,
  called: Readonly<Record<string, string>> = {},
): Promise<Pick<JournalEntry, 'undoes' | 'back'>> {
  const {call, undoes} = request;
  if (outcome.state !== 'done') return {undoes};
  const look = undoNeedsCurrentValues(call) ? refetchOf(call) : undefined;
  const after = look && (await readObject(look, ports, signal));
  const back = backOf(request, entry.answer, textOfBefore(after), called);
  return {undoes, ...(back && {back})};
}

/** What taking a write back needs: the calls that do, or what was there. */
function backOf(
  {call, before}: WriteRequest,
  answer: string | undefined,
  after: string | undefined,
  known: Readonly<Record<string, string>>,
): PersistedWrite | undefined {
  const kept = keptCall(call);
  const held = textOfBefore(before);
  const {service} = call.operation;
  const [was = null, is = null, said = null] = [held, after, answer].map(findJson);
  const ruled = inverseCalls({call, before: was, after: is, answer: said});
  const undo = ruled?.map(keptCall);
  const names = namesOfIds([kept, ...(undo ?? [])], [was, is, said], known);
  const called = Object.keys(names).length === 0 ? {} : {called: names};
  if (undo !== undefined) return {service, ...kept, undo, ...called};
  if (kept.file) return undefined;
  return {
    service,
    ...kept,
    ...called,
    ...(held !== undefined && {before: held}),
    // The old values of an update undo it, whatever was answered.
    ...(answer !== undefined && !isPlainUpdate(call) && {answer}),
  };
}

/** A call as the journal has it: without the file it sends. */
function keptCall({operation, given: {inputs, body}}: ResolvedCall): PersistedCall & {file?: true} {
  const title = `${operation.group} ${operation.name}`;
  const sent = typeof body === 'string' ? {body} : body && {file: true as const};
  return {operation: title, inputs, ...sent};
}
