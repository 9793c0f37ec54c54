import {operationNamed} from '../../api/catalogue.ts';
import {type Inverse, inversesOf} from '../../api/inverse.ts';
import {elementsOfUpdate} from '../../api/known-elements.ts';
import {isPermanent} from '../../api/permanence.ts';
import {isArray, isObject, type JsonValue, readPointer} from '../../base/json-value.ts';
import type {ResolvedCall} from '../model/call.ts';
import {readOfUpdate} from './reads.ts';

/** What is known of a write that is to be taken back. */
export interface WrittenCall {
  readonly call: ResolvedCall;
  /** What its object held before; null where that was not read. */
  readonly before: JsonValue;
  /** What it held afterwards, where that was read. */
  readonly after?: JsonValue;
  readonly answer: JsonValue;
}

/** Whether the service has a way to take a write back, as far as its call says it. */
export function canTakeBack(call: ResolvedCall): boolean {
  if (isPermanent(call.operation, call.given)) return false;
  return ruleFor(call) !== undefined || isPlainUpdate(call);
}

/** The rule that may take a write back, by what it was given. */
function ruleFor(
  {operation, given: {inputs}}: ResolvedCall,
  holds: (rule: Inverse) => boolean = () => true,
): Inverse | undefined {
  return inversesOf(operation).find(rule => {
    const {unless, given, without} = rule;
    if (unless !== undefined && inputs[unless[0]]?.[0] === unless[1]) return false;
    if (given !== undefined && inputs[given] === undefined) return false;
    return (without === undefined || inputs[without] === undefined) && holds(rule);
  });
}

/** Whether what takes a write back depends on what is there after it. */
export function undoNeedsCurrentValues(call: ResolvedCall): boolean {
  return ruleFor(call)?.news !== undefined;
}

/** An update whose fields can be read where they are written: the old values take it back. */
export function isPlainUpdate(call: ResolvedCall): boolean {
  const {effect, irreversible} = call.operation;
  if ((effect !== 'update' && effect !== 'replaceAll') || irreversible) return false;
  return elementsOfUpdate(call.operation) !== undefined || readOfUpdate(call) !== undefined;
}

/**
 * The calls that take a write back by a rule of the service, none where nothing came of it;
 * undefined where no rule does, or too little is known.
 */
export function inverseCalls(written: WrittenCall): readonly ResolvedCall[] | undefined {
  const {call, before} = written;
  if (isPermanent(call.operation, call.given)) return undefined;
  const rule = ruleFor(
    call,
    ({where}) => where === undefined || String(readPointer(before, where[0]) ?? '') === where[1],
  );
  if (rule === undefined || (rule.reads !== undefined && before === null)) return undefined;
  const each = eachOf(rule, written);
  if (each === undefined) return undefined;
  const calls = each.map(one => callOf(rule, written, one));
  return calls.includes(undefined) ? undefined : calls.flatMap(one => one ?? []);
}

/** What `{each}` stands for, one call each. */
function eachOf(
  {each, news}: Inverse,
  {call, before, after}: WrittenCall,
): readonly string[] | undefined {
  if (news !== undefined) {
    if (after === undefined || after === null) return undefined;
    const known = new Set(itemsIn(before, news.lists).map(found => textAt(found.at(-1), news.id)));
    const now = itemsIn(after, news.lists).map(found => textAt(found.at(-1), news.id));
    return now.filter(id => !known.has(id));
  }
  if (each === undefined) return [''];
  const held = new Set(itemsIn(before, [each.items]).map(([item]) => textAt(item, each.name)));
  return (call.given.inputs[each.input] ?? []).filter(text => !held.has(text));
}

/** The items of lists in lists, each with those it lies in, outermost first. */
function itemsIn(
  value: JsonValue,
  [pointer, ...deeper]: readonly string[],
): readonly (readonly JsonValue[])[] {
  const list = pointer === undefined ? undefined : readPointer(value, pointer);
  if (!isArray(list)) return [];
  if (deeper.length === 0) return list.map(item => [item]);
  return list.flatMap(item => itemsIn(item, deeper).map(found => [item, ...found]));
}

function textAt(value: JsonValue | undefined, pointer: string): string {
  return String(readPointer(value, pointer) ?? '');
}

function callOf(rule: Inverse, written: WrittenCall, each: string): ResolvedCall | undefined {
  const {operation, given} = written.call;
  const inverse = operationNamed({service: operation.service, operation: rule.by});
  const {gone} = rule;
  const found =
    gone === undefined
      ? []
      : itemsIn(written.before, gone.lists).find(
          one => textAt(one.at(-1), gone.id) === given.inputs[gone.of]?.[0],
        );
  if (found === undefined) return undefined;
  const inputs: Record<string, readonly string[]> = {};
  for (const [name, template] of Object.entries(rule.inputs ?? {})) {
    const texts = textsFor(template, {...written, each, found});
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
  const value = valueFor(rule.body.slice(1, -1), {...written, each, found});
  if (value === undefined || value === null) return undefined;
  return {operation: inverse, given: {inputs, body: JSON.stringify(value)}};
}

/** Behind what the one object that was moved stood, as the inputs of a move. */
function placeBefore(
  {of, items, after = '/id'}: NonNullable<Inverse['order']>,
  {call, before}: WrittenCall,
): Readonly<Record<string, readonly string[]>> | undefined {
  const [id, ...others] = call.given.inputs[of] ?? [];
  const list = readPointer(before, items);
  if (id === undefined || others.length > 0 || !isArray(list)) return undefined;
  const at = list.findIndex(item => textAt(item, '/id') === id);
  if (at === -1) return undefined;
  return at === 0 ? {position: ['First']} : {after: [textAt(list[at - 1], after)]};
}

/** A write with what its rule found for one call. */
interface Filling extends WrittenCall {
  readonly each: string;
  readonly found: readonly JsonValue[];
}

/** The texts of a template: of `{name}` all that was given. */
function textsFor(template: string, filling: Filling): readonly string[] {
  const [, name] = /^\{([^{}]+)\}$/.exec(template) ?? [];
  if (name === undefined) return [template];
  if (name === 'each') return [filling.each];
  if (!name.includes('/')) return filling.call.given.inputs[name] ?? [];
  const value = valueFor(name, filling);
  return value === undefined || value === null || isObject(value) || isArray(value)
    ? []
    : [String(value)];
}

/** `before/a/b`, `answer/id|relatedWorkId`: the first of some members; `before/`: all of it. */
function valueFor(place: string, {before, answer, found}: Filling): JsonValue | undefined {
  const [source = '', ...steps] = place.split('/');
  const of =
    source === 'before' ? before : source === 'answer' ? answer : (found[Number(source)] ?? null);
  const last = steps.pop() ?? '';
  if (last === '') return of;
  const way = steps.map(step => `/${step}`).join('');
  for (const member of last.split('|')) {
    const value = readPointer(of, `${way}/${member}`);
    if (value !== undefined && value !== null) return value;
  }
  return undefined;
}
