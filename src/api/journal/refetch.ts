import {findJson, isObject} from '../../base/json-value.ts';
import {bodyOf, fieldsOf} from '../body-of.ts';
import {inputsOf} from '../inputs-of.ts';
import {elementsOfUpdate, idsOfElements} from '../known-elements.ts';
import type {Operation} from '../operation.ts';
import {fill, type OperationRef, sourceOf} from '../operation-ref.ts';
import type {ResolvedCall} from '../request-plan.ts';
import {refTo} from '../resolve-call.ts';
import {readerAt} from '../uncertain-write.ts';
import {undosOf} from '../undo.ts';
import {objectOf} from './object-of.ts';

/**
 * The read that tells what a write finds: that of its own path, of what takes something away that
 * of the object. Undefined of what makes something new, and where no operation reads one object.
 */
export function refetchOf(call: ResolvedCall): OperationRef | undefined {
  const {operation} = call;
  if (operation.effect === 'read') return undefined;
  const reads = undosOf(operation).find(one => one.reads !== undefined)?.reads;
  if (reads !== undefined) return filledFor(call, reads);
  if (operation.effect === 'create') return undefined;
  const own = readOfUpdate(call) ?? readBy(operation, objectOf(call).reader);
  return own && {...own, also: besideOf(call)};
}

/** A read that the record of a write names; undefined if the write lacks an input for it. */
function filledFor({given}: ResolvedCall, reads: OperationRef): OperationRef | undefined {
  const filled = fill(reads, {place: sourceOf(given.inputs)});
  return filled.missing.length > 0 ? undefined : {...reads, inputs: filled.given.inputs};
}

/**
 * The reads of things that an update's fields name and that have a path of their own below the
 * object's: `notificationScheme` of a project at `/project/{key}/notificationscheme`.
 */
function besideOf({operation, given}: ResolvedCall): OperationRef['also'] {
  if (operation.effect !== 'update') return {};
  const body = typeof given.body === 'string' ? findJson(given.body) : undefined;
  const found = inputsOf(operation).flatMap(input => {
    const {name, names, place} = input;
    const isGiven = given.inputs[name] !== undefined || (isObject(body) && name in body);
    if (place !== 'field' || names === undefined || !isGiven) return [];
    const below = `${operation.path}/${names.replaceAll(' ', '')}`;
    const reader = readerAt(operation.service, below, given.inputs);
    return reader === undefined ? [] : [[name, {...refTo(reader), onFailure: 'omit'}] as const];
  });
  return Object.fromEntries(found);
}

/**
 * The read that tells what an update finds: that of the objects its body names by their ids, else
 * that of its own path. Undefined where there is none, or it is not said of what.
 */
export function readOfUpdate(call: ResolvedCall): OperationRef | undefined {
  const {operation, given} = call;
  const {service, path, readFirst} = operation;
  if (readFirst !== undefined) return filledFor(call, readFirst.reads);
  const elements = elementsOfUpdate(operation);
  if (elements !== undefined) {
    const id = [...idsOfElements(elements, given.inputs).values()];
    const reader = id.length === 0 ? undefined : readerAt(service, path, {id});
    return reader && refTo(reader);
  }
  const isOfOne = path.includes('}');
  return isOfOne ? readBy(operation, readerAt(service, path, given.inputs)) : undefined;
}

/** A read of one object, and all that the write may change. */
function readBy(write: Operation, reader: ResolvedCall | undefined): OperationRef | undefined {
  if (reader === undefined || reader.operation.items !== undefined) return undefined;
  const ref = refTo(reader);
  const expand = expandedFor(write, reader.operation);
  return {...ref, inputs: {...ref.inputs, ...(expand && {expand})}};
}

/**
 * What a read answers only when its `expand` asks for it, as far as the write has a field of that name;
 * not the list it replaces: one who changes a name sends no grants.
 */
function expandedFor(write: Operation, read: Operation): readonly string[] | undefined {
  const known = read.inputs.find(({name}) => name === 'expand')?.values ?? [];
  if (known.length === 0) return undefined;
  const fields = new Set(fieldsOf(bodyOf(write)).map(({name}) => name));
  const wanted = known.map(String).filter(name => fields.has(name) && name !== write.replaces);
  return wanted.length === 0 ? undefined : wanted;
}
