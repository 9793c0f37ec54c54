import {type Inverse, inversesOf, operationOfInverse} from '../../api/inverse.ts';
import {readerAt} from '../../api/look-first.ts';
import {isArray, isObject, type JsonValue, readPointer} from '../../base/json-value.ts';
import type {ResolvedCall} from '../model/call.ts';

/** What is known of a write that is to be taken back. */
export interface WrittenCall {
  readonly call: ResolvedCall;
  /** What its object held before; null where that was not read. */
  readonly before: JsonValue;
  readonly answer: JsonValue;
}

/** Whether the service has a way to take a write back, as far as its call says it. */
export function canTakeBack({operation, given}: ResolvedCall): boolean {
  if (operation.irreversible) return false;
  const rules = inversesOf(operation);
  const fits = ({unless}: Inverse): boolean =>
    unless === undefined || given.inputs[unless[0]]?.[0] !== unless[1];
  return rules.some(fits) || isPlainUpdate({operation, given});
}

/** An update whose fields can be read where they are written: the old values take it back. */
export function isPlainUpdate({operation, given}: ResolvedCall): boolean {
  const {effect, irreversible, path, service} = operation;
  if (effect !== 'update' || irreversible || !path.includes('}')) return false;
  const reader = readerAt(service, path, given.inputs);
  return reader !== undefined && reader.operation.items === undefined;
}

/** The call that takes a write back by a rule of the service; undefined where none does, or too little is known. */
export function inverseCall(written: WrittenCall): ResolvedCall | undefined {
  const {call, before} = written;
  const {operation, given} = call;
  const rule = inversesOf(operation).find(({where, unless}) => {
    const held = where === undefined || String(readPointer(before, where[0]) ?? '') === where[1];
    return held && (unless === undefined || given.inputs[unless[0]]?.[0] !== unless[1]);
  });
  if (rule === undefined) return undefined;
  const inverse = operationOfInverse(operation, rule.by);
  const inputs: Record<string, readonly string[]> = {};
  for (const [name, template] of Object.entries(rule.inputs ?? {})) {
    const texts = textsFor(template, written);
    if (texts.length > 0) inputs[name] = texts;
  }
  if (rule.order !== undefined) {
    const place = placeBefore(rule.order, written);
    if (place === undefined) return undefined;
    Object.assign(inputs, place);
  }
  const paths = inverse.inputs.filter(({place}) => place === 'path');
  if (paths.some(({name}) => inputs[name]?.[0] === undefined)) return undefined;
  // What takes one at a time cannot take back what gave several.
  const tooMany = inverse.inputs.some(({name, type, place}) => {
    const isOne = place === 'query' && type !== 'list';
    return isOne && (inputs[name]?.length ?? 0) > 1;
  });
  if (tooMany) return undefined;
  if (rule.body === undefined) return {operation: inverse, given: {inputs}};
  const value = valueFor(rule.body.slice(1, -1), written);
  if (value === undefined || value === null) return undefined;
  return {operation: inverse, given: {inputs, body: JSON.stringify(value)}};
}

/** Behind what the one object that was moved stood, as the inputs of a move. */
function placeBefore(
  {of, items}: NonNullable<Inverse['order']>,
  {call, before}: WrittenCall,
): Readonly<Record<string, readonly string[]>> | undefined {
  const [id, ...others] = call.given.inputs[of] ?? [];
  const list = readPointer(before, items);
  if (id === undefined || others.length > 0 || !isArray(list)) return undefined;
  const ids = list.map(item => String(readPointer(item, '/id') ?? ''));
  const at = ids.indexOf(id);
  if (at === -1) return undefined;
  return at === 0 ? {position: ['First']} : {after: [ids[at - 1] ?? '']};
}

/** The texts of a template: of `{name}` all that was given. */
function textsFor(template: string, written: WrittenCall): readonly string[] {
  const [, name] = /^\{([^{}]+)\}$/.exec(template) ?? [];
  if (name === undefined) return [template];
  if (!name.includes('/')) return givenTexts(name, written);
  const value = valueFor(name, written);
  return value === undefined || value === null || isObject(value) || isArray(value)
    ? []
    : [String(value)];
}

/** What was given for an input, in the body too. */
function givenTexts(name: string, {call: {given}}: WrittenCall): readonly string[] {
  return given.inputs[name] ?? [];
}

/** `before/a/b`, `answer/id|relatedWorkId`: the first of some members. */
function valueFor(place: string, {before, answer}: WrittenCall): JsonValue | undefined {
  const [source = '', ...steps] = place.split('/');
  const of = source === 'before' ? before : answer;
  const last = steps.pop() ?? '';
  const way = steps.map(step => `/${step}`).join('');
  for (const member of last.split('|')) {
    const value = readPointer(of, `${way}/${member}`);
    if (value !== undefined && value !== null) return value;
  }
  return undefined;
}
