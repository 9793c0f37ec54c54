import {Failure} from '../base/failure.ts';
import {type JsonLookup, makeLookup} from '../base/json-pointer.ts';
import {type BodyPart, composeJson} from './compose.ts';
import type {Operation, ReadFirst} from './operation.ts';
import type {RequestPlan} from './request-plan.ts';

/**
 * The plan of an update with its body completed from the item that was read (client-contract 2.6):
 * what was not given is taken over as it is written there, the version goes up by one.
 *
 * @param item the item, as JSON text
 * @throws Failure 'validation_error' when a flag must be given because the item has no such value,
 * 'invalid_response' when the item has no version number
 */
export function completeBody(plan: RequestPlan, item: string): RequestPlan {
  const readFirst = plan.operation?.readFirst;
  if (readFirst === undefined || plan.operation === undefined) return plan;
  const found = makeLookup(item);
  const given = makeLookup(typeof plan.body?.content === 'string' ? plan.body.content : '{}');
  const parts: BodyPart[] = [
    ...filledParts(plan.operation, readFirst, given, found),
    ...Object.entries(readFirst.sets).map(([pointer, text]) => ({
      pointer,
      json: JSON.stringify(text),
    })),
    {pointer: readFirst.increments, json: nextNumber(found, readFirst.increments)},
  ];
  return {...plan, body: {contentType: 'application/json', content: composeJson(parts)}};
}

function filledParts(
  operation: Operation,
  readFirst: ReadFirst,
  given: JsonLookup,
  found: JsonLookup,
): BodyPart[] {
  const filled = Object.entries(readFirst.fills).flatMap(([pointer, sources]) => {
    const json =
      given.json(pointer) ?? sources.map(source => found.json(source)).find(text => text);
    if (json !== undefined) return [{pointer, json}];
    const flag = operation.inputs.find(
      input => input.place === 'member' && input.pointer === pointer,
    );
    // Members without a flag (where the item is) are only there for some items.
    if (flag === undefined) return [];
    const forms = formsOf(found, pointer);
    throw new Failure('validation_error', `--${flag.name} must be given: ${forms}.`, {
      errors: {[flag.name]: forms},
      hint: `Nothing was changed; give --${flag.name} and the rest stays as it is.`,
    });
  });
  return [...filled, ...otherParts(operation, readFirst, given)];
}

/** What was given beside the members that can be filled. */
function otherParts(operation: Operation, readFirst: ReadFirst, given: JsonLookup): BodyPart[] {
  return operation.inputs.flatMap(input => {
    if (input.place !== 'member' || input.pointer in readFirst.fills) return [];
    const json = given.json(input.pointer);
    return json === undefined ? [] : [{pointer: input.pointer, json}];
  });
}

/** Why a value could not be taken from the item: the forms it has instead, when there are some. */
function formsOf(found: JsonLookup, pointer: string): string {
  const parent = pointer.slice(0, pointer.lastIndexOf('/'));
  const forms = Object.keys(parent === '' ? {} : membersOf(found, parent));
  return forms.length > 0
    ? `the item has a ${forms.join(' and ')} ${parent.slice(1)}, which cannot be taken over`
    : `the item has no ${pointer.slice(1).split('/')[0]} to take over`;
}

function membersOf(found: JsonLookup, pointer: string): object {
  const value: unknown = JSON.parse(found.json(pointer) ?? '{}');
  return typeof value === 'object' && value !== null ? value : {};
}

function nextNumber(found: JsonLookup, pointer: string): string {
  const number = found.number(pointer);
  if (number === undefined || !/^\d+$/.test(number)) {
    const name = pointer.slice(1).replaceAll('/', '.');
    throw new Failure('invalid_response', `The item that was read has no ${name}.`);
  }
  return String(BigInt(number) + 1n);
}
