import {toFailure} from '../../base/failure.ts';
import {findSpan} from '../../base/json-pointer.ts';
import {itemSpans, rootSpan, sliceSpan} from '../../base/json-scan.ts';
import {textsOfResponse} from '../body-texts.ts';
import {type RefReader, readRef} from '../read-ref.ts';
import type {RequestPlan, ResolvedCall} from '../request-plan.ts';
import {findCheckingRead} from '../uncertain-write.ts';
import {isPlainUpdate} from './can-undo.ts';
import {idIn} from './entry.ts';
import {currentFieldValues, givenFields} from './field-values.ts';
import {objectOf} from './object-of.ts';
import {refetchOf} from './refetch.ts';
import {undoProblem} from './undo-steps.ts';

/** Whether a write with an unknown outcome succeeded. */
export type ReadOutcome =
  | {readonly isDone: boolean; readonly id?: string}
  | {readonly problem: string};

/**
 * Read whether a write with an unknown outcome succeeded. Never throws.
 *
 * @param count objects that must exist for a creation: 2 for the second of two equal ones
 */
export async function readOutcome(
  call: ResolvedCall,
  plan: RequestPlan,
  count: number,
  reader: RefReader,
): Promise<ReadOutcome> {
  try {
    return (
      (await outcomeOf(call, plan, count, reader)) ?? {problem: 'no operation reads the result'}
    );
  } catch (error) {
    return {problem: toFailure(error).message};
  }
}

async function outcomeOf(
  call: ResolvedCall,
  plan: RequestPlan,
  count: number,
  reader: RefReader,
): Promise<ReadOutcome | undefined> {
  const {operation, given} = call;
  if (operation.effect === 'delete') {
    const read = objectOf(call).reader;
    return read && {isDone: await isGone(read, reader)};
  }
  const fields = givenFields(operation, given);
  if (operation.effect === 'create') return findCreated(call, plan, count, reader);
  const ref = isPlainUpdate(call) ? refetchOf(call) : undefined;
  if (ref === undefined) return undefined;
  const held = currentFieldValues(operation, await readRef(ref, {}, reader), given);
  return {isDone: undoProblem(fields, held) === undefined};
}

async function isGone(read: ResolvedCall, {send}: RefReader): Promise<boolean> {
  try {
    await send(read);
    return false;
  } catch (error) {
    const {kind} = toFailure(error);
    if (kind === 'not_found' || kind === 'gone') return true;
    throw error;
  }
}

/** Find the object that a creation made, by its name and the other values it gave. */
async function findCreated(
  {operation, given}: ResolvedCall,
  plan: RequestPlan,
  count: number,
  {send}: RefReader,
): Promise<ReadOutcome | undefined> {
  const list = findCheckingRead(plan, operation);
  const fields = givenFields(operation, given);
  const names = ['name', 'title', 'key'].filter(name => name in fields);
  if (list?.operation.items === undefined || names.length === 0) return undefined;
  const found = itemsOf(await send(list), list.operation.items).filter(item => {
    const held = textsOfResponse(operation, item);
    const known = Object.entries(fields).filter(([name]) => name in held || names.includes(name));
    return undoProblem(Object.fromEntries(known), held) === undefined;
  });
  const id = idIn(found.at(-1));
  return {isDone: found.length >= count, ...(id !== undefined && {id})};
}

function itemsOf(text: string, pointer: string): readonly string[] {
  const span = pointer === '' ? rootSpan(text) : findSpan(text, pointer);
  return span === undefined ? [] : itemSpans(text, span).map(one => sliceSpan(text, one));
}
