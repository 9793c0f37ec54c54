import {hideSecrets, redactedText} from '../../base/hide-secrets.ts';
import {makeLookup, pointerOf} from '../../base/json-pointer.ts';
import {isObject, type JsonValue} from '../../base/json-value.ts';
import {bodyOf, fieldsOf} from '../body-of.ts';
import {allOperations} from '../catalogue.ts';
import {inputsOf} from '../inputs-of.ts';
import type {Input, Operation} from '../operation.ts';
import type {InputTexts, InputValues, ResolvedCall} from '../request-plan.ts';
import {shapeOfPath} from '../uncertain-write.ts';
import {currentFieldValues, givenFields} from './field-values.ts';

/** The update of the object that a call deletes; undefined if the call is no deletion. */
export function updateOfDeleted({operation, given}: ResolvedCall): ResolvedCall | undefined {
  if (operation.effect !== 'delete' && operation.effect !== 'trash') return undefined;
  const update = allOperations().find(
    ({service, effect, irreversible, path}) =>
      service === operation.service &&
      (effect === 'update' || effect === 'replaceAll') &&
      !irreversible &&
      path.endsWith('}') &&
      shapeOfPath(path) === shapeOfPath(operation.path),
  );
  if (update === undefined) return undefined;
  const [theirs, own] = [operation, update].map(({inputs}) =>
    inputs.filter(({place}) => place === 'path'),
  );
  const inputs = own?.map(({name}, i) => [name, given.inputs[theirs?.[i]?.name ?? ''] ?? []]);
  return {operation: update, given: {inputs: Object.fromEntries(inputs ?? [])}};
}

/**
 * The values that a new object had: those of its update’s fields in the answer, or else as given.
 *
 * @param answer text if the journal has only its beginning
 * @param updates number of later updates that count as undone
 */
export function valuesOfCreated(
  {operation: creation, given}: ResolvedCall,
  update: Operation,
  answer: JsonValue | undefined,
  updates: number,
): InputTexts {
  const sent = givenFields(creation, given);
  const told = isObject(answer) ? presentValues(update, JSON.stringify(answer)) : {};
  const plain = inputsOf(update).filter(isPlain);
  // A response that repeats what was sent has all values of the object.
  const isWhole =
    Object.keys(told).length > 0 &&
    plain.every(({name}) => !sent[name] || told[name] !== undefined);
  const values = plain.flatMap(({name, names}): [string, readonly string[]][] => {
    const texts = told[name] ?? (names === undefined ? sent[name] : undefined);
    if (texts !== undefined) return texts.some(isHidden) ? [] : [[name, texts]];
    return isWhole && names === undefined ? [[name, []]] : [];
  });
  const [number] = told[versionOf] ?? [];
  if (number !== undefined) values.push([versionOf, [String(Number(number) + updates)]]);
  return Object.fromEntries(values);
}

const versionOf = 'version';

/**
 * The current values of an operation's fields, and the number of the object's version if an update
 * must increment it.
 */
export function presentValues(
  operation: Operation,
  answer: string,
  given?: InputValues,
): InputTexts {
  const values = currentFieldValues(operation, answer, given);
  const at = operation.readFirst?.increments ?? counterOf(operation);
  const number = at === undefined ? undefined : makeLookup(answer).number(at);
  return number === undefined ? values : {...values, [versionOf]: [number]};
}

/** Pointer of the number that an update must increment. */
function counterOf(operation: Operation): string | undefined {
  const [found] = fieldsOf(bodyOf(operation)).flatMap(field =>
    fieldsOf(field).flatMap(one =>
      'increments' in one ? [pointerOf([field.name, one.name])] : [],
    ),
  );
  return found;
}

/** Members about the API, which depend on the request. */
const ofTheApi: ReadonlySet<string> = new Set(['expand', 'self']);

/** Whether a field is a single value; the text of a post has the version of the post. */
function isPlain(input: Input): boolean {
  if (input.place !== 'field' || input.shape === undefined || input.type === 'storage')
    return false;
  return !ofTheApi.has(input.name) && !['list', 'map', 'object', 'json'].includes(input.shape.type);
}

/** Whether the journal masked a value. */
function isHidden(text: string): boolean {
  return text.includes(redactedText) || hideSecrets(text) !== text;
}
