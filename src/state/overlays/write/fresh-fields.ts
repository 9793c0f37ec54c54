import {isCounter} from '../../../api/body-texts.ts';
import {findInput} from '../../../api/inputs-of.ts';
import {currentFieldValues} from '../../../api/journal/current-values.ts';
import {labelOf} from '../../views/form/field-label.ts';
import type {WriteRequest} from '../../write/state.ts';

/**
 * Update the request of an edit form to the object's current values: fields the user did not edit
 * take them, so that concurrent changes by others are not reverted.
 *
 * @param answer the current object, JSON text
 * @returns the request, and a sentence for each edited field that someone else has changed
 */
export function withFreshFields(
  request: WriteRequest,
  answer: string,
): {readonly request: WriteRequest; readonly clashes: readonly string[]} {
  const {call, opened} = request;
  if (opened === undefined) return {request, clashes: []};
  const {operation, given} = call;
  const current = currentFieldValues(operation, answer, given.inputs);
  const same = (one: readonly string[] = [], other: readonly string[] = []): boolean =>
    one.join() === other.join();
  const inputs: Record<string, readonly string[]> = {...given.inputs};
  const clashes: string[] = [];
  for (const [name, texts] of Object.entries(given.inputs)) {
    const input = findInput(operation, name);
    const [before, now] = [opened[name], current[name]];
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
