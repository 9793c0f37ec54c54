import {pointerSteps} from '../base/json-pointer.ts';
import {findJson, type JsonValue, listAt, readPointer} from '../base/json-value.ts';
import {allOperations, operationNamed} from './catalogue.ts';
import {findInput} from './inputs-of.ts';
import {type Operation, placeholders, type Undo} from './operation.ts';
import {
  fillInputs,
  fillTemplate,
  needsOf,
  type Sources,
  sourceOf,
  type ValueSource,
} from './operation-ref.ts';
import {isPermanent} from './permanence.ts';
import type {InputTexts, ResolvedCall} from './request-plan.ts';
import {shapeOfPath} from './uncertain-write.ts';

/** A write to undo. */
export interface WrittenCall {
  readonly call: ResolvedCall;
  /** What was read before it; null if unknown. */
  readonly before: JsonValue;
  /** The same read after it. @default unknown */
  readonly after?: JsonValue;
  readonly answer: JsonValue;
}

/**
 * The operations that undo a write, the likely one first; not those that restore its old values.
 */
export function undosOf(write: Operation): readonly Undo[] {
  return write.undo ?? deletionsOf(write);
}

/** Whether another operation may undo a call, as far as its inputs tell. */
export function mayUndo(call: ResolvedCall): boolean {
  const sources = {place: sourceOfGiven(call)};
  return undosOf(call.operation).some(undo => {
    const {missing} = fillInputs(undo, sources);
    const isGiven = missing.every(({source, pointer}) => source !== 'place' || pointer === '/each');
    return isGiven && holds(undo, sources, 'place');
  });
}

/** The inputs of a call as a source, also those that are in a body given as a whole. */
export function sourceOfGiven({operation, given: {inputs, body}}: ResolvedCall): ValueSource {
  const own = sourceOf(inputs);
  const whole = typeof body === 'string' ? findJson(body) : undefined;
  return pointer => {
    const value = own(pointer);
    if (value !== undefined || whole === undefined) return value;
    const input = findInput(operation, pointerSteps(pointer).join('/'));
    return input?.place === 'field' ? readPointer(whole, input.pointer) : undefined;
  };
}

/** Report whether undoing a write depends on the current values. */
export function undoNeedsCurrentValues({operation}: Pick<ResolvedCall, 'operation'>): boolean {
  return undosOf(operation).some(({each = ''}) =>
    needsOf(each).some(({source}) => source === 'after'),
  );
}

/** Whether the object is read again after a write, for its undo. */
export function readsAfterWrite(call: Pick<ResolvedCall, 'operation'>): boolean {
  return undoNeedsCurrentValues(call) || undoRestoresValues(call);
}

/** The sources of values that were read before a write. */
const sourcesBefore: ReadonlySet<string> = new Set(['before', 'item', 'previous', 'owner']);

/** Whether the undo of a write sets values that were read before it, which others may change. */
export function undoRestoresValues({operation}: Pick<ResolvedCall, 'operation'>): boolean {
  if (operation.effect === 'delete') return false;
  return undosOf(operation).some(({inputs, body = ''}) =>
    [...Object.values(inputs).flat(), ...[body].flat()].some(template =>
      needsOf(template).some(({source}) => sourcesBefore.has(source)),
    ),
  );
}

/**
 * The values that the undo of a write would restore if they were the previous ones: equal texts
 * mean that no one has changed them in between. Undefined if they are unknown.
 *
 * @param now the response of the read of the undo
 */
export function restorableValues(call: ResolvedCall, now: JsonValue): InputTexts | undefined {
  const calls = undoCalls({call, before: now, answer: null});
  if (calls === undefined) return undefined;
  return Object.assign(
    {},
    ...calls.map(({given: {inputs, body}}) => ({
      ...inputs,
      ...(typeof body === 'string' && {body: [body]}),
    })),
  );
}

/**
 * The calls that undo a write, none if it changed nothing; undefined if no operation undoes it, or
 * too little is known.
 */
export function undoCalls(written: WrittenCall): readonly ResolvedCall[] | undefined {
  const {operation, given} = written.call;
  if (isPermanent(operation, given)) return undefined;
  for (const undo of undosOf(operation)) {
    const calls = callsOf(undo, written);
    if (calls !== undefined) return calls;
  }
  return undefined;
}

function callsOf(undo: Undo, written: WrittenCall): readonly ResolvedCall[] | undefined {
  const {call, before, after, answer} = written;
  if (undo.reads !== undefined && before === null) return undefined;
  const known = {
    place: sourceOfGiven(call),
    before: sourceOf(before),
    after: sourceOf(after),
    answer: sourceOf(answer),
  };
  const sources = {...known, ...entrySources(undo, before, known)};
  const each = eachOf(undo, sources);
  if (each === undefined || !holds(undo, sources)) return undefined;
  const calls = each.flatMap(one => {
    const place: ValueSource = pointer => (pointer === '/each' ? one : known.place(pointer));
    return callOf(undo, {...sources, place}) ?? [];
  });
  return calls.length === each.length ? calls : undefined;
}

/** Whether the conditions of an undo hold, or only those on one source. */
function holds({when = {}}: Undo, sources: Sources, only?: string): boolean {
  return Object.entries(when).every(([template, text]) => {
    const isKnown = only === undefined || needsOf(template).every(({source}) => source === only);
    return !isKnown || (fillTemplate(template, sources)[0] ?? '') === text;
  });
}

/** The values of `{each}`, a call for each; undefined if they are unknown. */
function eachOf({each, except = ''}: Undo, sources: Sources): readonly string[] | undefined {
  if (each === undefined) return [''];
  // A source that was read without such values has none.
  const isKnown = needsOf(each).every(({source}) => sources[source]?.(''));
  const old = new Set(fillTemplate(except, sources));
  return isKnown ? fillTemplate(each, sources).filter(one => !old.has(one)) : undefined;
}

/** The entry that an undo finds in a list, as sources. */
function entrySources({finds}: Undo, before: JsonValue, sources: Sources): Sources {
  if (finds === undefined) return {};
  const [id, ...others] = fillTemplate(finds.id, sources);
  if (id === undefined || others.length > 0) return {};
  const [outer = '', inner] = finds.in.split('/-');
  const owners = inner === undefined ? [before] : listAt(before, outer);
  for (const owner of owners) {
    const list = listAt(owner, inner ?? outer);
    const at = list.findIndex(
      item => fillTemplate(`{item${finds.by ?? '/id'}}`, {item: sourceOf(item)})[0] === id,
    );
    const [item, previous] = [list[at], list[at - 1]];
    if (item !== undefined)
      return {item: sourceOf(item), previous: sourceOf(previous), owner: sourceOf(owner)};
  }
  return {};
}

function callOf(undo: Undo, sources: Sources): ResolvedCall | undefined {
  const operation = operationNamed(undo);
  const {given, missing} = fillInputs(undo, sources);
  // A query parameter with a single value cannot undo a write of several.
  const isTooMany = operation.inputs.some(
    ({name, type, place}) =>
      place === 'query' && type !== 'list' && (given.inputs[name]?.length ?? 0) > 1,
  );
  return missing.length > 0 || isTooMany ? undefined : {operation, given};
}

/**
 * Undo a creation: delete the object, whose id is `id` in the response or has the name of the
 * input.
 */
function deletionsOf(write: Operation): readonly Undo[] {
  if (write.effect !== 'create') return [];
  const shape = `${shapeOfPath(write.path)}/{}`;
  const removal = allOperations().find(
    ({service, method, path, inputs}) =>
      service === write.service &&
      method === 'DELETE' &&
      shapeOfPath(path) === shape &&
      inputs.every(({required, place}) => !required || place === 'path'),
  );
  if (removal === undefined) return [];
  const {service, group, name} = removal;
  const own = pathInputs(write);
  const names = pathInputs(removal);
  const owners = own.map((input, i) => [names[i], `{${input}}`]);
  const id = names[own.length] ?? '';
  return ['id', id].map(member => ({
    service,
    operation: `${group} ${name}`,
    inputs: {...Object.fromEntries(owners), [id]: `{answer/${member}}`},
  }));
}

function pathInputs({path, inputs}: Operation): readonly string[] {
  return placeholders(path).map(name => {
    const input = inputs.find(one => (one.wireName ?? one.name) === name);
    return input?.name ?? name;
  });
}
