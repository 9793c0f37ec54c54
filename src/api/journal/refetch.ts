import {findJson, isObject} from '../../base/json-value.ts';
import {bodyOf, fieldsOf} from '../body-of.ts';
import {inputsOf} from '../inputs-of.ts';
import {elementsOfUpdate, idsOfElements} from '../known-elements.ts';
import type {Operation} from '../operation.ts';
import {fillInputs, type OperationRef} from '../operation-ref.ts';
import type {ResolvedCall} from '../request-plan.ts';
import {refOfCall} from '../resolve-call.ts';
import {findReadOperation} from '../uncertain-write.ts';
import {sourceOfGiven, undosOf} from '../undo.ts';
import {givenFields} from './field-values.ts';
import {objectOf} from './object-of.ts';

/**
 * The read that gives the values before a write: of its own path, or of the object for a deletion.
 * Undefined for creations, and if no operation reads one object.
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
function filledFor(call: ResolvedCall, reads: OperationRef): OperationRef | undefined {
  const {missing, given} = fillInputs(reads, {place: sourceOfGiven(call)});
  const {orElse} = reads;
  const otherwise = typeof orElse === 'object' ? filledFor(call, orElse) : orElse;
  if (missing.length > 0) return undefined;
  return {...reads, inputs: given.inputs, ...(otherwise !== undefined && {orElse: otherwise})};
}

/**
 * Reads of entities that an update's fields refer to and that have their own path below the
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
    const reader = findReadOperation(operation.service, below, given.inputs);
    return reader === undefined ? [] : [[name, {...refOfCall(reader), onFailure: 'omit'}] as const];
  });
  return Object.fromEntries(found);
}

/**
 * The read that gives the values before an update: of the objects whose ids are in the body, else
 * of its own path. Undefined if there is none, or if an input for it is missing.
 */
export function readOfUpdate(call: ResolvedCall): OperationRef | undefined {
  const {operation, given} = call;
  const {service, path, readFirst} = operation;
  if (readFirst !== undefined) return filledFor(call, readFirst.reads);
  const elements = elementsOfUpdate(operation);
  if (elements !== undefined) {
    const id = [...idsOfElements(elements, givenFields(operation, given)).values()];
    const reader = id.length === 0 ? undefined : findReadOperation(service, path, {id});
    return reader && refOfCall(reader);
  }
  const isOfOne = path.includes('}');
  if (!isOfOne) return undefined;
  const reader = findReadOperation(service, path, given.inputs);
  return readBy(operation, reader && withStateOfWrite(reader, call));
}

/** Read the state of an object that the write changes: the draft, not the published post. */
function withStateOfWrite(reader: ResolvedCall, {operation, given}: ResolvedCall): ResolvedCall {
  const {status = []} = givenFields(operation, given);
  const known = reader.operation.inputs.find(({name}) => name === 'status')?.values ?? [];
  if (!status.some(one => known.includes(one))) return reader;
  return {...reader, given: {inputs: {...reader.given.inputs, status}}};
}

/** Make a read of one object that includes everything the write may change. */
function readBy(write: Operation, reader: ResolvedCall | undefined): OperationRef | undefined {
  if (reader === undefined || reader.operation.items !== undefined) return undefined;
  const ref = refOfCall(reader);
  const expand = expandedFor(write, reader.operation);
  return {...ref, inputs: {...ref.inputs, ...(expand && {expand})}};
}

/**
 * The `expand` values that a read needs for the write's fields, except for the list it replaces:
 * renaming something does not send its grants.
 */
function expandedFor(write: Operation, read: Operation): readonly string[] | undefined {
  const known = read.inputs.find(({name}) => name === 'expand')?.values ?? [];
  if (known.length === 0) return undefined;
  const fields = new Set(fieldsOf(bodyOf(write)).map(({name}) => name));
  const wanted = known.map(String).filter(name => fields.has(name) && name !== write.replaces);
  return wanted.length === 0 ? undefined : wanted;
}
