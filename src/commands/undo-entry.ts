import {refetchOf} from '../api/journal/refetch.ts';
import {
  changeSinceReason,
  partialUndoReason,
  type UndoRequest,
  type UndoStep,
  undoStepsOf,
  type WrittenEntry,
} from '../api/journal/undo-steps.ts';
import {readRef} from '../api/read-ref.ts';
import type {ResolvedCall} from '../api/request-plan.ts';
import {exitCodes, Failure, toFailure} from '../base/failure.ts';
import type {StoredEntry} from './current-journal.ts';

/** How the undo of an entry ended. */
export interface UndoResult {
  readonly result:
    | 'planned'
    | 'undone'
    | 'partly'
    | 'refused'
    | 'failed'
    | 'unclear'
    | 'not started';
  readonly reason?: string;
  /** Fields that keep their value, because no request restores the previous one. */
  readonly unchanged?: readonly string[];
  readonly exitCode: number;
  /** The requests of the undo. */
  readonly calls: readonly ResolvedCall[];
}

/** The requests that an undo sends. */
export interface UndoPorts {
  /** Read or write; returns the JSON text of the response. Throws Failure. */
  readonly send: (call: ResolvedCall, undoes?: string) => Promise<string>;
  readonly now: () => number;
}

/** Plan the undo of an entry without a request. */
export function planUndo(entry: StoredEntry, entries: readonly WrittenEntry[]): UndoResult {
  const steps = undoStepsOf(entry, entries);
  return refusalOf(steps) ?? {...completed(steps), result: 'planned'};
}

/**
 * Undo an entry, unless its fields have changed since. Never throws.
 *
 * @param entries of the journal, with those of the undo so far
 */
export async function undoEntry(
  entry: StoredEntry,
  entries: readonly WrittenEntry[],
  ports: UndoPorts,
): Promise<UndoResult> {
  const steps = undoStepsOf(entry, entries);
  const refused = refusalOf(steps);
  if (refused !== undefined) return refused;
  const calls = callsOf(steps);
  try {
    for (const step of steps) if ('request' in step) await checkUnchanged(step.request, ports);
  } catch (error) {
    const {kind, message} = toFailure(error);
    return {result: 'refused', reason: message, exitCode: exitCodes[kind], calls};
  }
  try {
    for (const call of calls) {
      await ports.send(call, entry.id);
    }
    return completed(steps);
  } catch (error) {
    const {kind, message, details} = toFailure(error);
    const result = details.mayBeDone ? 'unclear' : 'failed';
    return {result, reason: message, exitCode: exitCodes[kind], calls};
  }
}

function refusalOf(steps: readonly UndoStep[]): UndoResult | undefined {
  const [reason] = steps.flatMap(step => ('reason' in step ? [step.reason] : []));
  if (reason === undefined) return undefined;
  return {result: 'refused', reason, exitCode: exitCodes.validation_error, calls: callsOf(steps)};
}

/** The result once all requests succeeded: partial if they leave fields unchanged. */
function completed(steps: readonly UndoStep[]): UndoResult {
  const unchanged = steps.flatMap(step => ('request' in step ? (step.unchangedFields ?? []) : []));
  const calls = callsOf(steps);
  const reason = partialUndoReason(unchanged);
  if (reason === undefined) return {result: 'undone', exitCode: 0, calls};
  return {result: 'partly', reason, unchanged, exitCode: exitCodes.validation_error, calls};
}

function callsOf(steps: readonly UndoStep[]): readonly ResolvedCall[] {
  return steps.flatMap(step => ('request' in step ? [step.request.call] : []));
}

/** @throws Failure 'conflict' if a field has another value than the write gave it */
async function checkUnchanged(request: UndoRequest, ports: UndoPorts): Promise<void> {
  const {call, fieldsOf = call, expects} = request;
  if (Object.keys(expects).length === 0) return;
  const ref = refetchOf(fieldsOf);
  if (ref === undefined) throw new Failure('conflict', 'the present values cannot be read');
  const text = await readRef(
    ref,
    {},
    {
      send: one => ports.send(one),
      now: ports.now,
      explain: error => toFailure(error).message,
    },
  );
  const why = changeSinceReason(request, text);
  if (why !== undefined) throw new Failure('conflict', why);
}
