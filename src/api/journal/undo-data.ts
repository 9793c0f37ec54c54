import {findJson} from '../../base/json-value.ts';
import type {ResolvedCall} from '../request-plan.ts';
import {refOfCall} from '../resolve-call.ts';
import {restorableValues, undoCalls, undoRestoresValues} from '../undo.ts';
import type {PersistedWrite} from './entry.ts';
import {namesOfIds} from './names-of-ids.ts';

/**
 * The data that undoes a write: the calls, or the previous values.
 *
 * @param read JSON texts of the object before and after the write, and of the answer
 * @param known `kind id` → name
 */
export function undoDataOf(
  call: ResolvedCall,
  {
    before: previous,
    after,
    answer,
  }: {
    readonly before?: string | undefined;
    readonly after?: string | undefined;
    readonly answer?: string | undefined;
  },
  known: Readonly<Record<string, string>> = {},
): PersistedWrite | undefined {
  const isFile = call.given.body instanceof Uint8Array;
  const kept = {...refOfCall(call), ...(isFile && {file: true as const})};
  const [was = null, is = null, said = null] = [previous, after, answer].map(findJson);
  const ruled = undoCalls({call, before: was, after: is, answer: said});
  const undo = ruled?.map(refOfCall);
  const names = namesOfIds([kept, ...(undo ?? [])], [was, is, said], known);
  const called = Object.keys(names).length === 0 ? {} : {called: names};
  const leaves = is !== null && undoRestoresValues(call) ? restorableValues(call, is) : undefined;
  if (undo !== undefined) return {...kept, undo, ...(leaves && {leaves}), ...called};
  if (isFile) return undefined;
  return {...kept, ...called, ...(previous !== undefined && {before: previous})};
}
