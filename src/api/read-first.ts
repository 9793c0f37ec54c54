import {Failure} from '../base/failure.ts';
import {type JsonLookup, makeLookup} from '../base/json-pointer.ts';
import {memberSpans, rootSpan, sliceSpan} from '../base/json-scan.ts';
import {findJson, isObject} from '../base/json-value.ts';
import {type BodyPart, mergeJson} from './compose.ts';
import type {Operation, ReadBeforeUpdate} from './operation.ts';
import type {RequestPlan} from './request-plan.ts';

/**
 * Complete the body of an update from the item that was read (contract 2.6): missing members are
 * copied unchanged, and the version is incremented, except that of a draft.
 *
 * @param item the item, as JSON text
 * @throws Failure 'validation_error' when a flag is required because the item has no such value,
 * 'invalid_response' when the item has no version number
 */
export function completeBody(plan: RequestPlan, item: string): RequestPlan {
  const readFirst = plan.operation?.readFirst;
  if (readFirst === undefined || plan.operation === undefined) return plan;
  const current = makeLookup(item);
  const given = makeLookup(typeof plan.body?.content === 'string' ? plan.body.content : '{}');
  const filled = filledParts(plan.operation, readFirst, given, current);
  const {fills, increments} = readFirst;
  const others = leavesOf(given.text, '').filter(({pointer}) => fills[pointer] === undefined);
  const isNumbered = others.some(({pointer}) => pointer === increments);
  const keepsNumber = Object.entries(readFirst.keepsNumberOf ?? {}).some(
    ([pointer, text]) => current.string(pointer) === text,
  );
  const number = {pointer: increments, json: nextNumber(current, increments, !keepsNumber)};
  const parts = [...filled, ...others, ...(isNumbered ? [] : [number])];
  return {...plan, body: {contentType: 'application/json', content: mergeJson(undefined, parts)}};
}

function filledParts(
  operation: Operation,
  readFirst: ReadBeforeUpdate,
  given: JsonLookup,
  found: JsonLookup,
): BodyPart[] {
  return Object.entries(readFirst.fills).flatMap(([pointer, sources]) => {
    const json =
      given.json(pointer) ?? sources.map(source => found.json(source)).find(text => text);
    if (json !== undefined) return [{pointer, json}];
    const flag = operation.inputs.find(
      input => input.place === 'field' && input.pointer === pointer,
    );
    // Members without a flag (the container) exist for some items only.
    if (flag === undefined) return [];
    const problem = explainMissing(found, pointer);
    throw new Failure('validation_error', `--${flag.name} is required: ${problem}.`, {
      errors: {[flag.name]: problem},
      hint: `Nothing was changed. With --${flag.name}, the other fields stay unchanged.`,
    });
  });
}

/** List the members of an object that are not objects themselves, with their paths. */
function leavesOf(json: string, pointer: string): BodyPart[] {
  const root = rootSpan(json);
  const members = memberSpans(json, root);
  if (members.length === 0) return [{pointer, json: sliceSpan(json, root)}];
  return members.flatMap(({name, value}) => leavesOf(sliceSpan(json, value), `${pointer}/${name}`));
}

/** Explain why a value cannot be copied from the item, with the formats it has instead. */
function explainMissing(found: JsonLookup, pointer: string): string {
  const parent = pointer.slice(0, pointer.lastIndexOf('/'));
  const value = parent === '' ? undefined : findJson(found.json(parent));
  const forms = isObject(value) ? Object.keys(value) : [];
  return forms.length > 0
    ? `the item has a ${forms.join(' and ')} ${parent.slice(1)}, which cannot be copied`
    : `the item has no ${pointer.slice(1).split('/')[0]} to copy`;
}

function nextNumber(found: JsonLookup, pointer: string, isNext: boolean): string {
  const number = found.number(pointer);
  if (number === undefined || !/^\d+$/.test(number)) {
    const name = pointer.slice(1).replaceAll('/', '.');
    throw new Failure('invalid_response', `The current item has no ${name}.`);
  }
  return isNext ? String(BigInt(number) + 1n) : number;
}
