import {randomUUID} from 'node:crypto';
import {accountOf} from '../api/account.ts';
import type {Client, ClientIdentity, Reply, SendingOptions} from '../api/client.ts';
import {commandFor} from '../api/command-for.ts';
import {describePlan} from '../api/describe-plan.ts';
import {findTaskId} from '../api/follow-task.ts';
import {changedMembers} from '../api/journal/changed-members.ts';
import {
  describeWrite,
  entryText,
  type JournalEntry,
  journalName,
  newNameOf,
  readJournal,
  resultOfFailure,
} from '../api/journal/entry.ts';
import {refetchOf} from '../api/journal/refetch.ts';
import {undoDataOf} from '../api/journal/undo-data.ts';
import {programOf} from '../api/operation.ts';
import {readRef} from '../api/read-ref.ts';
import type {RequestPlan, ResolvedCall} from '../api/request-plan.ts';
import {readsAfterWrite} from '../api/undo.ts';
import {toFailure} from '../base/failure.ts';
import {redactedText} from '../base/hide-secrets.ts';
import {quoteWord} from '../base/shell-words.ts';
import type {Host} from './host.ts';
import {type Policy, policyClient} from './policy.ts';
import {fileUiState} from './ui-state.ts';

/** The writes of one process or batch, which the journal shows and undoes together. */
export interface JournalRun {
  /** Part of the ids of its entries. */
  readonly session: string;
  /** Writes so far. */
  count: number;
}

/** Start a run; its id differs from those of all others. */
export function startRun(): JournalRun {
  return {session: randomUUID().replaceAll('-', '').slice(0, 12), count: 0};
}

/** How writes are recorded. */
export interface JournalOptions {
  readonly by: JournalEntry['by'];
  /** @default one of its own */
  readonly run?: JournalRun;
  /** Flags of the command shown, such as `-p staging`; never a secret. */
  readonly flags?: readonly string[];
  /** Read the object before each write, so that its values can be restored. @default false */
  readonly readsFirst?: boolean | undefined;
  /** A response that the caller has just read, in place of a read of its own. @default none */
  readonly responseOf?: (read: RequestPlan) => string | undefined;
  /** Of the profile; also holds for the read. @default everything is allowed */
  readonly policy?: Policy | undefined;
  /** The entry that the write undoes. */
  readonly undoes?: string | undefined;
  /** Called with the object before the write, JSON text, if it was read. */
  readonly onBefore?: ((answer: string) => void) | undefined;
  /**
   * Called with each entry that is recorded, and awaited; if it fails before the request, nothing
   * is sent.
   */
  readonly onEntry?: (entry: JournalEntry) => unknown;
  /** Receives warnings, such as a journal that cannot be written. */
  readonly warn: (text: string) => void;
}

/** A write to be sent. */
interface PlannedWrite {
  readonly plan: RequestPlan;
  /** Absent for raw requests. */
  readonly call?: ResolvedCall | undefined;
}

/**
 * Send a write with an entry in the journal: one line before the request, and one with its result.
 * A journal that cannot be written is a warning.
 *
 * @throws Failure of the request
 */
export async function sendJournaled(
  {plan, call}: PlannedWrite,
  sending: SendingOptions | undefined,
  client: Client,
  options: JournalOptions,
  host: Host,
): Promise<Reply> {
  const {by, run = startRun(), undoes, warn, flags = []} = options;
  const {identity} = client;
  const state = fileUiState(host);
  const keep = async (entry: JournalEntry): Promise<void> => {
    await options.onEntry?.(entry);
    await state.append(journalName, entryText(entry), journalOwner(identity)).catch(error => {
      warn(`Cannot write the journal: ${toFailure(error).message}`);
    });
  };
  const policed = policyClient(client, options.policy);
  const reader = {
    send: async (one: ResolvedCall) => {
      const signal = sending?.signal;
      const read = policed.plan(one.operation, one.given);
      const known = options.responseOf?.(read);
      return known ?? (await policed.request(read, {...(signal && {signal})})).text;
    },
    now: () => host.clock.now(),
    explain: (error: unknown) => toFailure(error).message,
    signal: sending?.signal,
  };
  const read = async (one: ResolvedCall | undefined): Promise<string | undefined> => {
    const ref = one && options.readsFirst ? refetchOf(one) : undefined;
    if (one === undefined || ref === undefined) return undefined;
    try {
      return changedMembers(one, await readRef(ref, {}, reader));
    } catch (error) {
      if (sending?.signal?.aborted) throw error;
      warn(`${plan.title} cannot be undone: ${toFailure(error).message}`);
      return undefined;
    }
  };
  const before = await read(call);
  if (before !== undefined) options.onBefore?.(before);
  const atMs = host.clock.now();
  const base: Omit<JournalEntry, 'result'> = {
    atMs,
    id: `${atMs}-1.${run.count++}-${run.session}`,
    what: titleOf(plan, call),
    by,
    profile: identity.profile,
    account: accountOf(identity),
    ...(call && describeWrite(call, [undefined, before])),
    command: call ? commandFor(call, flags) : rawCommand(plan, flags),
    request: describePlan(plan, identity.authType === 'none' ? {} : {Authorization: redactedText}),
    undoes,
  };
  await keep({...base, result: 'sending'});
  try {
    const reply = await client.request(plan, sending);
    const answer = reply.bytes ? undefined : reply.text;
    const {status, failure} = reply;
    const known = {...base, status, answer, task: findTaskId(reply)};
    if (failure) {
      await keep({...known, result: resultOfFailure(failure), trouble: failure.message});
      return reply;
    }
    const after = call && readsAfterWrite(call) ? await read(call) : undefined;
    const back = call && undoDataOf(call, {before, after, answer});
    const named = call && describeWrite(call, [answer, before]);
    await keep({...known, ...named, result: 'done', ...(back && {back})});
    return reply;
  } catch (error) {
    const {message, details} = toFailure(error);
    const {status, body: answer, hint} = details;
    const trouble = [message, hint].filter(Boolean).join(' ');
    await keep({...base, result: resultOfFailure(error), status, answer, trouble});
    throw error;
  }
}

/** The owner of a journal; the same as in the terminal UI. */
function journalOwner({
  profile,
  baseUrl,
}: Pick<ClientIdentity, 'profile' | 'baseUrl'>): readonly string[] {
  return [profile || baseUrl];
}

/** Read the entries of a profile's journal, JSON texts, the oldest first. */
export async function readEntries(
  identity: Pick<ClientIdentity, 'profile' | 'baseUrl'>,
  host: Host,
): Promise<readonly string[]> {
  const text = await fileUiState(host).read(journalName, journalOwner(identity));
  return text === undefined ? [] : readJournal(text, Number.POSITIVE_INFINITY);
}

function titleOf(plan: RequestPlan, call: ResolvedCall | undefined): string {
  if (call === undefined) return `${plan.title} ${plan.path}`;
  const {ids = []} = describeWrite(call);
  const {effect} = call.operation;
  const about =
    effect === 'create' || ids.length === 0 ? plan.title : `${plan.title} ${ids.join(', ')}`;
  return `${about}${newNameOf(call, about)}`;
}

/** The command of a raw request, without its body. */
function rawCommand({service, method, path}: RequestPlan, flags: readonly string[]): string {
  return [programOf(service), 'raw', method, path, ...flags].map(quoteWord).join(' ');
}
