import {findInput} from '../../../api/inputs-of.ts';
import type {ResolvedCall} from '../../../api/request-plan.ts';
import {undosOf} from '../../../api/undo.ts';
import {memberSpans, rootSpan} from '../../../base/json-scan.ts';
import {isCounter} from '../../views/form/body-texts.ts';
import {labelOf} from '../../views/form/field-label.ts';
import {currentFieldValues} from '../../views/form/read-before.ts';
import {isPlainUpdate} from '../../write/can-undo.ts';
import type {WriteRequest} from '../../write/state.ts';
import {givenFields} from './change-rows.ts';

/** Members by which previews name the object beside its id. */
const naming: ReadonlySet<string> = new Set(['displayName', 'name', 'title']);

/**
 * Keep of an object that was read what an update of it changes: the journal holds what undoing it
 * needs only up to a length, and an object may have hundreds of versions or members.
 *
 * @param answer the object, JSON text
 */
export function changedMembers(call: ResolvedCall, answer: string): string {
  const {operation, given} = call;
  const isPlain = isPlainUpdate(call) && undosOf(operation).length === 0;
  if (!isPlain || !answer.trim().startsWith('{')) return answer;
  const fields = Object.keys(givenFields(operation, given));
  const members = memberSpans(answer, rootSpan(answer)).flatMap(({name: own, key, value}) => {
    const member = answer.slice(key.start, value.end);
    const held = currentFieldValues(operation, `{${member}}`, given.inputs);
    const isNeeded = naming.has(own) || fields.some(name => held[name] !== undefined);
    return isNeeded ? member : [];
  });
  return `{${members.join(',')}}`;
}

/**
 * Bring the request of an edit form up to date with its object: fields the person left as they were
 * take their present values, so that a change somebody else made since is not reverted.
 *
 * @param answer the object as it is now, JSON text
 * @returns the request, and a sentence for each edited field that somebody else changed since
 */
export function withFreshFields(
  request: WriteRequest,
  answer: string,
): {readonly request: WriteRequest; readonly clashes: readonly string[]} {
  const {call, opened} = request;
  if (opened === undefined) return {request, clashes: []};
  const {operation, given} = call;
  const held = currentFieldValues(operation, answer, given.inputs);
  const same = (one: readonly string[] = [], other: readonly string[] = []): boolean =>
    one.join() === other.join();
  const inputs: Record<string, readonly string[]> = {...given.inputs};
  const clashes: string[] = [];
  for (const [name, texts] of Object.entries(given.inputs)) {
    const input = findInput(operation, name);
    const [before, now] = [opened[name], held[name]];
    if (input?.place !== 'field' || before === undefined || same(before, now)) continue;
    if (now !== undefined && (isCounter(input) || same(texts, before))) inputs[name] = now;
    else if (!same(texts, now)) {
      const [was = '(empty)', is = '(empty)'] = [before, now].map(
        some => some?.join(', ') || undefined,
      );
      clashes.push(`${labelOf(input)} was changed since the form opened: from ${was} to ${is}.`);
    }
  }
  const isSame = Object.entries(inputs).every(([name, texts]) => same(texts, given.inputs[name]));
  if (isSame) return {request, clashes};
  const fresh = {operation, given: {...given, inputs}};
  return {request: {...request, call: fresh, planned: undefined}, clashes};
}
