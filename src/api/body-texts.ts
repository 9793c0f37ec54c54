import {findSpan, makeLookup, pointerOf, pointerSteps} from '../base/json-pointer.ts';
import {compactJson, prettyJson} from '../base/json-pretty.ts';
import {
  decodeString,
  itemSpans,
  kindOf,
  memberSpans,
  rootSpan,
  sliceSpan,
} from '../base/json-scan.ts';
import {
  isArray,
  type JsonValue,
  parseJsonValue,
  readFirstOf,
  readPointer,
  textAt,
} from '../base/json-value.ts';
import {bodyOf, fieldsOf} from './body-of.ts';
import {checkShape} from './check-shape.ts';
import type {MapShape, Shape} from './field.ts';
import {jsonOfTexts} from './field-text.ts';
import {inputsOf} from './inputs-of.ts';
import type {FieldInput, Input, Operation} from './operation.ts';
import type {InputTexts} from './request-plan.ts';

/**
 * Split a JSON body into the values of its fields; the rest stays JSON, under `body`, so that the
 * same body can be rebuilt. If the operation takes no whole body, the names of the remaining
 * members.
 *
 * @param json a body in which `checkJson` found no problem
 */
export function textsOfBody(
  operation: Operation,
  json: string,
): {readonly values: InputTexts} | {readonly left: readonly string[]} {
  const values: Record<string, readonly string[]> = {};
  const root = rootSpan(json);
  const takesWhole = operation.inputs.some(({place}) => place === 'body');
  if (fieldsOf(bodyOf(operation)).length === 0 || kindOf(json, root) !== 'object') {
    return takesWhole ? {values: {body: [json]}} : {left: ['this JSON']};
  }
  const fields = inputsOf(operation).filter(input => input.place === 'field');
  const left = memberSpans(json, root).filter(({name}) => {
    const found = textsOfMember(fields, json, pointerOf([name]));
    Object.assign(values, found);
    return found === undefined;
  });
  if (left.length === 0) return {values};
  if (!takesWhole) return {left: left.map(({name}) => name)};
  const members = left.map(({name, value}) => `${JSON.stringify(name)}:${sliceSpan(json, value)}`);
  return {values: {...values, body: [`{${members.join(',')}}`]}};
}

/** The values of one member; undefined if the form has no fields for all of it. */
function textsOfMember(
  fields: readonly FieldInput[],
  json: string,
  pointer: string,
): InputTexts | undefined {
  const own = fields.find(field => field.pointer === pointer);
  const span = findSpan(json, pointer);
  if (span === undefined) return undefined;
  if (own !== undefined) return textsOfField(own, sliceSpan(json, span));
  // Fields with a deeper pointer of their own, such as the text of a post in its body.
  if (kindOf(json, span) !== 'object') return undefined;
  const found = memberSpans(json, span).map(({name}) =>
    textsOfMember(fields, json, pointer + pointerOf([name])),
  );
  return found.includes(undefined) ? undefined : Object.assign({}, ...found);
}

/** The texts that represent a field's JSON; undefined if none do. */
export function textsOfField(input: FieldInput, json: string): InputTexts | undefined {
  const {name, shape} = input;
  if (isGroup(input)) return textsOfGroup(fieldPath(input), input.shape, json) ?? {[name]: [json]};
  const texts = textsOf(shape ?? {type: 'json'}, json);
  return texts === undefined ? undefined : {[name]: texts};
}

/** Texts for all values in an object or a list of objects, by path. */
function textsOfGroup(way: string, shape: Shape, json: string): InputTexts | undefined {
  const root = rootSpan(json);
  const kind = kindOf(json, root);
  if (shape.type === 'list' && shape.items.type === 'object') {
    if (kind !== 'array') return undefined;
    const items = itemSpans(json, root).map(span => sliceSpan(json, span));
    return together(items.map((text, i) => textsOfGroup(`${way}.${i}`, shape.items, text)));
  }
  if (shape.type === 'object') {
    if (kind !== 'object') return undefined;
    return together(
      memberSpans(json, root).map(({name, value}) => {
        const field = shape.fields.find(one => one.name === name);
        return field && textsOfGroup(`${way}.${name}`, field, sliceSpan(json, value));
      }),
    );
  }
  const texts = textsOf(shape, json);
  return texts && {[way]: texts};
}

/** Merge the parts; undefined if there are none or one is undefined. */
function together(parts: readonly (InputTexts | undefined)[]): InputTexts | undefined {
  return parts.length === 0 || parts.includes(undefined) ? undefined : Object.assign({}, ...parts);
}

/** The texts from which `jsonOfTexts` makes the same JSON. */
function textsOf(shape: Shape, json: string): readonly string[] | undefined {
  const root = rootSpan(json);
  const made = [plainTexts(shape, json), [sliceSpan(json, root)]];
  return made.find(texts => {
    if (texts === undefined || texts.length === 0) return false;
    const again = jsonOfTexts(shape, texts);
    return 'json' in again && compactJson(again.json) === compactJson(json);
  });
}

function plainTexts(shape: Shape, json: string): readonly string[] | undefined {
  const root = rootSpan(json);
  if (shape.type !== 'list') {
    return kindOf(json, root) === 'string' ? [decodeString(json, root)] : undefined;
  }
  if (kindOf(json, root) !== 'array') return undefined;
  return itemSpans(json, root).map(span => {
    const text = kindOf(json, span) === 'string' ? decodeString(json, span) : sliceSpan(json, span);
    return text.replaceAll(',', '\\,');
  });
}

/**
 * The current values of an update's fields in an object that was read: members with the same name,
 * those located by the record, and those derived from the name (`leadAccountId`: the account id of
 * `lead`).
 *
 * @param answer JSON text
 */
export function textsOfResponse(operation: Operation, answer: string): InputTexts {
  const values: Record<string, readonly string[]> = {};
  const there = makeLookup(answer);
  const {readFirst} = operation;
  const body = bodyOf(operation);
  if (body?.type === 'json' && body.readAt !== undefined) {
    const json = there.json(body.readAt);
    return json === undefined ? {} : {body: [prettyJson(json)]};
  }
  for (const input of inputsOf(operation)) {
    if (input.place !== 'field' || input.shape === undefined) continue;
    if (`${readFirst?.increments}/`.startsWith(`${input.pointer}/`)) continue;
    const counter = fieldsOf(input.shape).find(field => 'increments' in field);
    if (counter !== undefined) {
      const number = there.number(`${input.pointer}/${counter.name}`);
      if (number !== undefined)
        values[`${fieldPath(input)}.${counter.name}`] = [successorOf(number)];
      continue;
    }
    if (input.shape.type === 'map' && input.shape.readFrom !== undefined) {
      values[input.name] = [prettyJson(mapIn(answer, input.shape.readFrom))];
      continue;
    }
    const places = [...(readFirst?.fills[input.pointer] ?? []), ...responsePathsOf(input)];
    const {shape} = input;
    const json = places
      .map(place => there.json(place))
      .find(text => text !== undefined && text !== 'null' && canRepresent(text, shape));
    if (json === undefined) continue;
    Object.assign(values, textsOfField(input, json));
  }
  return values;
}

/** Whether an update must increase the current value by one. */
export function isCounter(input: Input | {readonly name: string}): input is FieldInput {
  return 'place' in input && input.place === 'field' && 'increments' in {...input.shape};
}

/** The successor of an integer of any size. */
export function successorOf(number: string): string {
  return String(BigInt(number) + 1n);
}

/** Whether a field can represent that JSON. */
export function canRepresent(json: string, shape: Shape): boolean {
  return checkShape(JSON.parse(json), shape).every(({isNote}) => isNote);
}

/** A map made from a list: name → the values of the items that have it. */
function mapIn(answer: string, from: NonNullable<MapShape['readFrom']>): string {
  const listed = readPointer(parseJsonValue(answer), from.list);
  const found: Record<string, JsonValue[]> = {};
  for (const item of isArray(listed) ? listed : []) {
    const name = textAt(item, from.name);
    const value = readFirstOf(item, from.values);
    if (name !== '' && value !== undefined) found[name] = [...(found[name] ?? []), value];
  }
  return JSON.stringify(found);
}

/** The paths in a response where the value of a body field can be. */
export function responsePathsOf({pointer, names, name}: FieldInput): readonly string[] {
  if (names === undefined) return [pointer];
  const [, stem = '', by = ''] = /^(.+?)(AccountId|Id|Key)$/.exec(name) ?? [];
  const thing = names.replace(/ (\w)/g, (_, letter: string) => letter.toUpperCase());
  const what = by === '' ? 'id' : by.charAt(0).toLowerCase() + by.slice(1);
  return [pointer, ...(stem === '' ? [] : [`/${stem}/${what}`]), `/${thing}/${what}`];
}

export type GroupInput = FieldInput & {readonly shape: Extract<Shape, {type: 'object' | 'list'}>};

/** Whether a field is an object with known members or a list of such objects. */
export function isGroup(input: Input): input is GroupInput {
  if (input.place !== 'field' || input.shape === undefined) return false;
  const {shape} = input;
  return shape.type === 'object' || (shape.type === 'list' && shape.items.type === 'object');
}

/** A field's path in the body as a name: `body.scope.type`. */
export function fieldPath({pointer}: Pick<FieldInput, 'pointer'>): string {
  return ['body', ...pointerSteps(pointer)].join('.');
}
