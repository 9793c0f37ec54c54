import type {JournalEntry} from '../api/journal/entry.ts';
import {readOutcome} from '../api/journal/read-outcome.ts';
import type {Operation} from '../api/operation.ts';
import type {ResolvedCall} from '../api/request-plan.ts';
import {exitCodes, toFailure} from '../base/failure.ts';
import type {ProgressFile, RowProgress} from '../host/row-progress.ts';
import {resolveTarget} from '../host/settings.ts';
import {makeSender} from './ask-listing.ts';
import type {BatchItem} from './batch-input.ts';
import {clientOf} from './command-client.ts';
import type {CommandContext} from './context.ts';
import {globalFlags} from './flags.ts';
import {checkInvocation, flagsOfOperation, parseInvocation} from './invocation.ts';
import {lookUpNames} from './look-up-names.ts';
import {parseRows, settingsFlags} from './parse-rows.ts';
import {type Scanned, scan} from './scan.ts';

/** A write that an earlier run began. */
export interface KnownWrite {
  readonly known: RowProgress;
  /** Absent if it is not an operation with known inputs. */
  readonly call?: {readonly item: BatchItem; readonly operation: Operation} | undefined;
  /** The command line of the run. */
  readonly scanned: Scanned;
  readonly progress: ProgressFile;
  /** Responses of earlier reads, by request: no write is sent before all outcomes are known. */
  readonly reads: Map<string, Promise<string>>;
}

/** A write that is not sent again. */
export interface SettledWrite {
  readonly status: 'already done' | 'unclear';
  readonly exitCode: number;
  readonly id?: string | undefined;
  /** JSON text. */
  readonly error?: string | undefined;
}

/** Parse the command line of a command of a batch. */
export function invocationOf(item: BatchItem, operation: Operation, context: CommandContext) {
  const argv = [...item.words, ...item.flags];
  return parseInvocation(context, operation, scan(argv, flagsOfOperation(operation)));
}

/**
 * Find the result of a write that an earlier run began, reading it if its outcome is unknown.
 *
 * @returns undefined if it must be sent
 */
export async function settleWrite(
  {known, call, scanned, progress, reads}: KnownWrite,
  context: CommandContext,
): Promise<SettledWrite | undefined> {
  if (known.result === 'done') return {status: 'already done', exitCode: 0, id: known.id};
  if (known.result === 'failed') return undefined;
  const outcome = call
    ? await readAgain(call.item, call.operation, known.row, {scanned, reads}, context)
    : {problem: 'no operation reads the result'};
  if ('problem' in outcome) {
    const message = `The outcome of an earlier request is unknown and cannot be read: ${outcome.problem}`;
    const error = JSON.stringify({error_type: 'connection_error', message});
    return {status: 'unclear', exitCode: exitCodes.connection_error, error};
  }
  if (!outcome.isDone) return undefined;
  const {id} = outcome;
  await progress.add({row: known.row, result: 'done', ...(id !== undefined && {id})});
  return {status: 'already done', exitCode: 0, id};
}

async function readAgain(
  item: BatchItem,
  operation: Operation,
  key: string,
  {scanned, reads}: Pick<KnownWrite, 'scanned' | 'reads'>,
  context: CommandContext,
) {
  const line = parseRows(globalFlags, scanned.texts).values;
  const typed = invocationOf(item, operation, context);
  const {globals} = typed;
  const hasNames = globals.names ?? line.names ?? false;
  const invocation = hasNames ? await lookUpNames(typed, scanned, context) : typed;
  const {given} = await checkInvocation(invocation, context.host);
  const call: ResolvedCall = {operation, given};
  const target = await resolveTarget(context.service, settingsFlags(line), context.host);
  const plan = clientOf(target, {...globals, ...line}, context).plan(operation, given);
  const ask = makeSender({line: scanned, globals: line}, context);
  const count = Number(/-(\d+)$/.exec(key)?.[1] ?? 1);
  const send = async (read: ResolvedCall): Promise<string> => {
    const sent = await ask(read.operation, read.given);
    if (sent?.reply.failure !== undefined) throw sent.reply.failure;
    return sent?.reply.text ?? 'null';
  };
  return readOutcome(call, plan, count, {
    send(read) {
      const key = JSON.stringify([read.operation.group, read.operation.name, read.given]);
      const text = reads.get(key) ?? send(read);
      reads.set(key, text);
      return text;
    },
    now: () => context.host.clock.now(),
    explain: error => toFailure(error).message,
  });
}

/** The progress line of a journal entry; a new object with its id. */
export function progressOf(
  row: string,
  operation: Operation | undefined,
  {result, id, ids}: JournalEntry,
): RowProgress {
  const made = operation?.effect === 'create' && result === 'done' ? ids?.[0] : undefined;
  return {row, result, entry: id, ...(made !== undefined && {id: made})};
}
