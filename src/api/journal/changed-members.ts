import {pointerOf} from '../../base/json-pointer.ts';
import {memberSpans, rootSpan} from '../../base/json-scan.ts';
import type {ResolvedCall} from '../request-plan.ts';
import {undosOf} from '../undo.ts';
import {isPlainUpdate} from './can-undo.ts';
import {currentFieldValues, givenFields} from './field-values.ts';

/** Members by which previews name the object beside its id. */
const naming: ReadonlySet<string> = new Set(['displayName', 'name', 'title']);

/**
 * Reduce an object to the members that an update changes: the journal limits the data for undo, and
 * an object may have hundreds of versions or members.
 *
 * @param answer the object, JSON text
 */
export function changedMembers(call: ResolvedCall, answer: string): string {
  const {operation, given} = call;
  const isPlain = isPlainUpdate(call) && undosOf(operation).length === 0;
  if (!isPlain || !answer.trim().startsWith('{')) return answer;
  const fields = Object.keys(givenFields(operation, given));
  const constants = Object.keys(operation.readFirst?.sets ?? {});
  const members = memberSpans(answer, rootSpan(answer)).flatMap(({name: own, key, value}) => {
    const member = answer.slice(key.start, value.end);
    const current = currentFieldValues(operation, `{${member}}`, given);
    const isNamed = naming.has(own) || constants.includes(pointerOf([own]));
    const isNeeded = isNamed || fields.some(name => current[name] !== undefined);
    return isNeeded ? member : [];
  });
  return `{${members.join(',')}}`;
}
